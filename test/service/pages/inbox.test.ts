import { describe, expect, test } from "vitest";
import { startReceiver } from "../../support/receiver.ts";
import { hasBrowser, look, openPage, startPages } from "./browser.ts";

describe.skipIf(!hasBrowser)("the webhook inspector", () => {
  const pages = startPages();

  const makeJob = async () => {
    const response = await fetch(`${pages.service.baseUrl}/api/v1/generations`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${pages.service.apiKey}`,
        "idempotency-key": crypto.randomUUID(),
        "content-type": "application/json",
      },
      body: JSON.stringify({
        source_url: `${pages.service.baseUrl}/playground/samples/photo.jpg`,
        workflow: "pro_capture",
        capture_type: "photo",
      }),
    });
    expect(response.status).toBe(200);
  };

  test("it shows a webhook with its verdict, delivers it again, and can answer 500", async () => {
    const { page, problems, close } = await openPage(pages.browser, `${pages.service.baseUrl}/inbox`);
    await page.getByText("No webhook has arrived yet").waitFor();
    await look(page, "inbox-empty");
    await makeJob();
    const message = page.locator(".message").first();
    await message.getByText("✓ valid").waitFor();
    await message.getByText("1 attempt").waitFor();
    await message.locator("summary").click();
    expect(await message.locator("textarea").inputValue()).toContain('"generation.succeeded"');
    await page.getByLabel("Answer the next").fill("1");
    await page.getByRole("button", { name: "Set" }).click();
    await page.getByText("The next one is answered with 500.").waitFor();
    await message.getByRole("button", { name: "Deliver again" }).click();
    await message.getByText("2 attempts, answered 500").waitFor();
    await look(page, "inbox");
    expect(problems).toEqual([]);
    await close();
  });

  test("it says why a delivery is not valid", async () => {
    await fetch(pages.service.inboxUrl, { method: "POST", body: "{}" });
    const { page, close } = await openPage(pages.browser, `${pages.service.baseUrl}/inbox`);
    // Not simply the first: an earlier webhook that was answered 500 comes again at any time.
    await page.locator(".message", { hasText: "No type" }).locator("summary").click();
    await page.getByText("It has no webhook-id").waitFor();
    await look(page, "inbox-not-valid");
    await close();
  });

  test("the usage page shows what was sent, sends it again, and gives out and revokes keys", async () => {
    const { page, problems, close } = await openPage(pages.browser, `${pages.service.baseUrl}/usage`);
    await page.locator("html[data-ready]").waitFor();
    await page.getByText(/^\d+ of 10,000 included units$/).waitFor();
    const answers = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"fail_next": 1}',
    };
    await fetch(`${pages.service.inboxUrl}/answers`, answers);
    await page.getByRole("button", { name: "Send a test" }).click();
    const sent = page.locator("#deliveries .message", { hasText: "webhook.test" }).first();
    await sent.getByText("tried again later").waitFor();
    await sent.locator("summary").click();
    await sent.getByRole("cell", { name: "not accepted" }).waitFor();
    await sent.getByRole("button", { name: "Deliver again" }).click();
    await sent.getByRole("cell", { name: "delivered" }).waitFor();
    await page.locator("#state").selectOption("given_up");
    await page.getByText("Nothing was sent in the last 30 days.").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("finance");
    await page.getByRole("combobox", { name: "Scope" }).selectOption("billing");
    await page.getByRole("button", { name: "Issue a key" }).click();
    await page.locator("#issued").getByText("it is not shown again").waitFor();
    await look(page, "usage");
    await page.getByRole("button", { name: "Revoke finance", exact: true }).click();
    await page.getByRole("button", { name: "Revoke for good: finance" }).click();
    await page.locator("#keys tr", { hasText: "finance" }).getByText("revoked").waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  test("the usage page says where webhooks go and changes it, enables a URL again, and makes a new secret", async () => {
    await using gone = await startReceiver((response) => response.writeHead(410).end());
    const { page, problems, close } = await openPage(pages.browser, `${pages.service.baseUrl}/usage`);
    await page.locator("html[data-ready]").waitFor();
    const url = page.getByLabel("Default URL");
    expect(await url.inputValue()).toBe(pages.service.inboxUrl);
    await url.fill("mailto:me@example.com");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/default_url/).waitFor();
    await look(page, "usage-settings-refused");
    await url.fill(gone.url);
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.locator("#deliveries .message", { hasText: "given up" }).first().waitFor();
    expect(gone.received).toHaveLength(1);
    await page.reload();
    await page.locator("#receivers").getByText("it answered 410").waitFor();
    await page.getByRole("button", { name: "New secret", exact: true }).click();
    await page.getByRole("button", { name: "Make a new secret" }).click();
    await page.locator("#secret code", { hasText: /^whsec_/ }).waitFor();
    await look(page, "usage-settings");
    await page.getByRole("button", { name: `Enable ${gone.url}` }).click();
    await page.getByText("Deliveries to it go on.").waitFor();
    expect(await page.locator("#receivers").isVisible()).toBe(false);
    expect(await url.inputValue()).toBe(pages.service.inboxUrl);
    expect(problems).toEqual([]);
    await close();
  });

  test("the usage page saves a statement, and says why the service does not do something", async () => {
    const { page, close } = await openPage(pages.browser, `${pages.service.baseUrl}/usage`);
    await page.locator("html[data-ready]").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("button", { name: /^CSV of/ })
        .first()
        .click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^ST-\d{4}-\d{2}-\d{2}-\w+\.csv$/);
    await page.getByRole("button", { name: /^Revoke first key$/ }).click();
    await page.getByRole("button", { name: "Revoke for good: first key" }).click();
    await page.getByText("This is the organization's last key with the scope full").waitFor();
    await look(page, "usage-refused");
    await close();
  });

  test("programs still get JSON", async () => {
    const response = await fetch(pages.service.inboxUrl);
    expect(response.headers.get("content-type")).toBe("application/json");
  });
});
