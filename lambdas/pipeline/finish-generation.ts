import * as v from "valibot";
import { CaughtError, type Failure, failureFrom } from "../domain/failures.ts";
import {
  exposedOutputs,
  type Generation,
  isCancelled,
  StoredOutput,
} from "../domain/generation/generation.ts";
import { chosenFailureCode, simulatedFailure } from "../domain/generation/sandbox.ts";
import { nextChangeAt } from "../domain/times.ts";
import { announceCompletion } from "../orchestration/events.ts";
import { errorForLog, type Log } from "../runtime/log.ts";
import { countMetric, timeMetric } from "../runtime/metrics.ts";
import { task } from "../runtime/task.ts";
import { rememberApproved } from "../storage/generation/approved-cache.ts";
import { finishGeneration, type JobResult } from "../storage/generation/finish.ts";
import { findOrganization } from "../storage/organization/organizations.ts";
import { findIngest } from "../storage/source-asset/ingests.ts";
import { failureSimulated, JobReference, loadJob, modelVersionFor } from "./job.ts";
import { announceThresholds } from "./webhook/announce-thresholds.ts";

const Input = v.object({
  ...JobReference.entries,
  outputs: v.optional(v.pipe(v.array(StoredOutput), v.minLength(1))),
  error: v.optional(CaughtError),
});

/**
 * Ends a job with its approved outputs or its failure, and announces that; a repeat announces it again. A job that its
 * caller has cancelled is left as it is: the cancel announces it.
 */
export const handler = task(Input, async ({ outputs, error, ...reference }, log) => {
  const job = await loadJob(reference);
  const organization = await findOrganization(job.organization_id);
  if (!organization) throw new Error(`There is no organization ${job.organization_id}.`);
  const result = await findResult(job, outputs, error);
  const now = nextChangeAt(job, new Date());
  const { job: ended, usage } = await finishGeneration({ job, organization, result, now });
  if (isCancelled(ended)) return log.info("The job was cancelled");
  if (outputs) await keepForLater(ended, outputs, log);
  await announceCompletion(ended);
  await announceThresholds(organization, usage, now);
  if (!ended.sandbox) measure(ended, now);
  const isOurs = ended.failure?.code === "internal_error";
  log[isOurs ? "error" : "info"]("The job has ended", {
    status: ended.status,
    failure: ended.failure,
    error,
  });
});

/** What the model declines is the picture's fault; what approval refuses may be the model's. */
const isDeclined = ({ code, retryable }: Failure) => code === "no_approved_output" && !retryable;

/** Jobs of a sandbox are not measured: a failure that a partner asks for must not wake an operator. */
function measure({ failure, created_at }: Generation, now: Date): void {
  if (failure) countMetric("JobFailed", { code: isDeclined(failure) ? "declined" : failure.code });
  else {
    countMetric("JobSucceeded");
    timeMetric("JobDuration", created_at, now);
  }
}

/**
 * Remembers approved outputs once their job has succeeded, so that a cancelled job's never come back without a
 * charge. The job has ended: if this fails, the same configuration is made again.
 */
async function keepForLater(job: Generation, outputs: StoredOutput[], log: Log): Promise<void> {
  const { config_fingerprint } = job;
  if (job.status !== "succeeded" || config_fingerprint === null || outputs.some(({ cached }) => cached))
    return;
  await rememberApproved(job, config_fingerprint, modelVersionFor(job), outputs).catch((error) =>
    log.warn("The approved outputs could not be remembered", { error: errorForLog(error) }),
  );
}

async function findResult(
  job: Generation,
  outputs: StoredOutput[] | undefined,
  error: CaughtError | undefined,
): Promise<JobResult> {
  if (outputs && !error)
    return { status: "succeeded", outputs: exposedOutputs(outputs, job.include_alternates) };
  return {
    status: "failed",
    failure:
      (await findIngestFailure(job)) ??
      findSimulatedFailure(job, error) ??
      failureFrom(error ?? { Error: "internal_error", Cause: "" }),
  };
}

/** The failure that a job of a sandbox chose, if its first task has ended it for that. */
function findSimulatedFailure(job: Generation, error: CaughtError | undefined): Failure | null {
  const code = error?.Error === failureSimulated ? chosenFailureCode(job) : null;
  return code && simulatedFailure(code).toFailure();
}

/** If the ingest failed, its own failure says more than the state machine's error. */
async function findIngestFailure(job: Generation): Promise<Failure | null> {
  const ingest = job.ingest_id === null ? null : await findIngest(job.organization_id, job.ingest_id);
  return ingest?.failure ?? null;
}
