import { ulid } from "ulid";
import * as v from "valibot";
import { JobFailure } from "../domain/failures.ts";
import { configFingerprint } from "../domain/generation/fingerprint.ts";
import { configurationOf, type Generation } from "../domain/generation/generation.ts";
import { isTooLateToAsk } from "../domain/generation/inference.ts";
import { jobDeadline } from "../domain/generation/sweeping.ts";
import type { SourceAsset } from "../domain/source-asset/ingest.ts";
import { countMetric, timeMetric } from "../runtime/metrics.ts";
import { task } from "../runtime/task.ts";
import { markRunning } from "../storage/generation/generations.ts";
import {
  invokeModel,
  type PendingInference,
  rememberInference,
  requestKey,
} from "../storage/generation/inferences.ts";
import { writeObject } from "../storage/objects.ts";
import { succeedTask } from "../storage/task-callbacks.ts";
import { findApprovedBefore } from "./approved-before.ts";
import { loadAsset } from "./asset.ts";
import { JobEnded, JobOverdue, JobReference, loadOpenJob } from "./job.ts";
import { buildModelRequest } from "./model-request.ts";

const Input = v.object({ ...JobReference.entries, task_token: v.string() });

/**
 * Starts a job's work: `running`, with the fingerprint of its configuration. The state machine waits on the task token:
 * where the same configuration was approved before, its outputs are returned at once; else the model is asked for
 * candidates, and complete-inference returns those.
 */
export const handler = task(Input, async ({ task_token, ...reference }, log) => {
  const now = new Date();
  const job = await loadOpenJob(reference);
  if (now >= jobDeadline(job)) throw new JobOverdue(job.job_id);
  const asset = await loadAsset(job);
  const fingerprint = configFingerprint(job.organization_id, asset.content_hash, configurationOf(job));
  await markStarted(job, fingerprint, now);
  const outputs = await findApprovedBefore(job, fingerprint, now);
  if (outputs) {
    await succeedTask(task_token, { ...reference, outputs });
    countMetric("CacheHit");
    log.info("The configuration was approved before", { config_fingerprint: fingerprint });
    return;
  }
  if (isTooLateToAsk(job.created_at, now)) throw tooLate(job);
  const attempt = { ...reference, attempt: ulid(), task_token };
  await askModel(attempt, job, asset, now);
  log.info("The model is asked", { attempt: attempt.attempt });
});

/** A model that was never asked did not fail to answer. */
const tooLate = (job: Generation): Error =>
  job.status === "queued"
    ? new JobOverdue(job.job_id)
    : new JobFailure("inference_timeout", "The model did not answer in time. Regenerating may succeed.");

/** Every attempt of the task comes by here; the job waited in the queue until the first. */
async function markStarted(job: Generation, fingerprint: string, now: Date): Promise<void> {
  if (!(await markRunning(job, fingerprint, now))) throw new JobEnded(job.job_id);
  if (job.status === "queued") timeMetric("TimeInQueue", job.updated_at, now);
}

async function askModel(
  pending: PendingInference,
  job: Generation,
  asset: SourceAsset,
  now: Date,
): Promise<void> {
  const request = await buildModelRequest(job, asset, pending, now);
  await writeObject(requestKey(pending), JSON.stringify(request), "application/json");
  await rememberInference(pending, now);
  await invokeModel(pending, request);
}
