import type { Context } from "aws-lambda";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { failure } from "../../../../lambdas/domain/failures.ts";
import { handler as finish } from "../../../../lambdas/pipeline/finish-generation.ts";
import { findGeneration } from "../../../../lambdas/storage/generation/generations.ts";
import { startApi } from "../../../support/api.ts";
import { proCapture } from "../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
afterEach(() => void vi.useRealTimers());

/** A job of a function with a clock four seconds ahead of the clocks of the functions after it. */
async function acceptEarly() {
  const partner = await api.newPartner();
  const source_asset_id = await partner.addAsset();
  vi.useFakeTimers({ toFake: ["Date"] });
  const now = Date.now();
  vi.setSystemTime(now + 4000);
  const { job_id, created_at } = await partner.sendOk("createGeneration", {
    body: proCapture(source_asset_id),
  });
  vi.setSystemTime(now);
  return { partner, created_at, reference: { organization_id: partner.organizationId, job_id } };
}

test("a job is not cancelled before it was created, even if the clocks of two machines differ", async () => {
  const { partner, reference, created_at } = await acceptEarly();
  const cancelled = await partner.sendOk("cancelGeneration", { id: reference.job_id });
  expect(cancelled).toMatchObject({ status: "failed", completed_at: created_at, updated_at: created_at });
  expect(await partner.sendOk("getGeneration", { id: reference.job_id })).toEqual(cancelled);
});

test("a job neither runs nor ends before it was created, even if the clocks of two machines differ", async () => {
  const { reference, created_at } = await acceptEarly();
  const read = () => findGeneration(reference.organization_id, reference.job_id);
  await api.startInference(reference);
  expect(await read()).toMatchObject({ status: "running", updated_at: created_at });
  const { code, message } = failure("inference_failed", "The model could not process the picture.");
  await finish({ ...reference, error: { Error: code, Cause: message } }, { awsRequestId: "task" } as Context);
  expect(await read()).toMatchObject({ status: "failed", completed_at: created_at, updated_at: created_at });
});
