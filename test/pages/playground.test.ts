import type { BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  hasBrowser,
  openPage,
  startPages,
  widths,
} from "../support/browser.ts";
import { isFullRun } from "../support/full-run.ts";

const picture = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

describe.skipIf(!hasBrowser)("the playground", () => {
  const pages = startPages();

  const open = async (options: BrowserContextOptions = {}, path = "/") => {
    const opened = await openPage(pages.browser, pages.service.baseUrl + path, options);
    await opened.page.locator("html[data-ready]").waitFor();
    return opened;
  };
  const sample = async (page: Page, name: string) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.locator("#chosen").waitFor();
  };
  const generate = (page: Page) => page.getByRole("button", { name: "Generate", exact: true }).click();
  const ended = (page: Page, status = "succeeded") =>
    page.locator(`#result[data-status=${status}]`).waitFor();
  const look = async (page: Page, name: string) => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const folder = process.env.SCREENS;
    if (folder === undefined) return;
    const { width } = page.viewportSize() ?? { width: 0 };
    const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
    await page.screenshot({
      path: `${folder}/${name}-${width}-${isDark ? "dark" : "light"}.png`,
      fullPage: true,
    });
  };

  test("a sample becomes a result that can be compared, and a reload keeps it", async () => {
    const { page, problems, close } = await open();
    await look(page, "empty");
    await sample(page, "Photo");
    await generate(page);
    await ended(page);
    await page.locator("#after").evaluate("(image) => image.decode()");
    await look(page, "photo");
    expect(await page.locator("#answer").inputValue()).toContain('"status": "succeeded"');
    await page.reload();
    await ended(page);
    await page.locator("#before").waitFor();
    await page.locator("#history img").first().waitFor();
    expect(page.url()).toContain("?job=job_");
    expect(problems).toEqual([]);
    await close();
  });

  test("a text file is refused in words, and the chosen picture stays", async () => {
    const { page, close } = await open();
    await sample(page, "Photo");
    await page.locator("#file").setInputFiles(picture("notes.txt", "text/plain", Buffer.from("hello")));
    await page.getByText("notes.txt is not a JPEG, PNG or WebP picture").waitFor();
    expect(await page.locator("#chosen").isVisible()).toBe(true);
    await page.locator("#file").setInputFiles(picture("broken.jpg", "image/jpeg", Buffer.from("hello")));
    await page.getByText("broken.jpg cannot be read").waitFor();
    await look(page, "wrong-file");
    await close();
  });

  test.runIf(isFullRun)(
    "without a picture, and with a picture that is no panorama, the form says what to do",
    async () => {
      const { page, close } = await open();
      await generate(page);
      await page.getByText("Choose a picture first").waitFor();
      await sample(page, "Photo");
      await page.locator("input[name=capture][value=panorama360]").check();
      await generate(page);
      await page.getByText("twice as wide as high, and this picture").waitFor();
      await close();
    },
  );

  test("rooms of another family are disabled, and a sentence says why", async () => {
    const { page, close } = await open();
    const room = (name: string) => page.locator(`input[name=room][value="${name}"]`);
    expect(await page.locator("input[name=room]").count()).toBe(28);
    expect(await room("Kitchen").isEnabled()).toBe(true);
    expect(await room("Toilet").isEnabled()).toBe(false);
    await page.getByText("Living Room can be with Kitchen, Dining Room, Bedroom").waitFor();
    await room("Living Room").uncheck();
    await room("Garage").check();
    expect(await room("Kitchen").isEnabled()).toBe(false);
    await close();
  });

  test.runIf(isFullRun)("reads that fail are repeated until the job has ended", async () => {
    const { page, close } = await open();
    let failures = 0;
    await page.route(/generations\/job_/, (route) => (failures++ < 2 ? route.abort() : route.continue()));
    await sample(page, "Photo");
    await generate(page);
    await page.getByText("The connection was lost").waitFor();
    await look(page, "lost");
    await ended(page);
    expect(failures).toBeGreaterThan(2);
    await close();
  });

  test.runIf(isFullRun)("a chosen picture does not change the comparison that is shown", async () => {
    const { page, close } = await open();
    await sample(page, "Photo");
    await generate(page);
    await ended(page);
    const before = await page.locator("#before").getAttribute("src");
    await sample(page, "Floor plan");
    expect(await page.locator("#before").getAttribute("src")).toBe(before);
    await close();
  });

  test.runIf(isFullRun)("a panorama can be looked around in, by keys and by dragging", async () => {
    const { page, problems, close } = await open();
    await sample(page, "360° panorama");
    expect(await page.locator("input[name=style][value='']").isEnabled()).toBe(false);
    await generate(page);
    await ended(page);
    await page.getByRole("button", { name: "Look around" }).click();
    const viewer = page.locator("#viewer[data-turn]");
    await viewer.waitFor();
    const turn = () => viewer.getAttribute("data-turn");
    const start = await turn();
    await viewer.press("ArrowRight");
    await page.waitForFunction(`document.querySelector("#viewer").dataset.turn !== "${start}"`);
    const turned = await turn();
    await viewer.dragTo(viewer, { sourcePosition: { x: 300, y: 100 }, targetPosition: { x: 200, y: 100 } });
    await page.waitForFunction(`document.querySelector("#viewer").dataset.turn !== "${turned}"`);
    await look(page, "panorama");
    expect(problems).toEqual([]);
    await close();
  });

  test.runIf(isFullRun)("a picture over 4 MiB is uploaded before", async () => {
    const { page, close } = await open();
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const large = await sharp({
      create: { width: 1600, height: 1200, channels: 3, background: "#888", noise },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(4 * 1024 * 1024);
    await page.locator("#file").setInputFiles(picture("large.png", "image/png", large));
    await page.locator("#chosen").waitFor();
    await page.locator("input[name=task][value=enhance]").check();
    await generate(page);
    await page.locator("#permalink a").waitFor();
    expect(await page.locator("#code").inputValue()).toContain('"upload_id":"upl_');
    await close();
  });

  test.runIf(isFullRun)(
    "a picture can be dropped or pasted, and a dropped text file is refused in words",
    async () => {
      const { page, close } = await open();
      const give = (kind: "drop" | "paste", name: string) =>
        page.evaluate(
          `(async () => {
          const data = new DataTransfer();
          const picture = await (await fetch("/playground/samples/floorplan.jpg")).blob();
          const type = ${JSON.stringify(name)}.endsWith(".txt") ? "text/plain" : "image/jpeg";
          data.items.add(new File([picture], ${JSON.stringify(name)}, { type }));
          const event = ${JSON.stringify(kind)} === "drop"
            ? new DragEvent("drop", { dataTransfer: data, bubbles: true })
            : new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
          document.body.dispatchEvent(event);
        })()`,
        );
      await give("drop", "notes.txt");
      await page.getByText("notes.txt is not a JPEG, PNG or WebP picture").waitFor();
      await give("drop", "dropped.jpg");
      await page.getByText("dropped.jpg, 1200 × 900").waitFor();
      expect(await page.locator("#picture-error").textContent()).toBe("");
      await give("paste", "pasted.jpg");
      await page.getByText("pasted.jpg, 1200 × 900").waitFor();
      await close();
    },
  );

  test.runIf(isFullRun)(
    "alternates, a label with its page and a reference are asked for and shown",
    async () => {
      const { page, close } = await open();
      await sample(page, "Floor plan");
      await page.locator("input[name=capture][value=floorplan]").check();
      await page.locator("input[name=style][value='']").check();
      await page.getByText("More", { exact: true }).click();
      await page.getByLabel("Include an alternate").check();
      await page.getByLabel("Label on the picture").selectOption("label_and_page");
      await page.getByLabel("Your reference").first().fill("listing-4711");
      await look(page, "more");
      await generate(page);
      await ended(page);
      const answer = JSON.parse(await page.locator("#answer").inputValue());
      expect(answer).toMatchObject({
        style_preset: null,
        reference: "listing-4711",
        disclosure: "label_and_page",
      });
      expect(await page.locator("#outputs button").count()).toBe(answer.outputs.length);
      expect(await page.getByRole("link", { name: "Public page" }).getAttribute("href")).toBe(
        answer.disclosure_url,
      );
      await look(page, "floorplan");
      await close();
    },
  );

  test.runIf(isFullRun)("a job that fails says why", async () => {
    const { page, close } = await open();
    await page.locator("#url").fill("http://127.0.0.1:9/room.jpg");
    await generate(page);
    await ended(page, "failed");
    expect(await page.locator("#failure").textContent()).toMatch(/source_url_/);
    await look(page, "failed");
    await close();
  });

  test.runIf(isFullRun)("a job that runs can be cancelled", async () => {
    const { page, close } = await open();
    await page.route(/generations\/job_\w+$/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        json: { ...(await answer.json()), status: "running", outputs: [], failure: null },
      });
    });
    await sample(page, "Photo");
    await generate(page);
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await look(page, "running");
    const asked = page.waitForResponse(/generations\/job_\w+\/cancel$/);
    await page.getByRole("button", { name: "Cancel" }).click();
    expect((await asked).status()).toBe(200);
    await close();
  });

  test.runIf(isFullRun)("the whole journey works by keyboard alone", async () => {
    const { page, close } = await open();
    const pressUntil = async (selector: string) => {
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press("Tab");
        if (await page.locator(`${selector}:focus`).count()) return;
      }
      throw new Error(`The Tab key does not reach ${selector}.`);
    };
    await pressUntil("#samples button");
    await page.keyboard.press("Enter");
    await page.locator("#chosen").waitFor();
    await pressUntil("#job [type=submit]");
    await page.keyboard.press("Enter");
    await ended(page);
    await pressUntil("#split");
    await page.keyboard.press("ArrowRight");
    expect(await page.locator("#split").inputValue()).toBe("50.5");
    await pressUntil("#download");
    const download = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    expect((await download).suggestedFilename()).toMatch(/^job_\w+\.jpg$/);
    await pressUntil("#again summary");
    await page.keyboard.press("Enter");
    await pressUntil("#again [type=submit]");
    await page.keyboard.press("Enter");
    await page.locator("#answer").waitFor();
    await ended(page);
    expect(await page.locator("#before").isVisible()).toBe(true);
    await close();
  });

  test.runIf(isFullRun)(
    "on a phone, in the dark, the result comes into view and is dragged by touch",
    async () => {
      const { page, close } = await open({
        viewport: widths.phone,
        colorScheme: "dark",
        hasTouch: true,
        isMobile: true,
      });
      await look(page, "empty");
      await page.getByRole("button", { name: "Photo", exact: true }).tap();
      await page.locator("#chosen").waitFor();
      await page.getByRole("button", { name: "Generate", exact: true }).tap();
      await ended(page);
      const box = await page.locator("#split").boundingBox();
      if (!box) throw new Error("The comparison is not shown.");
      await page.touchscreen.tap(box.x + box.width * 0.8, box.y + box.height / 2);
      expect(Number(await page.locator("#split").inputValue())).toBeGreaterThan(70);
      await look(page, "photo");
      await close();
    },
  );

  test("the first load is light", async () => {
    let bytes = 0;
    const context = await pages.browser.newContext();
    const page = await context.newPage();
    page.on("response", async (response) => {
      if (/\.(jpg|png)|api\/v1|inbox/.test(response.url())) return;
      bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
    });
    await page.goto(pages.service.baseUrl);
    await page.locator("html[data-ready]").waitFor();
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(150_000);
    await context.close();
  });
});
