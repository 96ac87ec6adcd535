import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { drawRoom } from "../../support/pictures.ts";
import { until } from "../../support/until.ts";
import { hasBrowser, look, startPages, widths } from "./browser.ts";
import {
  chooseRoom,
  chooseSample,
  ended,
  generate,
  openPlayground,
  picture,
  showCode,
  submitOf,
} from "./playground.ts";

const phone = { viewport: widths.phone, hasTouch: true, isMobile: true };

describe.skipIf(!hasBrowser)("the playground's result", () => {
  const pages = startPages();
  const open = (options = {}, path = "/") => openPlayground(pages, options, path);

  const makeJob = async (page: Page, sample = "Photo") => {
    await chooseSample(page, sample);
    await generate(page);
    await ended(page);
  };
  const turned = async (viewer: Locator, move: () => Promise<void>) => {
    const before = await viewer.getAttribute("data-turn");
    await move();
    await until(async () => (await viewer.getAttribute("data-turn")) !== before);
  };
  /** Moves fingers over an element, each from one part of its width to another, at its middle. */
  const swipe = async (target: Locator, ...ways: [from: number, to: number][]) => {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error("There is nothing to swipe over.");
    const session = await target.page().context().newCDPSession(target.page());
    const fingersAt = (done: number) =>
      ways.map(([from, to], id) => ({
        id,
        x: box.x + box.width * (from + (to - from) * done),
        y: box.y + box.height / 2,
      }));
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingersAt(0) });
    for (let step = 1; step <= 8; step++)
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingersAt(step / 8) });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };

  test("a result is compared, and a reload keeps it", async () => {
    const { page, problems, close } = await open();
    await makeJob(page);
    await page.evaluate(`document.querySelector("#after").decode()`);
    await page.locator("#history img").first().waitFor();
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

  test.each(["renovate", "clean", "enhance"])("the task %s gives a result", async (task) => {
    const { page, close } = await open();
    await chooseSample(page, "Photo");
    await page.locator(`input[name=task][value=${task}]`).check();
    await generate(page);
    await ended(page);
    await page.evaluate(`document.querySelector("#after").decode()`);
    await look(page, task);
    await close();
  });

  test("reads that fail are repeated until the job has ended", async () => {
    const { page, close } = await open();
    let isLost = true;
    await page.route(/generations\/job_/, (route) => (isLost ? route.abort() : route.continue()));
    await chooseSample(page, "Photo");
    await generate(page);
    await page.getByText("The connection was lost").waitFor();
    await look(page, "lost");
    isLost = false;
    await ended(page);
    expect(await page.locator("#trouble").textContent()).toBe("");
    await close();
  });

  test("request and answer belong to one job, whatever the form says meanwhile", async () => {
    const { page, close } = await open();
    await makeJob(page);
    const job = JSON.parse(await page.locator("#answer").inputValue());
    await page.locator("input[name=style][value=boho]").check();
    expect(await page.locator("#code").inputValue()).toContain("boho");
    expect(await page.locator("#answer").inputValue()).toBe("Not sent yet.");
    await showCode(page);
    await page.getByRole("button", { name: "This job" }).click();
    expect(await page.locator("#code").inputValue()).toContain("modern");
    expect(JSON.parse(await page.locator("#answer").inputValue()).job_id).toBe(job.job_id);
    await page.reload();
    await ended(page);
    expect(await page.locator("#code").inputValue()).toContain(job.source_asset_id);
    await close();
  });

  test("Back leads through the jobs to the chosen picture, and Forward to the job again", async () => {
    const { page, problems, close } = await open();
    await makeJob(page);
    const first = page.url();
    await page.locator("#split").fill("80");
    await chooseSample(page, "Floor plan");
    await generate(page);
    await page.waitForURL((url) => url.href !== first);
    await ended(page);
    // What says that the picture is simulated is on its left.
    expect(await page.locator("#split").inputValue()).toBe("0");
    await page.goBack();
    await page.getByText("Your picture").waitFor();
    await page.goBack();
    await page.locator("#about").getByText("Photo").waitFor();
    expect(page.url()).toBe(first);
    await page.goBack();
    await page.getByText("Your picture").waitFor();
    await page.goForward();
    await ended(page);
    expect(page.url()).toBe(first);
    expect(problems).toEqual([]);
    await close();
  });

  test("a chosen picture is shown large at once, in place of the job, which stays a step back", async () => {
    const { page, close } = await open();
    await makeJob(page);
    const job = page.url();
    await chooseSample(page, "Floor plan");
    const width = () => page.locator("#preview img").evaluate((image) => image.clientWidth);
    await until(async () => (await width()) > widths.desk.width / 2.5);
    expect(await page.locator("#stage").isVisible()).toBe(false);
    await look(page, "chosen");
    await page.goBack();
    await ended(page);
    expect(page.url()).toBe(job);
    await close();
  });

  test("pictures with expired URLs are read again, once", async () => {
    const { page, problems, close } = await open();
    await makeJob(page);
    // The store refuses a signature that does not match as it refuses one that has expired: with 403.
    const expire = (text: string) => text.replaceAll(/(X-Amz-Signature=)\w/g, "$1_");
    // Routes with `times: 1` would end the interception of the one that is under way when the other has been answered.
    const unread = new Set(["list", "job"]);
    await page.route(/v1\/generations(\?limit|\/job_\w+$)/, async (route) => {
      if (!unread.delete(route.request().url().includes("?") ? "list" : "job")) return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, body: expire(await response.text()) });
    });
    await page.reload();
    for (const image of ["#after", "#history img"])
      await until(() => page.evaluate(`document.querySelector("${image}")?.naturalWidth > 0`));
    expect(await page.locator("#before").isVisible()).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  test("a picture that stays away is asked for twice, and a sentence says so", async () => {
    const { page, close } = await open();
    await makeJob(page);
    let reads = 0;
    await page.route(/X-Amz-Signature/, (route) => route.fulfill({ status: 403 }));
    page.on("request", (request) => {
      if (/generations\/job_\w+$/.test(request.url())) reads++;
    });
    await page.reload();
    await page.getByText("The picture cannot be loaded").waitFor();
    expect(reads).toBe(2);
    await look(page, "no-output");
    await close();
  });

  test("a panorama can be looked around in, by keys and by dragging", async () => {
    const { page, problems, close } = await open();
    await chooseSample(page, "Panorama");
    expect(await page.locator("input[name=style][value='']").isEnabled()).toBe(false);
    await generate(page);
    await ended(page);
    await look(page, "panorama");
    await page.getByRole("button", { name: "Look around" }).click();
    const viewer = page.locator("#viewer[data-turn]");
    await viewer.waitFor();
    await turned(viewer, () => viewer.press("ArrowRight"));
    await turned(viewer, () =>
      viewer.dragTo(viewer, { sourcePosition: { x: 300, y: 100 }, targetPosition: { x: 200, y: 100 } }),
    );
    await look(page, "viewer");
    await page.getByLabel("How much of the view").press("End");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    expect(await page.locator("#before").isVisible()).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  test("by touch, a sample becomes a result that comes into view, is compared and looked around in", async () => {
    const { page, problems, close } = await open({ ...phone, colorScheme: "dark" });
    await page.getByRole("button", { name: "Panorama", exact: true }).tap();
    await page.locator("#chosen").waitFor();
    await submitOf(page).tap();
    await ended(page);
    expect((await page.locator("#result").boundingBox())?.y).toBeLessThan(widths.phone.height - 100);
    await page.getByRole("button", { name: "Compare", exact: true }).tap();
    await swipe(page.locator("#split"), [0.5, 0.8]);
    expect(Number(await page.locator("#split").inputValue())).toBeCloseTo(80, -1);
    await page.getByRole("button", { name: "Look around" }).tap();
    const viewer = page.locator("#viewer[data-turn]");
    await viewer.waitFor();
    await turned(viewer, () => swipe(viewer, [0.7, 0.3]));
    // The picture follows the finger: it went to the left, so the view turns to the right.
    expect(Number(await viewer.getAttribute("data-turn"))).toBeGreaterThan(0.3);
    const wide = Number(await viewer.getAttribute("data-width"));
    await swipe(viewer, [0.4, 0.2], [0.6, 0.8]);
    await until(async () => Number(await viewer.getAttribute("data-width")) < wide);
    expect(problems).toEqual([]);
    await close();
  });

  test("by touch, an own picture becomes a result that is downloaded, checked and made again", async () => {
    const { page, problems, close } = await open(phone);
    const own = await drawRoom({ width: 600, height: 400 }).jpeg().toBuffer();
    await page.locator("#file").setInputFiles(picture("my-room.jpg", "image/jpeg", own));
    await page.getByText("my-room.jpg, 600").waitFor();
    await submitOf(page).tap();
    await page.getByText("Choose the room first").waitFor();
    await chooseRoom(page, "Dining Room");
    await submitOf(page).tap();
    await ended(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).tap(),
    ]);
    expect(download.suggestedFilename()).toBe("dining-room-modern.jpg");
    const made = readFileSync(await download.path());
    const first = page.url();
    await page.getByText("Regenerate", { exact: true }).tap();
    await page.getByRole("button", { name: "Make it again" }).tap();
    await page.waitForURL((url) => url.href !== first);
    await ended(page);
    await page.getByRole("link", { name: "Verify" }).tap();
    await page.waitForURL(/\/verify$/);
    await page.locator("#file").setInputFiles(picture("made.jpg", "image/jpeg", made));
    await page.getByRole("heading", { name: "No content credentials" }).waitFor();
    await page.getByRole("link", { name: "Webhooks" }).tap();
    await page.getByRole("searchbox", { name: "Search" }).fill("refund");
    await page
      .getByRole("link", { name: /^Usage and billing/ })
      .first()
      .tap();
    await page.waitForURL(/\/documents\/billing\.html/);
    expect(problems).toEqual([]);
    await close();
  });

  test("alternates, a label with its page and a reference are asked for and shown", async () => {
    const { page, close } = await open();
    await chooseSample(page, "Floor plan");
    await page.locator("input[name=style][value='']").check();
    await page.getByText("More", { exact: true }).click();
    await page.getByLabel("Include alternates").check();
    await page.getByLabel("Label on the picture").first().selectOption("label_and_page");
    await page.getByLabel("Your reference").first().fill("listing-4711");
    await generate(page);
    await ended(page);
    const answer = JSON.parse(await page.locator("#answer").inputValue());
    expect(answer).toMatchObject({
      style_preset: null,
      reference: "listing-4711",
      disclosure: "label_and_page",
    });
    expect(answer.outputs.length).toBeGreaterThan(1);
    expect(await page.locator("#outputs button").count()).toBe(answer.outputs.length);
    await page.getByRole("button", { name: "Alternate" }).first().click();
    expect(await page.locator("#after").getAttribute("src")).toBe(answer.outputs[1].image_url);
    expect(await page.getByRole("link", { name: "Public page" }).getAttribute("href")).toBe(
      answer.disclosure_url,
    );
    await look(page, "floorplan");
    await close();
  });

  test("a job is made again with other rooms, another style and a label", async () => {
    const { page, close } = await open();
    await makeJob(page);
    await page.getByText("Regenerate", { exact: true }).click();
    const again = page.locator("#overrides");
    await again.getByLabel("Add a room").fill("Kitchen");
    await again.getByRole("button", { name: "Take out Kitchen" }).waitFor();
    await again.getByLabel("Style").selectOption("boho");
    await again.getByLabel("Label on the picture").selectOption("label");
    await look(page, "again");
    const asked = page.waitForRequest(/regenerate$/);
    await again.getByRole("button", { name: "Make it again" }).click();
    expect((await asked).postDataJSON()).toEqual({
      room_types: ["Living Room", "Kitchen"],
      style_preset: "boho",
      disclosure: "label",
    });
    await until(async () => /"parent_job_id": "job_/.test(await page.locator("#answer").inputValue()));
    await ended(page);
    await close();
  });

  test("a job that fails says why", async () => {
    const { page, close } = await open();
    await page.getByText("More", { exact: true }).click();
    await page.locator("#url").fill("http://127.0.0.1:9/room.jpg");
    await chooseRoom(page, "Bedroom");
    await generate(page);
    await ended(page, "failed");
    expect(await page.locator("#failure").textContent()).toMatch(/source_url_/);
    await look(page, "failed");
    await close();
  });

  test.each([
    ["no_approved_output", "Its floor is not free.", "Declined"],
    ["cancelled", "The job was cancelled.", "Cancelled"],
  ])("a job that ended by %s is not called failed", async (code, message, words) => {
    const { page, close } = await open();
    await page.route(/generations\/job_\w+$/, async (route) => {
      const answer = await route.fetch();
      const source_asset_id = "asset_1";
      const ended = {
        status: "failed",
        source_asset_id,
        outputs: [],
        failure: { code, message, retryable: false },
      };
      const completed_at = new Date().toISOString();
      await route.fulfill({ json: { ...(await answer.json()), ...ended, completed_at } });
    });
    await chooseSample(page, "Photo");
    await generate(page);
    await page.locator("#status").getByText(words).waitFor();
    expect(await page.locator("#failure.note").textContent()).toBe(`${message} Nothing is charged.`);
    const isDeclined = code === "no_approved_output";
    await page.getByText("Regenerate", { exact: true }).click();
    const again = page.getByRole("button", { name: "Make it again" });
    expect(await again.isDisabled()).toBe(isDeclined);
    await page.locator("#again-mode select").selectOption("renovate");
    expect(await again.isDisabled()).toBe(false);
    await look(page, code);
    await close();
  });

  test("a job that is not accepted, or not there, is not called failed", async () => {
    const { page, close } = await open();
    const error = { code: "forbidden", message: "Access is suspended.", retryable: false, retry_after: null };
    await page.route(/v1\/generations$/, (route) => route.fulfill({ status: 403, json: { error } }));
    await chooseSample(page, "Photo");
    await generate(page);
    await page.getByText("Not accepted").waitFor();
    expect(JSON.parse(await page.locator("#answer").inputValue())).toEqual({ error });
    await look(page, "refused");
    await page.goto(`${pages.service.baseUrl}/?job=job_01UNKNOWN`);
    await page.getByText("Cannot be shown").waitFor();
    await look(page, "unknown");
    await close();
  });

  test("a job that runs shows its picture and what the model is at, and can be cancelled", async () => {
    const { page, close } = await open();
    let isCancelled = false;
    await page.route(/playground\/progress\/job_\w+$/, (route) =>
      route.fulfill({ json: { stage: "render", done: 0.5 } }),
    );
    await page.route(/generations\/job_\w+$/, async (route) => {
      const answer = await route.fetch();
      const running = { status: "running", outputs: [], failure: null };
      await route.fulfill({ json: { ...(await answer.json()), ...(!isCancelled && running) } });
    });
    await chooseSample(page, "Photo");
    await generate(page);
    await page.getByText("Being made").waitFor();
    await page.getByText("Computing light, 61 %").waitFor();
    expect(await page.locator("#waiting").isVisible()).toBe(true);
    await look(page, "running");
    const asked = page.waitForResponse(/generations\/job_\w+\/cancel$/);
    await page.getByRole("button", { name: "Cancel" }).click();
    expect((await asked).status()).toBe(200);
    isCancelled = true;
    for (const id of ["#cancel", "#waiting"]) await page.locator(id).waitFor({ state: "hidden" });
    await close();
  });
});
