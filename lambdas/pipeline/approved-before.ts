import type { Generation, StoredOutput } from "../domain/generation/generation.ts";
import { derivedId } from "../domain/ids.ts";
import { env } from "../runtime/env.ts";
import { findApproved } from "../storage/generation/approved-cache.ts";
import { objectExists } from "../storage/objects.ts";

/**
 * The job's outputs where its configuration was approved before and it is no regeneration, else null. Nothing holds an
 * operator from removing a picture that the cache still names: then it is made anew.
 */
export async function findApprovedBefore(
  job: Generation,
  fingerprint: string,
  now: Date,
): Promise<StoredOutput[] | null> {
  if (job.parent_job_id !== null) return null;
  const approved = await findApproved(job.organization_id, fingerprint, env("MODEL_VERSION"));
  if (!approved) return null;
  const exist = await Promise.all(approved.map(({ object_key }) => objectExists(object_key)));
  return exist.every(Boolean) ? approved.map((output) => cachedOutput(job, output, now)) : null;
}

const cachedOutput = (job: Generation, output: StoredOutput, now: Date): StoredOutput => ({
  ...output,
  output_id: derivedId("out", job.job_id, String(output.rank)),
  cached: true,
  created_at: now.toISOString(),
});
