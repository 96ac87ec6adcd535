import { drawMask } from "@image-staging/inference-contract/sample-pictures";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasBrowser, look, startPages, widths } from "./browser.ts";
import { chooseSample, ended, generate, openPlayground } from "./playground.ts";

/** Paints from one place of the board to another, both as parts of its sides. */
async function paint(page: Page, from: [number, number], to: [number, number]) {
  const board = await page.locator("#brush-canvas").boundingBox();
  if (!board) throw new Error("There is no board.");
  const place = ([x, y]: [number, number]) =>
    [board.x + x * board.width, board.y + y * board.height] as const;
  await page.mouse.move(...place(from));
  await page.mouse.down();
  await page.mouse.move(...place(to), { steps: 8 });
  await page.mouse.up();
}
const share = async (page: Page) =>
  Number.parseInt((await page.locator("#brush-share").textContent()) ?? "", 10);

describe.skipIf(!hasBrowser)("the playground's brush", () => {
  const pages = startPages();

  test("marks what may go on a phone, and the job is made with it", async () => {
    const { page, problems, close } = await openPlayground(pages, { viewport: widths.phone, hasTouch: true });
    await chooseSample(page, "Photo");
    await page.getByRole("button", { name: "Mark what may go" }).click();
    await page.locator("#brush[open]").waitFor();
    expect(await page.locator("#brush-done").isDisabled()).toBe(true);
    await paint(page, [0.3, 0.7], [0.7, 0.75]);
    const painted = await share(page);
    expect(painted).toBeGreaterThan(2);
    await page.getByRole("button", { name: "Erase" }).click();
    await paint(page, [0.5, 0.7], [0.72, 0.75]);
    expect(await share(page)).toBeLessThan(painted);
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await share(page)).toBe(painted);
    await look(page, "brush");
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator("#marked").waitFor();
    const save = page.getByRole("link", { name: "Save the mask" });
    expect(await save.getAttribute("download")).toBe("sample-photo.mask.png");
    expect(await page.locator("#code").inputValue()).toContain("-F 'mask=@sample-photo.mask.png'");
    await look(page, "marked");
    await generate(page);
    await ended(page);
    await look(page, "marked-result");
    expect(problems).toEqual([]);
    await close();
  });

  test("paints by keyboard, and a cancelled change changes nothing", async () => {
    const { page, close } = await openPlayground(pages);
    await chooseSample(page, "Photo");
    await page.getByRole("button", { name: "Mark what may go" }).click();
    await page.locator("#brush[open]").waitFor();
    for (const key of ["ArrowDown", "+", " ", "ArrowRight", "Shift+ArrowRight", "Enter"])
      await page.keyboard.press(key);
    const painted = await share(page);
    expect(painted).toBeGreaterThan(0);
    for (const key of ["e", "Space"]) await page.keyboard.press(key);
    await page.keyboard.press("z");
    expect(await share(page)).toBe(painted);
    await page.keyboard.press("Escape");
    expect(await page.locator("#marked").isVisible()).toBe(false);
    await page.locator("input[name=capture][value=floorplan]").check();
    expect(await page.locator("#marking").isVisible()).toBe(false);
    await close();
  });

  test("starts from the mask that a model proposes, and sends the job again with it", async () => {
    const { page, close } = await openPlayground(pages);
    const proposal = `data:image/png;base64,${(await drawMask(60, 40)).toString("base64")}`;
    let asked = 0;
    await page.route(/generations\/job_\w+$/, async (route) => {
      const job = await (await route.fetch()).json();
      const failure = { code: "no_approved_output", message: "The room is furnished.", retryable: false };
      const proposed_mask = { image_url: proposal, expires_at: job.updated_at };
      const declined = {
        ...job,
        status: "failed",
        failure,
        proposed_mask,
        outputs: [],
        completed_at: job.updated_at,
      };
      await route.fulfill({ json: job.source_asset_id && asked++ === 0 ? declined : job });
    });
    await chooseSample(page, "Photo");
    await generate(page);
    await ended(page, "declined");
    await look(page, "proposed");
    await page.getByRole("button", { name: "See and correct what would have to go" }).click();
    await page.locator("#brush[open]").waitFor();
    expect([11, 12]).toContain(await share(page));
    await look(page, "proposal");
    await page.getByRole("button", { name: "Done" }).click();
    await ended(page);
    const code = await page.locator("#code").inputValue();
    expect(code).toContain("-F 'mask=@mask.png'");
    expect(code).toMatch(/-F 'source_asset_id=src_\w+'/);
    await close();
  });
});
