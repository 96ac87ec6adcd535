import { drawMask } from "@image-staging/inference-contract/sample-pictures";
import type { Context } from "aws-lambda";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { handler as approve } from "../../../lambdas/pipeline/approve-candidates.ts";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { objectKeys } from "../../../lambdas/storage/object-keys.ts";
import { startApi } from "../../support/api.ts";
import { drawRoom } from "../../support/pictures.ts";
import { refurnish } from "../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const context = { awsRequestId: "r" } as Context;
const size = { width: 320, height: 240 };
const room = await drawRoom(size).jpeg({ quality: 95 }).toBuffer();
const furnished = await sharp(room)
  .composite([
    { input: { create: { width: 90, height: 60, channels: 3, background: "#822" } }, left: 120, top: 140 },
  ])
  .jpeg({ quality: 95 })
  .toBuffer();
const edited = await drawMask(size.width, size.height);
const square = await drawMask(300, 300);

const put = (key: string, bytes: Buffer) => api.stored.set(`/pictures/${key}`, bytes);
const stored = (key: string) => api.stored.get(`/pictures/${key}`);

/** A running job, and the attempt in which its model has answered. */
async function runningJob() {
  const asset = await partner.addAsset(size);
  const { job_id } = await partner.sendOk("createGeneration", { body: refurnish(asset) });
  const reference = { organization_id: partner.organizationId, job_id };
  await api.startInference(reference);
  put(objectKeys.source(partner.organizationId, asset), room);
  return { reference, attempt: { ...reference, attempt: "1" } };
}
const answered = { contract_version: "1.2", model_version: "m", answered_at: "2026-11-22T09:00:00.000Z" };

// @contract added.59
test("an output's edit mask is a PNG of one channel and its size, by a signed URL", async () => {
  const { reference, attempt } = await runningJob();
  put(objectKeys.candidate(attempt, "c1"), furnished);
  put(objectKeys.candidateMask(attempt, "c1"), edited);
  const candidates = [{ candidate_id: "c1", score: 0.9, safe: true, mask: true }];
  const { outputs } = (await approve({ ...attempt, ...answered, candidates } as never, context)) as never;
  await finish({ ...reference, outputs } as never, context);
  const { outputs: shown } = await partner.sendOk("getGeneration", { id: reference.job_id });
  const { pathname, searchParams } = new URL(shown[0].mask_url);
  expect(searchParams.get("X-Amz-Signature")).toMatch(/^[0-9a-f]{64}$/);
  const mask = api.stored.get(pathname) ?? Buffer.alloc(0);
  expect(await sharp(mask).metadata()).toMatchObject({ format: "png", channels: 1, ...size });
});

// @contract added.60
describe("a mask that a declining model proposes", () => {
  const declined = { reason: "furnished", message: "The room is furnished.", proposed_mask: true };
  const declinedBy = async (proposal: Buffer | null) => {
    const { reference, attempt } = await runningJob();
    if (proposal) put(objectKeys.proposal(attempt), proposal);
    const error = await Promise.resolve(
      approve({ ...attempt, ...answered, candidates: [], declined } as never, context),
    ).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect([error?.name, error?.message]).toEqual(["inference_declined", declined.message]);
    const cause = JSON.stringify({ errorMessage: error?.message });
    await finish({ ...reference, error: { Error: "inference_declined", Cause: cause } } as never, context);
    return partner.sendOk("getGeneration", { id: reference.job_id });
  };

  test("is offered with the failure, and nothing is charged", async () => {
    const job = await declinedBy(edited);
    expect(job.failure).toEqual({ code: "no_approved_output", message: declined.message, retryable: false });
    expect(stored(objectKeys.proposedMask(partner.organizationId, job.job_id))?.length).toBeGreaterThan(0);
    expect(job.proposed_mask.image_url).toContain(`${job.job_id}/proposed-mask.png?`);
    const { items } = await partner.sendOk("listBillingEvents", { query: { job_id: job.job_id } });
    expect(items).toEqual([]);
  });

  test.each([
    ["is not there", null],
    ["is no picture", Buffer.from("none")],
    ["has other proportions", square],
  ])("is dropped if it %s", async (_, proposal) => {
    const job = await declinedBy(proposal);
    expect(job).toMatchObject({
      status: "failed",
      proposed_mask: null,
      failure: { message: declined.message },
    });
  });
});
