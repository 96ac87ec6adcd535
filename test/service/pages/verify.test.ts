import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageStaging } from "@image-staging/client";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { maxSourceBytes } from "../../../lambdas/domain/source-asset/upload.ts";
import { hostilePictures } from "../../lambdas/runtime/picture/hostile/pictures.ts";
import { canSign, signedElsewhere } from "../../support/credentials.ts";
import { hasBrowser, look, openPage, pressUntil, startPages, widths } from "./browser.ts";
import { chooseSample, ended, generate, openPlayground, picture } from "./playground.ts";

const runs = hasBrowser && canSign;
const foreign = runs ? await signedElsewhere() : Buffer.alloc(0);
const mark = Buffer.from("6332706100110010800000aa00389b71", "hex");

describe.runIf(runs)("the page that checks pictures", () => {
  const pages = startPages({ signs: true });
  let signed: Buffer;

  const stage = async (): Promise<Buffer> => {
    const { page, close } = await openPlayground(pages);
    await chooseSample(page, "Photo");
    await generate(page);
    await ended(page);
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
    const output = readFileSync(await file.path());
    await close();
    return output;
  };
  beforeAll(async () => {
    signed = await stage();
  });

  const enhance = async (file: Buffer): Promise<Buffer> => {
    const client = imageStaging(pages.service);
    const job = await client.generations
      .create({ file, workflow: "pro_capture", capture_type: "photo" })
      .wait();
    const [output] = job.outputs;
    if (!output) throw new Error("The job has no output.");
    return Buffer.from(await (await client.download(output)).arrayBuffer());
  };

  const open = (viewport = widths.desk) =>
    openPage(pages.browser, `${pages.service.baseUrl}/verify`, { viewport });

  const stripped = () => sharp(signed).jpeg().toBuffer();
  const tampered = () => {
    const changed = Buffer.from(signed);
    const middle = signed.length >> 1;
    changed[middle] = (changed[middle] ?? 0) ^ 4;
    return changed;
  };

  test.for([
    ["desk", { width: 1440, height: 900 }],
    ["phone", widths.phone],
  ] as const)(
    "it tells a signed, a tampered, a stripped and a foreign picture apart on a %s",
    async ([, viewport]) => {
      const { page, problems, close } = await open(viewport);
      await look(page, "verify-empty");
      const pictures = {
        signed: [signed, "Made here, unchanged", "This service made this picture"],
        tampered: [tampered(), "Changed", "changed after it was signed"],
        stripped: [await stripped(), "No content credentials", "may be altered all the same"],
        foreign: [foreign, "Signed by somebody else", "Somebody else signed this picture"],
      } as const;
      for (const [name, [bytes, title, message]] of Object.entries(pictures)) {
        await page.locator("#file").setInputFiles(picture(`${name}.jpg`, "image/jpeg", bytes));
        await expectVerdict(page, title, message);
        await look(page, `verify-${name}`);
      }
      expect(problems).toEqual([]);
      await close();
    },
  );

  test("a signed picture is given out again for the same request", async () => {
    expect((await stage()).equals(signed)).toBe(true);
  });

  test("the keyboard reaches the choice of a picture, and after its verdict that of another", async () => {
    const { page, close } = await open();
    for (const [bytes, title] of [
      [signed, "Made here, unchanged"],
      [tampered(), "Changed"],
    ] as const) {
      await pressUntil(page, "#file");
      // The browser's own chooser opens from here; in a headless browser it does not open at each press.
      await page.locator("#file").setInputFiles(picture("room.jpg", "image/jpeg", bytes));
      await expectVerdict(page, title, "");
    }
    await close();
  });

  test("a picture larger than a request may be is checked in the browser, and sent nowhere", async () => {
    const { page, problems, close } = await open();
    const sent: string[] = [];
    page.on("request", (request) => {
      const { protocol, pathname } = new URL(request.url());
      if (protocol !== "blob:") sent.push(`${request.method()} ${pathname}`);
    });
    const large = await enhance(await grain({ width: 3200, height: 2400 }));
    expect(large.length).toBeGreaterThan(5_000_000);
    const changed = Buffer.from(large);
    changed[large.length - 4000] = (changed[large.length - 4000] ?? 0) ^ 1;
    for (const [bytes, title] of [
      [large, "Made here, unchanged"],
      [changed, "Changed"],
    ] as const) {
      await page.locator("#file").setInputFiles(picture("room.jpg", "image/jpeg", bytes));
      await expectVerdict(page, title, "");
    }
    expect(new Set(sent)).toEqual(new Set(["GET /verify/worker.mjs", "GET /verify/c2pa.wasm"]));
    expect(problems).toEqual([]);
    await close();
  });

  test("hostile pictures are refused, or have no credentials, and the next is checked", async () => {
    const { page, problems, close } = await open();
    // Behind POST /verify the same rules check all of them.
    for (const { name, bytes } of hostilePictures.filter((_, nth) => nth % 12 === 0)) {
      const content = Buffer.concat([bytes, mark]);
      await page.locator("#file").setInputFiles(picture(name, "image/jpeg", content));
      await page.locator("#title", { hasText: /^(Not checked|No content credentials|Damaged)/ }).waitFor();
    }
    await page.locator("#file").setInputFiles(picture("room.jpg", "image/jpeg", signed));
    await expectVerdict(page, "Made here, unchanged", "");
    expect(problems.filter((problem) => !problem.includes("panicked"))).toEqual([]);
    await close();
  });

  test("a file larger than any picture of the service is not read, and the page says how to check it", async () => {
    const { page, problems, close } = await open();
    const huge = join(mkdtempSync(join(tmpdir(), "verify-")), "large room.jpg");
    writeFileSync(huge, signed);
    truncateSync(huge, maxSourceBytes + 1);
    await page.locator("#file").setInputFiles(huge);
    await expectVerdict(page, "Too large for this page", "It has 51 MB, and this page takes 50 MB");
    expect(await page.locator("#facts").innerText()).toContain("c2patool picture.jpg");
    await look(page, "verify-large");
    expect(problems).toEqual([]);
    await close();
  });

  test("to a program, a request that is too large is answered as too large", async () => {
    const answer = await fetch(`${pages.service.baseUrl}/verify`, {
      method: "POST",
      body: new Uint8Array(5_600_000),
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      error: { code: "bad_request", message: expect.stringContaining("The request is too large") },
    });
  });

  test("a dropped picture says what was altered, by what, and from which original", async () => {
    const { page, close } = await open();
    await page.evaluate(`(async () => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(${JSON.stringify(signed.toString("base64"))}), (one) => one.charCodeAt(0));
      data.items.add(new File([bytes], "room.jpg", { type: "image/jpeg" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    })()`);
    await expectVerdict(page, "Made here, unchanged", "");
    const facts = await page.locator("#facts").innerText();
    expect(facts).toMatch(/Altered by computer graphics/);
    expect(facts).toMatch(/SHA-256 [0-9a-f]{64}/);
    expect(facts).toContain("This service");
    await close();
  });
});

async function expectVerdict(page: Page, title: string, message: string): Promise<void> {
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
  expect(await page.locator("#message").innerText()).toContain(message);
}

/** A picture that no encoder makes small. */
const grain = (size: { width: number; height: number }): Promise<Buffer> => {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { ...size, channels: 3, background: "#888", noise } })
    .jpeg()
    .toBuffer();
};
