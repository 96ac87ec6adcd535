import { describe, expect, test } from "vitest";
import { hasBrowser, look, openPage, startPages, widths } from "./browser.ts";

describe.skipIf(!hasBrowser)("the reference", () => {
  const pages = startPages();

  const openTry = async (operation: string, host = "127.0.0.1") => {
    const base = pages.service.baseUrl.replace("127.0.0.1", host);
    const name = operation.endsWith("Generation") ? "generations" : "usage-and-billing";
    const opened = await openPage(pages.browser, `${base}/documents/reference-${name}.html`);
    const form = opened.page.locator(`#try-${operation}`);
    await form.locator("summary").click();
    return { ...opened, form, send: form.getByRole("button", { name: "Send" }) };
  };

  test.each(["127.0.0.1", "localhost"])(
    "a try on %s calls the service that serves the page, with its key",
    async (host) => {
      const { form, send, close } = await openTry("getUsageSummary", host);
      await send.click();
      await form.getByText(/^200 OK in/).waitFor();
      await close();
    },
  );

  test("each try of a create has a fresh idempotency key, and its example works", async () => {
    const { page, send, close } = await openTry("createGeneration");
    const tried = new Set<string | undefined>();
    for (const _ of [1, 2]) {
      const answer = page.waitForResponse(/v1\/generations$/);
      await send.click();
      const response = await answer;
      tried.add(response.request().headers()["idempotency-key"]);
      expect(response.status()).toBe(200);
      expect(Object.keys(response.request().postDataJSON())).not.toContain("webhook");
    }
    expect(tried.size).toBe(2);
    await close();
  });

  test("a file is sent in place of the picture's URL, with the fields of the body", async () => {
    const { form, send, close } = await openTry("createGeneration");
    const sample = await (await fetch(`${pages.service.baseUrl}/playground/samples/photo.jpg`)).arrayBuffer();
    await form
      .locator("input[type=file]")
      .setInputFiles({ name: "room.jpg", mimeType: "image/jpeg", buffer: Buffer.from(sample) });
    await send.click();
    await form.getByText(/^200 OK in/).waitFor();
    expect(await form.locator("pre").textContent()).toContain('"status": "ingesting"');
    await close();
  });

  test("a body that is no JSON is not sent, and a refusal of the service is shown", async () => {
    const { form, send, close } = await openTry("createGeneration");
    await form.locator("textarea").fill("{");
    await send.click();
    await form.getByText("The body is not valid JSON").waitFor();
    await form.locator("textarea").fill("{}");
    await send.click();
    await form.getByText(/^400 /).waitFor();
    expect(await form.locator("pre").textContent()).toContain('"bad_request"');
    await close();
  });

  test("an answer fits a phone, and /docs leads here", async () => {
    const { page, form, send, close, problems } = await openTry("createGeneration");
    await send.click();
    await form.getByText(/^200 OK in/).waitFor();
    await page.setViewportSize(widths.phone);
    await look(page, "reference-answer");
    await page.goto(`${pages.service.baseUrl}/docs`);
    expect(page.url()).toMatch(/documents\/reference\.html$/);
    expect(problems).toEqual([]);
    await close();
  });
});
