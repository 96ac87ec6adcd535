import * as v from "valibot";
import { type Generation, isTerminal } from "../domain/generation/generation.ts";
import type { SourceAsset } from "../domain/source-asset/ingest.ts";
import { findGeneration } from "../storage/generation/generations.ts";
import { findAsset } from "../storage/source-asset/ingests.ts";

/** How a state machine names a job. */
export const JobReference = v.object({ organization_id: v.string(), job_id: v.string() });
export type JobReference = v.InferOutput<typeof JobReference>;

/** The job of a task; a state machine never runs for a job that does not exist. */
export async function loadJob({ organization_id, job_id }: JobReference): Promise<Generation> {
  const job = await findGeneration(organization_id, job_id);
  if (!job) throw new Error(`There is no job ${job_id}.`);
  return job;
}

/** Tells the state machine, by its name, that the job was ended elsewhere and nothing is left to do. */
export class JobEnded extends Error {
  constructor(jobId: string) {
    super(`Job ${jobId} has ended already.`);
    this.name = "job_ended";
  }
}

/** Tells the state machine, by its name, that the job could not be ended in time any more and is to be failed. */
export class JobOverdue extends Error {
  constructor(jobId: string) {
    super(`Job ${jobId} could not end by its deadline.`);
    this.name = "job_overdue";
  }
}

/** The job of a task that has work to do for it. Throws JobEnded where the job has ended. */
export async function loadOpenJob(reference: JobReference): Promise<Generation> {
  const job = await loadJob(reference);
  if (isTerminal(job.status)) throw new JobEnded(job.job_id);
  return job;
}

/** Tells the state machine, by its name, that the job's picture could not be ingested; the ingest says why. */
class IngestFailed extends Error {
  constructor(jobId: string) {
    super(`The ingest of job ${jobId} has failed.`);
    this.name = "ingest_failed";
  }
}

/** The source asset of a job whose ingest has ended. Throws IngestFailed where that gave none. */
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
