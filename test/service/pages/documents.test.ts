import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDocuments } from "@image-staging/laptop/documents";
import { listen } from "@image-staging/local-cloud/http";
import { changelog, clients, gallery, guides, overview } from "@image-staging/site/contents";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { isFullRun } from "../../support/full-run.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  hasBrowser,
  openPage,
  startBrowser,
  widths,
} from "./browser.ts";

const reference = ["", "-source-assets", "-generations", "-usage-and-billing", "-webhooks", "-objects"];
const names = [
  ...[overview, gallery, ...guides, ...clients, changelog].map(({ name }) => name),
  ...reference.map((name) => `reference${name}`),
  "404",
  "source-clients-examples-receive-webhooks-main.py",
];

describe.runIf(hasBrowser)("the documents", async () => {
  if (!hasBrowser) return;
  const folder = join(mkdtempSync(join(tmpdir(), "documents-")), "site");
  const [browser, server] = await Promise.all([
    startBrowser(),
    listen(0, createDocuments(folder, "https://api.example.com")),
  ]);
  afterAll(() => Promise.all([browser.close(), server.close()]));
  const open = (name: string, options = {}) =>
    openPage(browser, `${server.url}/documents/${name}.html`, options);
  /** Pictures that are shown in other proportions than their own. */
  const stretched = (page: Page) =>
    page.locator(".text img").evaluateAll((pictures) =>
      pictures
        .filter((picture) => {
          const { width, height } = picture.getBoundingClientRect();
          const own = picture.getAttribute("width") / picture.getAttribute("height");
          return Math.abs(width / height / own - 1) > 0.02;
        })
        .map((picture) => picture.getAttribute("src")),
    );
  const shownLanguages = (page: Page) =>
    page.locator(".tab:visible").evaluateAll((tabs) => [...new Set(tabs.map((tab) => tab.dataset.language))]);

  test("the language is chosen by keyboard for all code, and remembered on the next page", async () => {
    const { page, close, problems } = await open("quickstart");
    expect(await shownLanguages(page)).toEqual(["sh"]);
    const tab = page.getByRole("tab", { name: "curl" }).first();
    await tab.focus();
    await page.keyboard.press("End");
    expect(await shownLanguages(page)).toEqual(["python"]);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Python");
    await page.keyboard.press("ArrowLeft");
    expect(await shownLanguages(page)).toEqual(["ts"]);
    await page.getByRole("link", { name: "Jobs", exact: true }).first().click();
    await page.waitForURL(/jobs\.html/);
    expect(await shownLanguages(page)).toEqual(["ts"]);
    expect(problems).toEqual([]);
    await close();
  });

  test("the search leads to a section of another page, and asks no other host", async () => {
    const { page, close, problems } = await open("index");
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.getByRole("searchbox", { name: "Search" }).fill("upload_missing");
    await page.getByRole("link", { name: /^Errors: upload_missing/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/errors\.html#upload_missing$/);
    expect([...hosts]).toEqual([server.url]);
    expect(problems).toEqual([]);
    await close();
  });

  test("a search begins by / or Ctrl-K, and finds what means the same", async () => {
    const { page, close, problems } = await open("quickstart");
    const box = page.getByRole("searchbox", { name: "Search" });
    for (const [keys, words, found] of [
      ["/", "refund", /^Usage and billing/],
      ["Control+k", "watermark", /^Disclosure/],
    ] as const) {
      await page.locator("h1").click();
      await page.keyboard.press(keys);
      expect(await page.locator("#search:focus").count()).toBe(1);
      await box.fill(words);
      await page.getByRole("link", { name: found }).first().waitFor();
    }
    expect(problems).toEqual([]);
    await close();
  });

  test("code is copied by a finger, without a mouse to hover", async () => {
    const { page, close } = await open("quickstart", { hasTouch: true, viewport: widths.phone });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const copy = page.getByRole("button", { name: "Copy" }).first();
    expect(await page.evaluate(`getComputedStyle(document.querySelector(".copy")).opacity`)).toBe("1");
    await copy.tap();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain("export BASE_URL=");
    await close();
  });

  test.runIf(isFullRun)("without script all languages show", async () => {
    const { page, close } = await open("quickstart", { javaScriptEnabled: false });
    for (const name of ["curl", "TypeScript", "Python"])
      expect(await page.getByText(name, { exact: true }).first().isVisible()).toBe(true);
    expect(await page.locator("search").isVisible()).toBe(false);
    await close();
  });

  test.runIf(isFullRun).each(names)(
    "%s is accessible, light and dark, on a phone and a desk",
    async (name) => {
      for (const colorScheme of ["light", "dark"] as const)
        for (const [device, viewport] of Object.entries(widths)) {
          const { page, close, problems } = await open(name, { colorScheme, viewport });
          await expectAccessible(page);
          await expectNoSidewaysScroll(page);
          expect(await stretched(page)).toEqual([]);
          expect(problems).toEqual([]);
          if (process.env.SCREENS)
            await page.screenshot({ path: `${process.env.SCREENS}/${name}-${colorScheme}-${device}.png` });
          await close();
        }
    },
  );
});
