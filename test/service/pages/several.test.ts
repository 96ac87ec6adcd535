import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { drawFloorplan, drawRoom } from "../../support/pictures.ts";
import { until } from "../../support/until.ts";
import { hasBrowser, look, startPages, widths } from "./browser.ts";
import { chooseSample, ended, generate, openPlayground, picture, submitOf } from "./playground.ts";

const room = await drawRoom({ width: 600, height: 400 }).jpeg().toBuffer();
const plan = await drawFloorplan({ width: 640, height: 480 }).png().toBuffer();
const files = [
  picture("IMG_2231 Küche.jpg", "image/jpeg", room),
  picture("DSC0001.jpg", "image/jpeg", room),
  picture("plan.png", "image/png", plan),
];

const choose = async (page: Page, chosen: typeof files) => {
  await page.locator("#file").setInputFiles(chosen);
  await page
    .locator(chosen.length > 1 ? "#pictures li" : "#picture-name")
    .first()
    .waitFor();
};

describe.skipIf(!hasBrowser)("several pictures or styles at once", () => {
  const pages = startPages();

  test.each([
    ["a small notebook", { width: 1366, height: 768 }],
    ["a phone", widths.phone],
  ])("on %s, an own picture, its room, the style and Generate are in view", async (_name, viewport) => {
    const { page, close } = await openPlayground(pages, { viewport });
    await choose(page, files.slice(0, 1));
    await page.getByText("Guessed from the file’s name.").waitFor();
    const edges: number[] = [];
    for (const part of ["#drop", "#rooms", "#styles", "#job [type=submit]"]) {
      const box = await page.locator(part).boundingBox();
      edges.push(box?.y ?? Number.NaN, (box?.y ?? 0) + (box?.height ?? 0));
    }
    // Generate sticks to the window's edge, and covers none of the others.
    expect(edges).toEqual(edges.toSorted((a, b) => a - b));
    expect(edges.at(-1)).toBeLessThanOrEqual(viewport.height);
    expect(await submitOf(page).textContent()).toBe("Generate Kitchen, Modern");
    // Generate is pressed while the second picture may still be read: the first one's room is not sent.
    await page.locator("#file").setInputFiles(files.slice(1, 2));
    await generate(page);
    await page.getByText("Choose the room first").waitFor();
    expect(await submitOf(page).textContent()).toBe("Generate Modern");
    await close();
  });

  test("pictures become jobs of one listing, each with its room, and a reload keeps them", async () => {
    const { page, problems, close } = await openPlayground(pages);
    await choose(page, files);
    expect(await page.getByLabel("Room in IMG_2231 Küche.jpg").inputValue()).toBe("Kitchen");
    expect(await page.getByLabel("What plan.png shows").inputValue()).toBe("floorplan");
    await look(page, "pictures");
    await generate(page);
    await page.getByText("Choose the room of DSC0001.jpg").waitFor();
    await page.getByLabel("Room in DSC0001.jpg").selectOption("Office");
    await generate(page);
    await ended(page, "ended");
    expect(await page.locator("#batch-said").textContent()).toBe("3 of 3 done");
    const tiles = page.locator("#tiles li");
    expect(await tiles.locator("a").allTextContents()).toEqual([
      "Kitchen, Modern",
      "Office, Modern",
      "Floor plan, Modern",
    ]);
    expect(await tiles.first().textContent()).toContain("Simulated: not a staged picture");
    await look(page, "listing");
    const names: string[] = [];
    page.on("download", (download) => names.push(download.suggestedFilename()));
    await page.getByRole("button", { name: "Download all" }).click();
    await until(async () => names.length === 3);
    expect(names.toSorted()).toEqual([
      "dsc0001-office-modern.jpg",
      "img-2231-kuche-kitchen-modern.jpg",
      "plan-floor-plan-modern.jpg",
    ]);
    await page.reload();
    await ended(page, "ended");
    expect(await tiles.count()).toBe(3);
    await tiles.first().getByRole("link").click();
    await ended(page);
    await page.goBack();
    await ended(page, "ended");
    expect(problems).toEqual([]);
    await close();
  });

  test("one picture is made in several styles, which are compared side by side and enlarged", async () => {
    const { page, problems, close } = await openPlayground(pages, { viewport: widths.phone, hasTouch: true });
    await choose(page, files.slice(0, 1));
    await page.getByLabel("Compare several").check();
    for (const style of ["scandi", "boho"]) await page.locator(`input[name=style][value=${style}]`).check();
    expect(await submitOf(page).textContent()).toBe("Generate Kitchen, 3 styles");
    await generate(page);
    await ended(page, "ended");
    await page.getByRole("button", { name: "Enlarge Kitchen, Scandi" }).tap();
    await page.getByRole("heading", { name: "Kitchen, Scandi" }).waitFor();
    await page.getByRole("button", { name: "Zoom in" }).tap();
    await page.locator("#lightbox-board[data-scale='1.25']").waitFor();
    await look(page, "lightbox");
    await page.getByRole("button", { name: "Next" }).tap();
    await page.getByRole("heading", { name: "Kitchen, Boho" }).waitFor();
    await page.locator("#lightbox-board[data-scale='1.00']").waitFor();
    await page.getByRole("button", { name: "Close" }).tap();
    expect(problems).toEqual([]);
    await close();
  });

  test("a panorama is enlarged in its viewer, and a job that is refused does not stop the others", async () => {
    const { page, close } = await openPlayground(pages);
    const error = { code: "forbidden", message: "Access is suspended.", retryable: false, retry_after: null };
    let sent = 0;
    await page.route(/v1\/generations$/, (route) =>
      route.request().method() === "POST" && sent++ === 0
        ? route.fulfill({ status: 403, json: { error } })
        : route.continue(),
    );
    await chooseSample(page, "Panorama");
    await page.getByLabel("Compare several").check();
    await page.locator("input[name=style][value=boho]").check();
    await generate(page);
    await ended(page, "ended");
    expect(await page.locator("#batch-said").textContent()).toBe("1 of 2 done, 1 not");
    await page.getByText("Access is suspended.").waitFor();
    await page.locator(".tile-picture:enabled").click();
    await page.locator("#lightbox-viewer[data-turn]").waitFor();
    await look(page, "lightbox-panorama");
    await close();
  });
});
