import { configFingerprint } from "../domain/fingerprint.ts";
import { configurationOf, type Generation, type StoredOutput } from "../domain/generation.ts";
import { derivedId } from "../domain/ids.ts";
import { env } from "../runtime/env.ts";
import { countMetric, timeMetric } from "../runtime/metrics.ts";
import { task } from "../runtime/task.ts";
import { findApproved } from "../storage/approved-cache.ts";
import { markRunning } from "../storage/generations.ts";
import { assetOf } from "./asset.ts";
import { JobReference, jobOf } from "./job-reference.ts";

/**
 * Starts a job's work: `running`, with the fingerprint of its configuration. Where the same configuration was approved
 * before and the job is no regeneration, its outputs come along and no inference is needed.
 */
export const handler = task(JobReference, async (reference, log) => {
  const job = await jobOf(reference);
  const { content_hash } = await assetOf(job);
  const fingerprint = configFingerprint(job.organization_id, content_hash, configurationOf(job));
  const now = new Date();
  if (!(await markRunning(job, fingerprint, now))) throw new Error(`Job ${job.job_id} has ended already.`);
  timeMetric("TimeInQueue", job.created_at, now);
  if (job.parent_job_id !== null) return reference;
  const approved = await findApproved(job.organization_id, fingerprint, env("MODEL_VERSION"));
  if (!approved) return reference;
  countMetric("CacheHit");
  log.info("The configuration was approved before", { config_fingerprint: fingerprint });
  return { ...reference, outputs: approved.map((output) => cachedOutput(job, output)) };
});

const cachedOutput = (job: Generation, output: StoredOutput): StoredOutput => ({
  ...output,
  output_id: derivedId("out", job.job_id, String(output.rank)),
  cached: true,
  created_at: new Date().toISOString(),
});
