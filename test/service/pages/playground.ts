import type { BrowserContextOptions, Page } from "playwright-core";
import { openPage, type Parts } from "./browser.ts";

export const picture = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

/** Opens the playground, ready to use. */
export async function openPlayground(parts: Parts, options: BrowserContextOptions = {}, path = "/") {
  const opened = await openPage(parts.browser, parts.service.baseUrl + path, options);
  await opened.page.locator("html[data-ready]").waitFor();
  return opened;
}

export async function chooseSample(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await page.locator("#chosen").waitFor();
}

export const submitOf = (page: Page) => page.locator("#job [type=submit]");
export const generate = (page: Page) => submitOf(page).click();
export const chooseRoom = (page: Page, name: string) =>
  page.locator("#rooms").getByRole("button", { name, exact: true }).click();
export const showCode = (page: Page) => page.getByRole("button", { name: "Code", exact: true }).click();

/** Waits until the shown job, or the attempt to make one, has ended. */
export const ended = (page: Page, status = "succeeded") =>
  page.locator(`#result[data-status=${status}]`).waitFor();
