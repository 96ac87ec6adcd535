import { ulid } from "ulid";
import * as v from "valibot";
import { nothingApproved } from "../approval/verdicts.ts";
import { JobFailure } from "../domain/failures.ts";
import { DeclinesSetting, refusalOf } from "../domain/generation/declines.ts";
import { configFingerprint } from "../domain/generation/fingerprint.ts";
import {
  configurationOf,
  type Generation,
  outputIdOf,
  type StoredOutput,
} from "../domain/generation/generation.ts";
import { candidatesSuspected, isTooLateToAsk, Suspected } from "../domain/generation/inference.ts";
import { modelFor } from "../domain/generation/models.ts";
import { choosesItsEnding, chosenFailureCode, modelFaultOf } from "../domain/generation/sandbox.ts";
import { jobDeadline } from "../domain/generation/sweeping.ts";
import type { SourceAsset } from "../domain/source-asset/ingest.ts";
import { nextChangeAt } from "../domain/times.ts";
import { failTask, succeedTask } from "../orchestration/executions.ts";
import { invokeModel } from "../orchestration/inferences.ts";
import { outputsAreSigned } from "../runtime/credentials/settings.ts";
import { env } from "../runtime/env.ts";
import { countMetric, timeMetric } from "../runtime/metrics.ts";
import { task } from "../runtime/task.ts";
import { findApproved } from "../storage/generation/approved-cache.ts";
import { findPublicDisclosure } from "../storage/generation/disclosures.ts";
import { markRunning } from "../storage/generation/generations.ts";
import { type PendingInference, rememberInference } from "../storage/generation/pending-inferences.ts";
import { objectKeys } from "../storage/object-keys.ts";
import { objectExists, writeObject } from "../storage/objects.ts";
import { buildModelRequest } from "./inference/model-request.ts";
import {
  FailureSimulated,
  JobEnded,
  JobOverdue,
  JobReference,
  loadAsset,
  loadOpenJob,
  maskHashOf,
  modelVersionFor,
} from "./job.ts";

/** The attempt whose candidates were rejected, or suspected of drift, as `rejected` says. */
const Previous = v.object({
  rejections: v.optional(v.number(), 0),
  rejected: v.optional(v.object({ Error: v.string() })),
  ...v.partial(Suspected).entries,
});

/** What the state machine hands on: `previous` is all that it knows. */
const Input = v.object({
  ...JobReference.entries,
  task_token: v.string(),
  previous: v.optional(Previous, {}),
});

/**
 * Marks a job `running`, with the fingerprint of its configuration, and starts its work. The state machine waits on the
 * task token. What the model declines whatever the picture shows is declined at once. If the same configuration was approved
 * before, its outputs are returned; otherwise the model is asked for candidates, and complete-inference returns those.
 */
export const handler = task(Input, async ({ task_token, previous, ...reference }, log) => {
  const rejections = previous.rejected === undefined ? 0 : previous.rejections + 1;
  const now = new Date();
  const job = await loadOpenJob(reference);
  if (now >= jobDeadline(job)) throw new JobOverdue(job.job_id);
  const asset = await loadAsset(job);
  if (chosenFailureCode(job) !== null) throw new FailureSimulated(job.job_id);
  const fingerprint = configFingerprint(
    job.organization_id,
    asset.content_hash,
    configurationOf(job),
    job,
    maskHashOf(job),
  );
  await markStarted(job, fingerprint, nextChangeAt(job, now));
  const refusal = refusalOf(job, v.parse(DeclinesSetting, env("MODEL_DECLINES")));
  if (refusal !== undefined) {
    await failTask(task_token, "inference_declined", refusal);
    log.info("The model declines the job whatever its picture shows", { refusal });
    return;
  }
  const outputs = await findApprovedBefore(job, fingerprint, now);
  if (outputs) {
    await succeedTask(task_token, { ...reference, outputs });
    if (!job.sandbox) countMetric("CacheHit");
    log.info("The configuration was approved before", { config_fingerprint: fingerprint });
    return;
  }
  const suspected = suspectedBefore(previous);
  if (isTooLateToAsk(job.created_at, now)) {
    if (!suspected) throw tooLate(job, rejections);
    await succeedTask(task_token, { ...reference, rejections, ...suspected });
    return;
  }
  const attempt = { ...reference, attempt: ulid(), task_token, rejections, ...(suspected && { suspected }) };
  await askModel(attempt, job, asset, now);
  log.info("The model was asked", { attempt: attempt.attempt });
});

/** Candidates that stand if no better ones come. */
function suspectedBefore({ rejected, attempt, candidates, answered_at }: v.InferOutput<typeof Previous>) {
  if (rejected?.Error !== candidatesSuspected || attempt === undefined || !candidates) return undefined;
  return { attempt, candidates, ...(answered_at !== undefined && { answered_at }) };
}

/** While the job is `queued`, the model was never asked, so it cannot have timed out. */
function tooLate(job: Generation, rejections: number): Error {
  if (job.status === "queued") return new JobOverdue(job.job_id);
  return rejections > 0
    ? new JobFailure("no_approved_output", nothingApproved([]))
    : new JobFailure("inference_timeout", "The model did not answer in time. Regenerating may succeed.");
}

/** Runs on every retry of the task; the time in the queue is recorded once, on the first. */
async function markStarted(job: Generation, fingerprint: string, now: Date): Promise<void> {
  if (!(await markRunning(job, fingerprint, now))) throw new JobEnded(job.job_id);
  if (job.status === "queued" && !job.sandbox) timeMetric("TimeInQueue", job.updated_at, now);
}

async function askModel(
  pending: PendingInference,
  job: Generation,
  asset: SourceAsset,
  now: Date,
): Promise<void> {
  const request = await buildModelRequest(job, asset, pending, now);
  await writeObject(objectKeys.inferenceRequest(pending), JSON.stringify(request), "application/json");
  await rememberInference(pending, now);
  await invokeModel(pending, { request, model: modelFor(job), fault: modelFaultOf(job) });
}

/**
 * The job's outputs if its configuration was approved before and it is not a regeneration, otherwise null. Also null if
 * an operator has removed a picture that the cache still names, or revoked its page, or if the picture is from before this
 * stage signed, so that it is made again, and for a job of a sandbox that chooses its ending.
 */
async function findApprovedBefore(
  job: Generation,
  fingerprint: string,
  now: Date,
): Promise<StoredOutput[] | null> {
  if (job.parent_job_id !== null || choosesItsEnding(job)) return null;
  const approved = await findApproved(job, fingerprint, modelVersionFor(job));
  if (!approved) return null;
  if (outputsAreSigned() && !approved.every(({ signed }) => signed)) return null;
  const exist = await Promise.all(approved.map(isStillThere));
  return exist.every(Boolean) ? approved.map((output) => cachedOutput(job, output, now)) : null;
}

/** If the picture leads to a page, that page is still there too. */
const isStillThere = async ({ object_key, disclosure_id }: StoredOutput): Promise<boolean> =>
  (await objectExists(object_key)) &&
  (disclosure_id === undefined || (await findPublicDisclosure(disclosure_id)) !== null);

const cachedOutput = (job: Generation, output: StoredOutput, now: Date): StoredOutput => ({
  ...output,
  output_id: outputIdOf(job.job_id, output.rank),
  cached: true,
  created_at: now.toISOString(),
});
