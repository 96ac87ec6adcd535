import { drawMask } from "@image-staging/inference-contract/sample-pictures";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { Form, type Parts } from "../../support/form.ts";
import { refurnish } from "../../support/requests.ts";
import { created, endOfJob, ingested, startPictures } from "./journey.ts";
import { newPartner } from "./service.ts";

const pictures = await startPictures();
afterAll(() => pictures.close());
const partner = await newPartner();
const sandbox = await newPartner({}, { sandbox: true });
const mask = await drawMask(400, 300);

const clean: Parts = [
  ["workflow", "staging"],
  ["capture_type", "photo"],
  ["mode", "clean"],
];
const masked = (bytes: Buffer, picture: Parts = [["file", pictures.room]]) =>
  new Form([...picture, ["mask", bytes], ...clean]);
const assetOf = async (owner: typeof partner) =>
  (await ingested(owner, new Form([["file", pictures.room]]))).body.source_asset_id;

// @contract added.57 added.58
describe("a photo with a mask is staged", () => {
  test("with the picture, and regenerated with the same mask", async () => {
    const { job_id, status } = await created(partner, masked(mask));
    expect(status).toBe("ingesting");
    const { body } = await endOfJob(partner, job_id);
    expect(body).toMatchObject({ status: "succeeded", outputs: [{ mask_url: null }], proposed_mask: null });
    const again = await partner.sendOk("regenerateGeneration", { id: job_id, body: {} });
    expect((await endOfJob(partner, again.job_id)).body.status).toBe("succeeded");
  });

  test("from a source asset, queued at once", async () => {
    const small = await sharp(mask).resize(40, 30).webp({ lossless: true }).toBuffer();
    const asset = await assetOf(partner);
    const { job_id, status } = await created(partner, masked(small, [["source_asset_id", asset]]));
    expect(status).toBe("queued");
    expect((await endOfJob(partner, job_id)).body.status).toBe("succeeded");
    const { items } = await partner.sendOk("listBillingEvents");
    const cleaned = items.filter(({ mode }: { mode: string }) => mode === "clean");
    const fingerprints = cleaned.map((event: { config_fingerprint: string }) => event.config_fingerprint);
    expect([fingerprints.length, new Set(fingerprints).size]).toEqual([3, 2]);
  });
});

// @contract added.58
describe("a mask that cannot be used ends the job with words that name it, without a retry", () => {
  const grey = (value: number, width = 400, height = 300) =>
    sharp({ create: { width, height, channels: 3, background: { r: value, g: value, b: value } } }).png();
  test.each([
    ["all black", grey(0).toBuffer(), "mask is all black"],
    ["all white", grey(255).toBuffer(), "mask is all white"],
    ["of other proportions", grey(255, 300, 300).toBuffer(), "mask must have the proportions of its picture"],
    ["damaged", Promise.resolve(mask.subarray(0, mask.length - 40)), "mask cannot be read"],
  ])("%s", async (_, bytes, words) => {
    const { job_id } = await created(
      partner,
      masked(await bytes, [["source_asset_id", await assetOf(partner)]]),
    );
    const { body } = await endOfJob(partner, job_id);
    expect(body.failure).toMatchObject({ code: "invalid_mask", retryable: false });
    expect(body.failure.message).toContain(words);
  });
});

// @contract added.60
test("a declined job offers a mask for nothing, which may be sent back", async () => {
  const asset = await assetOf(sandbox);
  const reference = "sandbox:mask_proposed";
  const { job_id } = await created(sandbox, refurnish(asset, { reference }));
  const { body } = await endOfJob(sandbox, job_id);
  expect(body.failure).toMatchObject({ code: "no_approved_output", retryable: false });
  expect((await sandbox.sendOk("listBillingEvents")).items).toEqual([]);
  const proposed = Buffer.from(await (await fetch(body.proposed_mask.image_url)).arrayBuffer());
  expect(await sharp(proposed).metadata()).toMatchObject({
    format: "png",
    width: 400,
    height: 300,
    channels: 1,
  });
  const form = masked(proposed, [
    ["source_asset_id", asset],
    ["reference", reference],
  ]);
  const corrected = await created(sandbox, form);
  expect((await endOfJob(sandbox, corrected.job_id)).body.status).toBe("succeeded");
});
