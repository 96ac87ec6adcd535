import * as v from "valibot";
import { type Generation, isTerminal } from "../domain/generation/generation.ts";
import { modelFor } from "../domain/generation/models.ts";
import type { SourceAsset } from "../domain/source-asset/ingest.ts";
import { env } from "../runtime/env.ts";
import { findGeneration } from "../storage/generation/generations.ts";
import { findAsset } from "../storage/source-asset/ingests.ts";

/** A job's ids, by which a state machine refers to it. */
export const JobReference = v.object({ organization_id: v.string(), job_id: v.string() });
export type JobReference = v.InferOutput<typeof JobReference>;

/** Reads the job of a task. Throws if there is none: a state machine never runs for an unknown job. */
export async function loadJob({ organization_id, job_id }: JobReference): Promise<Generation> {
  const job = await findGeneration(organization_id, job_id);
  if (!job) throw new Error(`There is no job ${job_id}.`);
  return job;
}

/** Signals to the state machine, by its name, that the job has ended already and nothing is left to do. */
export class JobEnded extends Error {
  constructor(jobId: string) {
    super(`Job ${jobId} has ended already.`);
    this.name = "job_ended";
  }
}

/** Signals to the state machine, by its name, that the job cannot end by its deadline and must be failed. */
export class JobOverdue extends Error {
  constructor(jobId: string) {
    super(`Job ${jobId} could not end by its deadline.`);
    this.name = "job_overdue";
  }
}

/** Reads the job of a task that works on it. Throws JobEnded if the job has ended. */
export async function loadOpenJob(reference: JobReference): Promise<Generation> {
  const job = await loadJob(reference);
  if (isTerminal(job.status)) throw new JobEnded(job.job_id);
  return job;
}

/** Signals to the state machine, by its name, that the job's ingest failed; the ingest says why. */
class IngestFailed extends Error {
  constructor(jobId: string) {
    super(`The ingest of job ${jobId} has failed.`);
    this.name = "ingest_failed";
  }
}

/** The error by which a first task ends the job of a sandbox that chose to fail. Its reference says how. */
export const failureSimulated = "failure_simulated";

/** Signals to the state machine, by its name, that the job chose to fail. */
export class FailureSimulated extends Error {
  constructor(jobId: string) {
    super(`Job ${jobId} chose to fail.`);
    this.name = failureSimulated;
  }
}

/** Reads the source asset of a job after its ingest. Throws IngestFailed if the ingest gave none. */
export async function loadAsset({
  organization_id,
  job_id,
  source_asset_id,
}: Generation): Promise<SourceAsset> {
  if (source_asset_id === null) throw new IngestFailed(job_id);
  const asset = await findAsset(organization_id, source_asset_id);
  if (!asset) throw new Error(`Source asset ${source_asset_id} of job ${job_id} is gone.`);
  return asset;
}

/** The hash of the job's mask; null if it has none. Throws IngestFailed if that could not be read. */
export function maskHashOf({ job_id, mask }: Generation): string | null {
  if (mask?.content_hash === null) throw new IngestFailed(job_id);
  return mask?.content_hash ?? null;
}

/** The version of the model that answers for a job, which is part of the approved cache's key. */
export function modelVersionFor(job: Generation): string {
  switch (modelFor(job)) {
    case "simulated":
      return env("SIMULATED_MODEL_VERSION");
    case "plans":
      return process.env.PLANS_MODEL_VERSION || env("MODEL_VERSION");
    case "enhance":
      return process.env.ENHANCE_MODEL_VERSION || env("MODEL_VERSION");
    case "staging":
      return env("MODEL_VERSION");
  }
}
