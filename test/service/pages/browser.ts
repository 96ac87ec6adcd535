import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { isFullRun } from "../../support/full-run.ts";
import { startService } from "../../support/service.ts";

const executablePath = process.env.CHROMIUM || "/usr/bin/chromium";

/** Whether this machine has a browser for the tests of the pages. Nothing downloads one. */
export const hasBrowser = existsSync(executablePath);
if (isFullRun && !hasBrowser)
  console.log(`The pages are not tested: there is no ${executablePath}. Install Chromium, or set CHROMIUM.`);

/** The machine's Chromium, which reaches this machine alone. */
export const startBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-dev-shm-usage",
      "--use-gl=angle",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      ...more,
    ],
  });

export type Parts = { browser: Browser; service: Awaited<ReturnType<typeof startService>> };

/** A browser and a service with its first organization, for the tests of the block in which this is called. */
export function startPages(options: Parameters<typeof startService>[0] = {}): Parts {
  const parts: Partial<Parts> = {};
  beforeAll(async () => {
    const [browser, service] = await Promise.all([startBrowser(), startService({ seed: true, ...options })]);
    Object.assign(parts, { browser, service });
  });
  afterAll(async () => {
    await parts.browser?.close();
    await parts.service?.stop();
  });
  return parts as Parts;
}

export const widths = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };

/** A page in a new context, and what its console said: errors that the page itself did not expect. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: widths.desk, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(100_000);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      problems.push(message.text());
  });
  await page.goto(url);
  const close = async () => {
    // A read that a test has intercepted may be under way: its handler ends first.
    await page.unrouteAll({ behavior: "wait" });
    await context.close();
  };
  return { page, problems, close };
}

/** Presses the Tab key until it reaches an element. */
export async function pressUntil(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    if (await page.locator(`${selector}:focus`).count()) return;
  }
  throw new Error(`The Tab key does not reach ${selector}.`);
}

/** axe finds nothing, of any severity. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html)]);
  expect(found).toEqual([]);
}

const folder = process.env.SCREENS;

/**
 * axe finds nothing in this state of the page, in light or dark colours, and nothing is wider than the window. With
 * SCREENS=folder, the state is photographed at both widths.
 */
export async function look(page: Page, state: string): Promise<void> {
  const own = page.viewportSize() ?? widths.desk;
  const others = Object.values(widths).filter(({ width }) => width !== own.width);
  for (const size of folder ? [own, ...others] : [own]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      if (size === own) await expectAccessible(page);
      const path = `${folder}/${state}-${size.width}-${colorScheme}.png`;
      if (folder) await photograph(page, path);
    }
  }
  await page.setViewportSize(own);
  await page.emulateMedia({ colorScheme: null });
}

/**
 * Waits until the page shows the colours that it was asked for. A script hears of a new colour scheme with one of the
 * next two frames, and styles may fade into their colours. In between, axe measures colours of neither scheme.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const ends = ({ effect }) => Number.isFinite(effect.getComputedTiming().endTime);
    await Promise.allSettled(document.getAnimations().filter(ends).map(({ finished }) => finished));
  })()`);
}

/** A picture of the whole page. What sticks to the window's edge would lie in the middle of it. */
async function photograph(page: Page, path: string): Promise<void> {
  const stick = (position: string) =>
    page.evaluate(
      `for (const bar of document.querySelectorAll(".submit")) bar.style.position = ${JSON.stringify(position)}`,
    );
  await stick("static");
  await page.screenshot({ path, fullPage: true });
  await stick("");
}

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate<[number, number]>(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  );
  expect(content).toBeLessThanOrEqual(window);
}
