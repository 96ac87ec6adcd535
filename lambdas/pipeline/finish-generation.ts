import * as v from "valibot";
import { CaughtError, type Failure, failureFrom } from "../domain/failures.ts";
import { exposedOutputs, type Generation, StoredOutput } from "../domain/generation/generation.ts";
import { countMetric, timeMetric } from "../runtime/metrics.ts";
import { task } from "../runtime/task.ts";
import { finishGeneration, type JobResult } from "../storage/generation/finish.ts";
import { findOrganization } from "../storage/organization/organizations.ts";
import { findIngest } from "../storage/source-asset/ingests.ts";
import { JobReference, loadJob } from "./job.ts";
import { announceCompletion } from "./webhook/announce.ts";

const Input = v.object({
  ...JobReference.entries,
  outputs: v.optional(v.pipe(v.array(StoredOutput), v.minLength(1))),
  error: v.optional(CaughtError),
});

/** Ends a job with its approved outputs or its failure, and announces that; a repeat announces it again. */
export const handler = task(Input, async ({ outputs, error, ...reference }, log) => {
  const job = await loadJob(reference);
  const organization = await findOrganization(job.organization_id);
  if (!organization) throw new Error(`There is no organization ${job.organization_id}.`);
  const result = await findResult(job, outputs, error);
  const now = new Date();
  const ended = await finishGeneration({ job, organization, result, now });
  await announceCompletion(ended);
  if (ended.failure) countMetric("JobFailed", { code: ended.failure.code });
  else {
    countMetric("JobSucceeded");
    timeMetric("JobDuration", ended.created_at, now);
  }
  log.info("The job has ended", { status: ended.status, failure: ended.failure, error });
});

async function findResult(
  job: Generation,
  outputs: StoredOutput[] | undefined,
  error: CaughtError | undefined,
): Promise<JobResult> {
  if (outputs && !error)
    return { status: "succeeded", outputs: exposedOutputs(outputs, job.include_alternates) };
  return {
    status: "failed",
    failure: (await findIngestFailure(job)) ?? failureFrom(error ?? { Error: "internal_error", Cause: "" }),
  };
}

/** If the ingest failed, its own failure says more than the state machine's error. */
async function findIngestFailure(job: Generation): Promise<Failure | null> {
  const ingest = job.ingest_id === null ? null : await findIngest(job.organization_id, job.ingest_id);
  return ingest?.failure ?? null;
}
