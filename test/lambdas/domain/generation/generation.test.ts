import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { notFound, rateLimited } from "../../../../lambdas/domain/errors.ts";
import { alterationOf } from "../../../../lambdas/domain/generation/disclosure.ts";
import {
  cancelledJob,
  exposedOutputs,
  isCancelled,
  isTerminal,
  jobStatusesBefore,
  newGeneration,
} from "../../../../lambdas/domain/generation/generation.ts";
import {
  candidateIdsOf,
  InferenceNotification,
  ModelResponse,
} from "../../../../lambdas/domain/generation/inference.ts";
import { generationView, noPictures } from "../../../../lambdas/domain/generation/view.ts";
import { disclosureIdOf } from "../../../../lambdas/domain/ids.ts";
import { newJob, newOutput } from "../../../support/new-job.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const output = (rank: number) => newOutput(rank, { created_at: now.toISOString() });

test("a job waits for its picture, is queued, runs, and ends once", () => {
  expect(jobStatusesBefore("ingesting")).toEqual([]);
  expect(jobStatusesBefore("queued")).toEqual(["ingesting"]);
  expect(jobStatusesBefore("running")).toEqual(["queued"]);
  expect(jobStatusesBefore("succeeded")).toEqual(["running"]);
  expect(jobStatusesBefore("failed")).toEqual(["ingesting", "queued", "running"]);
  expect((["queued", "succeeded", "failed"] as const).map(isTerminal)).toEqual([false, true, true]);
});

test("a new job is queued, or waits for its ingest, and has nothing yet", () => {
  const job = newJob("org_1");
  expect(newGeneration({ ...job, ingest_id: null }, now)).toEqual({
    ...job,
    status: "queued",
    config_fingerprint: null,
    failure: null,
    outputs: [],
    completed_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  });
  const ingested = { ...job, ingest_id: "src_1" };
  expect(newGeneration({ ...ingested, source_asset_id: null }, now).status).toBe("ingesting");
  const masked = { ...ingested, mask: { content_hash: null } };
  expect(newGeneration(masked, now).status).toBe("queued");
});

test("a job exposes its best output, and the second if that is asked for", () => {
  const approved = [output(3), output(2), output(1)];
  expect(exposedOutputs(approved, false).map(({ rank }) => rank)).toEqual([1]);
  expect(exposedOutputs(approved, true).map(({ rank }) => rank)).toEqual([1, 2]);
});

test("a cancelled job has failed, without outputs", () => {
  const job = newJob("org_1", { outputs: [output(1)] });
  const cancelled = cancelledJob(job, now);
  expect(cancelled).toEqual({
    ...job,
    status: "failed",
    outputs: [],
    completed_at: now.toISOString(),
    updated_at: now.toISOString(),
    failure: { code: "cancelled", message: "The job was cancelled.", retryable: false },
  });
  const failed = { ...cancelled, failure: { code: "other", message: "", retryable: false } };
  expect([isCancelled(cancelled), isCancelled(failed), isCancelled(job)]).toEqual([true, false, false]);
});

test("a view has the job's own fields, and none of how it is stored", () => {
  const job = newJob("org_1", { reference: "listing 1", outputs: [output(1)] });
  const view = generationView(job, noPictures);
  expect(view).toMatchObject({
    job_id: job.job_id,
    reference: "listing 1",
    outputs: [],
    original: null,
    disclosure_url: null,
  });
  for (const name of ["organization_id", "webhook_url", "reserved_period", "config_fingerprint"])
    expect(view).not.toHaveProperty(name);
});

test("what was altered is said by the mode; an enhancement adds and removes nothing", () => {
  expect(alterationOf({ workflow: "staging", mode: "clean" })).toEqual({
    label: "Virtually staged",
    description: "Furniture and objects were removed digitally.",
  });
  for (const enhanced of [
    { workflow: "pro_capture", mode: null },
    { workflow: "staging", mode: null },
    { workflow: "pro_capture", mode: "clean" },
  ] as const)
    expect(alterationOf(enhanced).label).toBe("Digitally enhanced");
  const all = (["refurnish", "renovate", "clean", "panorama360", "floorplan"] as const).map((mode) =>
    alterationOf({ workflow: "staging", mode }),
  );
  expect(all.every(({ label, description }) => label === "Virtually staged" && description !== "")).toBe(
    true,
  );
});

test("a model names each of its three candidates once", () => {
  const candidate = (candidate_id: string) => ({ candidate_id, score: 0.9, safe: true });
  const accepts = (...ids: string[]) =>
    v.is(ModelResponse, { contract_version: "1.0", model_version: "m", candidates: ids.map(candidate) });
  expect([candidateIdsOf(false), candidateIdsOf(true)]).toEqual([["c1"], ["c1", "c2"]]);
  expect([accepts(), accepts("c1", "c2"), accepts("c1", "c1"), accepts("c3")]).toEqual([
    ...[true, true, false, false],
  ]);
});

test("a notification says why an inference failed, and where the answer of a completed one is", () => {
  const parse = (notification: object) =>
    v.parse(InferenceNotification, { requestParameters: { inputLocation: "s3://b/in" }, ...notification });
  expect(parse({ invocationStatus: "Failed", failureReason: "busy" })).toEqual({
    inputLocation: "s3://b/in",
    failureReason: "busy",
    answer: {},
  });
  const answer = { outputLocation: "s3://b/out" };
  expect(
    parse({ invocationStatus: "Completed", failureReason: "ignored", responseParameters: answer }),
  ).toEqual({ inputLocation: "s3://b/in", failureReason: null, answer });
  expect(parse({ invocationStatus: "Failed" }).failureReason).toBe("");
});

test("a refusal has its code, and when to try again", () => {
  expect(notFound("generation")).toMatchObject({
    code: "not_found",
    name: "not_found",
    retryAfter: null,
    limit: null,
    message: "There is no generation with this id.",
  });
  const limit = { name: "create", quota: 1, secondsLeft: 5 };
  expect(rateLimited("Wait.", 5, limit)).toMatchObject({ code: "rate_limited", retryAfter: 5, limit });
});

describe("the id of a public page", () => {
  const ids = Array.from({ length: 1000 }, (_, number) => disclosureIdOf(`out_${number}`, "secret"));

  test("is the same for the same output, and has 130 bits of its organization's secret", () => {
    expect(ids.map((_, number) => disclosureIdOf(`out_${number}`, "secret"))).toEqual(ids);
    expect(disclosureIdOf("out_0", "another secret")).not.toBe(ids[0]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-z]{26}$/);
    expect(new Set(ids.join(""))).toHaveLength(32);
  });
});
