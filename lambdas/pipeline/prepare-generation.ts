import { configFingerprint } from "../domain/fingerprint.ts";
import { configurationOf, type Generation, type StoredOutput } from "../domain/generation.ts";
import { derivedId } from "../domain/ids.ts";
import { env } from "../runtime/env.ts";
import { countMetric, timeMetric } from "../runtime/metrics.ts";
import { task } from "../runtime/task.ts";
import { findApproved } from "../storage/approved-cache.ts";
import { markRunning } from "../storage/generations.ts";
import { objectExists } from "../storage/objects.ts";
import { assetOf } from "./asset.ts";
import { JobEnded, JobReference, openJobOf } from "./job-reference.ts";

/**
 * Starts a job's work: `running`, with the fingerprint of its configuration. Where the same configuration was approved
 * before and the job is no regeneration, its outputs come along and no inference is needed.
 */
export const handler = task(JobReference, async (reference, log) => {
  const job = await openJobOf(reference);
  const { content_hash } = await assetOf(job);
  const fingerprint = configFingerprint(job.organization_id, content_hash, configurationOf(job));
  const now = new Date();
  if (!(await markRunning(job, fingerprint, now))) throw new JobEnded(job.job_id);
  timeMetric("TimeInQueue", job.created_at, now);
  const approved = await approvedBefore(job, fingerprint);
  if (!approved) return reference;
  countMetric("CacheHit");
  log.info("The configuration was approved before", { config_fingerprint: fingerprint });
  return { ...reference, outputs: approved.map((output) => cachedOutput(job, output)) };
});

/** Nothing holds an operator from removing a picture that the cache still names: then it is made anew. */
async function approvedBefore(job: Generation, fingerprint: string): Promise<StoredOutput[] | null> {
  if (job.parent_job_id !== null) return null;
  const approved = await findApproved(job.organization_id, fingerprint, env("MODEL_VERSION"));
  const exist = await Promise.all((approved ?? []).map(({ object_key }) => objectExists(object_key)));
  return exist.every(Boolean) ? approved : null;
}

const cachedOutput = (job: Generation, output: StoredOutput): StoredOutput => ({
  ...output,
  output_id: derivedId("out", job.job_id, String(output.rank)),
  cached: true,
  created_at: new Date().toISOString(),
});
