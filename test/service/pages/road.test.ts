import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { canSign, signedElsewhere } from "../../support/credentials.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  hasBrowser,
  openPage,
  pressUntil,
  startPages,
} from "./browser.ts";
import { ended, openPlayground, picture } from "./playground.ts";

const foreign = hasBrowser && canSign ? await signedElsewhere() : null;

/** One way through all pages. */
describe.skipIf(!hasBrowser)("by the keyboard alone", () => {
  const pages = startPages();

  let made: Buffer;

  test("a sample becomes a result that is compared, downloaded and made again", async () => {
    const { page, problems, close } = await openPlayground(pages);
    await pressUntil(page, "#samples button");
    await page.keyboard.press("Enter");
    await page.locator("#chosen").waitFor();
    await pressUntil(page, "#job [type=submit]");
    await page.keyboard.press("Enter");
    await ended(page);
    const job = new URL(page.url()).searchParams.get("job");
    const progress = await page.request.get(`${pages.service.baseUrl}/playground/progress/${job}`);
    expect(await progress.json()).toEqual({ stage: "render", done: 0 });
    await pressUntil(page, "#enlarge");
    await page.keyboard.press("Enter");
    await page.locator("#lightbox-board[data-scale='1.00']:focus").waitFor();
    for (const key of ["+", "+", "ArrowLeft"]) await page.keyboard.press(key);
    expect(await page.locator("#lightbox-board").getAttribute("data-scale")).toBe("1.56");
    await pressUntil(page, "#lightbox-split");
    await page.keyboard.press("ArrowRight");
    expect(await page.locator("#lightbox-split").inputValue()).toBe("0.5");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await pressUntil(page, "#download");
    const download = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    expect((await download).suggestedFilename()).toBe("living-room-modern.jpg");
    made = readFileSync(await (await download).path());
    await pressUntil(page, "#split");
    await page.keyboard.press("ArrowRight");
    expect(await page.locator("#split").inputValue()).toBe("0.5");
    await expectAccessible(page);
    await pressUntil(page, "#again summary");
    await page.keyboard.press("Enter");
    await pressUntil(page, "#again [type=submit]");
    const first = page.url();
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.href !== first);
    await ended(page);
    expect(await page.locator("#before").isVisible()).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  test("that result has no content credentials on a service that does not sign, and others have", async () => {
    const { page, problems, close } = await openPage(pages.browser, `${pages.service.baseUrl}/verify`);
    await pressUntil(page, "#file");
    // The browser's own chooser opens from here; in a headless browser it does not open at each press.
    await page.locator("#file").setInputFiles(picture("room.jpg", "image/jpeg", made));
    await page.getByRole("heading", { name: "No content credentials" }).waitFor();
    if (foreign) await page.locator("#file").setInputFiles(picture("room.jpg", "image/jpeg", foreign));
    if (foreign) await page.getByRole("heading", { name: "Signed by somebody else" }).waitFor();
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await close();
  });

  test("the inspector shows the webhook of that job, and what was sent", async () => {
    const { page, problems, close } = await openPage(pages.browser, `${pages.service.baseUrl}/inbox`);
    await page.locator(".message").first().getByText("✓ valid").waitFor();
    await pressUntil(page, ".message summary");
    await page.keyboard.press("Enter");
    expect(await page.locator(".message textarea").first().inputValue()).toContain('"generation.succeeded"');
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await close();
  });

  test.each(["/", "/inbox", "/usage", "/verify", "/documents/"])(
    "%s does not move as it loads, and fits a window of 320 px",
    async (path) => {
      const viewport = { width: 320, height: 800 };
      const { page, close } = await openPage(pages.browser, "about:blank", { viewport });
      await page.addInitScript(`window.moved = 0; new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.moved += value;
      }).observe({ type: "layout-shift", buffered: true });`);
      await page.goto(pages.service.baseUrl + path, { waitUntil: "networkidle" });
      await expectNoSidewaysScroll(page);
      // 0.1 is the bound of Core Web Vitals; 0.03 was measured.
      expect(await page.evaluate<number>("window.moved")).toBeLessThan(0.1);
      await close();
    },
  );

  test("an operation of the reference is tried with the service's key", async () => {
    const url = `${pages.service.baseUrl}/documents/reference-usage-and-billing.html`;
    const { page, problems, close } = await openPage(pages.browser, url);
    const form = page.locator("#try-getUsageSummary");
    await pressUntil(page, "#try-getUsageSummary summary");
    await page.keyboard.press("Enter");
    await pressUntil(page, "#try-getUsageSummary [type=submit]");
    await page.keyboard.press("Enter");
    await form.getByText(/^200 OK in/).waitFor();
    expect(await form.locator("pre").textContent()).toContain('"included"');
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await close();
  });
});
