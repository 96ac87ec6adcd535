import * as v from "valibot";
import { expect, test } from "vitest";
import { outputIdOf } from "../../../../lambdas/domain/generation/generation.ts";
import {
  leftoversDueAt,
  nextSweepAt,
  type ScheduledWork,
  sweepAction,
} from "../../../../lambdas/domain/generation/sweeping.ts";
import {
  IngestJob,
  ingestStatusesBefore,
  ingestView,
  newIngestJob,
  sourceAssetId,
} from "../../../../lambdas/domain/source-asset/ingest.ts";
import { newUpload } from "../../../../lambdas/domain/source-asset/upload.ts";
import { newJob, newOutput } from "../../../support/new-job.ts";

const created = "2026-03-01T12:00:00.000Z";
const after = (minutes: number, ms = 0) => new Date(Date.parse(created) + minutes * 60_000 + ms);
const accepted = {
  organization_id: "org_1",
  ingest_id: "src_1",
  job_id: null,
  capture_type: null,
  source: { kind: "url" as const, url: "https://pictures.example.com/a.jpg" },
};
const ingest = (status: "queued" | "ingesting" | "ready" | "failed") => ({
  ...newIngestJob(accepted, new Date(created)),
  status,
});
const outputOf = (rank: number) =>
  newOutput(rank, { output_id: outputIdOf("job_1", rank), object_key: `outputs/org_1/job_1/${rank}.jpg` });
const generation = (
  status: "ingesting" | "queued" | "running" | "succeeded" | "failed",
  awaited: ReturnType<typeof ingest> | null = null,
): ScheduledWork => ({
  kind: "generation",
  job: newJob("org_1", { status, created_at: created }),
  ingest: awaited,
  announced: false,
});

const masked = (content_hash: string | null): ScheduledWork => ({
  kind: "generation",
  job: newJob("org_1", { status: "queued", created_at: created, mask: { content_hash } }),
  ingest: ingest("ingesting"),
  announced: false,
});

test.each([
  ["queued", generation("queued"), 1, "start"],
  ["running", generation("running"), 59, "start"],
  ["waiting for its ingest", generation("ingesting", ingest("queued")), 1, "wait"],
  ["waiting for its ingest that works", generation("ingesting", ingest("ingesting")), 1, "wait"],
  ["waiting for an ingest that is ready", generation("ingesting", ingest("ready")), 1, "start"],
  ["waiting for an ingest that has failed", generation("ingesting", ingest("failed")), 1, "start"],
  ["waiting for an ingest that is gone", generation("ingesting"), 1, "start"],
  ["queued, with an ingest that is not read again", generation("queued", ingest("queued")), 1, "start"],
  ["waiting for its mask alone", masked(null), 1, "wait"],
  ["queued with its mask", masked("aa"), 1, "start"],
  ["at its deadline", generation("running"), 60, "fail"],
  ["waiting at its deadline", generation("ingesting", ingest("queued")), 60, "fail"],
  ["succeeded", generation("succeeded"), 1, "announce"],
  ["failed, past its deadline", generation("failed"), 61, "announce"],
  ["failed and announced", { ...generation("failed"), announced: true }, 61, "clear"],
] as const)("a job that is %s is swept so", (_state, work, minutes, action) => {
  expect(sweepAction(work, after(minutes))).toBe(action);
});

test.each([
  ["failed after it ran", { status: "failed" }, 15],
  ["failed before it ran", { status: "failed", config_fingerprint: null }, null],
  ["succeeded", { outputs: [outputOf(1)] }, null],
  ["succeeded with one of two outputs", { outputs: [outputOf(1)], include_alternates: true }, 15],
  ["succeeded with both", { outputs: [outputOf(1), outputOf(2)], include_alternates: true }, null],
] as const)(
  "what a job left over that has %s is cleared when nothing is added to it",
  (_how, changes, minutes) => {
    const job = newJob("org_1", {
      ...{ job_id: "job_1", created_at: created, updated_at: created, config_fingerprint: "cfg_1" },
      ...{ status: "succeeded", ...changes, outputs: "outputs" in changes ? [...changes.outputs] : [] },
    });
    expect(leftoversDueAt(job)).toEqual(minutes === null ? null : after(minutes));
  },
);

test.each([
  ["queued", 1, "start"],
  ["ingesting", 14, "start"],
  ["queued", 15, "fail"],
  ["ingesting", 15, "fail"],
  ["ready", 16, "leave"],
  ["failed", 1, "leave"],
] as const)("an ingest that is %s after %i minutes is swept so: %s", (status, minutes, action) => {
  expect(sweepAction({ kind: "ingest", ingest: ingest(status) }, after(minutes))).toBe(action);
});

test("what was started is swept again at its deadline, and what waits a minute later", () => {
  const waiting = generation("ingesting", ingest("queued"));
  expect(nextSweepAt(waiting, "wait", after(3))).toEqual(after(4));
  expect(nextSweepAt(waiting, "start", after(3))).toEqual(after(60));
  expect(nextSweepAt({ kind: "ingest", ingest: ingest("queued") }, "start", after(3))).toEqual(after(15));
});

test("an ingest starts queued, works, and ends ready or failed", () => {
  expect(ingestView(newIngestJob(accepted, new Date(created)))).toEqual({
    ingest_id: "src_1",
    status: "queued",
    source_asset_id: null,
    failure: null,
    created_at: created,
    completed_at: null,
    updated_at: created,
  });
  expect(newIngestJob(accepted, new Date(created))).toMatchObject(accepted);
  expect(ingestStatusesBefore("queued")).toEqual([]);
  expect(ingestStatusesBefore("ingesting")).toEqual(["queued"]);
  expect(ingestStatusesBefore("ready")).toEqual(["ingesting"]);
  expect(ingestStatusesBefore("failed")).toEqual(["queued", "ingesting"]);
});

test("an ingest that must fail has a failure code, and no other text", () => {
  const stored = newIngestJob(accepted, new Date(created));
  const fits = (simulated_failure: unknown) => v.is(IngestJob, { ...stored, simulated_failure });
  expect([undefined, "invalid_image", "other", 1, null].map(fits)).toEqual([true, true, false, false, false]);
});

test("the same bytes are one asset within an organization, and another in every other one", () => {
  expect(sourceAssetId("org_1", "hash")).toMatch(/^src_[0-9A-Z]{26}$/);
  const ids = [
    sourceAssetId("org_1", "hash"),
    sourceAssetId("org_1", "hash"),
    sourceAssetId("org_2", "hash"),
  ];
  expect(new Set(ids).size).toBe(2);
});

test("an upload can be used for an hour", () => {
  expect(newUpload("org_1", "upl_1", after(0, 999))).toEqual({
    organization_id: "org_1",
    upload_id: "upl_1",
    created_at: "2026-03-01T12:00:00.999Z",
    expires_at: Date.parse(created) / 1000 + 3600,
  });
});
