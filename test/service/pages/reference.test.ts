import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { until } from "../../support/until.ts";
import { hasBrowser, look, openPage, startPages, widths } from "./browser.ts";

describe.skipIf(!hasBrowser)("the reference", () => {
  const pages = startPages();

  const operation = async (page: Page, id: string) => {
    const block = page.locator(`[id$="-${id}"]`);
    await block.locator(".opblock-summary-control").click();
    // Execute is on the page before the operation's description is resolved, and does nothing until then.
    await block.locator(".responses-wrapper").waitFor();
    return block;
  };

  test.each(["127.0.0.1", "localhost"])(
    "a try on %s calls the service that serves the page, with its key",
    async (host) => {
      const { page, close } = await openPage(
        pages.browser,
        `${pages.service.baseUrl.replace("127.0.0.1", host)}/docs`,
      );
      const block = await operation(page, "getUsageSummary");
      const answer = page.waitForResponse(/usage\/summary/);
      await block.getByRole("button", { name: "Execute" }).click();
      expect((await answer).status()).toBe(200);
      await close();
    },
  );

  test("each try of a create has a fresh idempotency key, and the first example works", async () => {
    const { page, close } = await openPage(pages.browser, `${pages.service.baseUrl}/docs`);
    const block = await operation(page, "createGeneration");
    const keys = new Set<string | undefined>();
    for (const _ of [1, 2]) {
      const answer = page.waitForResponse(/v1\/generations$/);
      await block.getByRole("button", { name: "Execute" }).click();
      const response = await answer;
      keys.add(response.request().headers()["idempotency-key"]);
      expect(response.status()).toBe(200);
      expect(Object.keys(response.request().postDataJSON())).not.toContain("webhook");
    }
    expect(keys.size).toBe(2);
    await close();
  });

  test("a form sends the fields that were filled in, and no others", async () => {
    const { page, close } = await openPage(pages.browser, `${pages.service.baseUrl}/docs`);
    const block = await operation(page, "createGeneration");
    await block.getByLabel("Request content type").selectOption("multipart/form-data");
    const sample = await (await fetch(`${pages.service.baseUrl}/playground/samples/photo.jpg`)).arrayBuffer();
    await block
      .locator("input[type=file]")
      .setInputFiles({ name: "room.jpg", mimeType: "image/jpeg", buffer: Buffer.from(sample) });
    const row = (name: string) => block.locator(`tr[data-property-name="${name}"]`);
    await row("workflow").locator("select").selectOption("pro_capture");
    await row("capture_type").locator("select").selectOption("photo");
    const answer = page.waitForResponse(/v1\/generations$/);
    await block.getByRole("button", { name: "Execute" }).click();
    await answer;
    // The browser does not show the body of a form with a file; the page's own curl line does.
    const sent = (await block.locator(".curl-command").textContent()) ?? "";
    const names = Array.from(sent.matchAll(/-F '(\w+)=/g), ([, name]) => name);
    expect(names.sort()).toEqual(["capture_type", "file", "workflow"]);
    await close();
  });

  test("it follows the browser's colour scheme, and fits a phone", async () => {
    const { page, close, problems } = await openPage(pages.browser, `${pages.service.baseUrl}/docs`);
    await page.locator(".opblock").first().waitFor();
    await look(page, "reference");
    const paper = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    await page.emulateMedia({ colorScheme: "light" });
    await until(async () => (await paper()) === "rgb(255, 255, 255)");
    await page.emulateMedia({ colorScheme: "dark" });
    await until(async () => (await paper()) !== "rgb(255, 255, 255)");
    await page.emulateMedia({ colorScheme: null });
    await operation(page, "createGeneration");
    const block = await operation(page, "getUsageSummary");
    await block.getByRole("button", { name: "Execute" }).click();
    await block.locator(".live-responses-table").waitFor();
    await page.setViewportSize(widths.phone);
    await look(page, "reference-answer");
    expect(problems).toEqual([]);
    await close();
  });
});
