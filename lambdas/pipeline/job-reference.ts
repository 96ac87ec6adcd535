import * as v from "valibot";
import type { Generation } from "../domain/generation.ts";
import { findGeneration } from "../storage/generations.ts";

/** How a state machine names a job. */
export const JobReference = v.object({ organization_id: v.string(), job_id: v.string() });
export type JobReference = v.InferOutput<typeof JobReference>;

/** The job of a task; a state machine never runs for a job that does not exist. */
export async function jobOf({ organization_id, job_id }: JobReference): Promise<Generation> {
  const job = await findGeneration(organization_id, job_id);
  if (!job) throw new Error(`There is no job ${job_id}.`);
  return job;
}
