import * as v from "valibot";
import { failure } from "../domain/failures.ts";
import { type Generation, jobDeadlineMinutes } from "../domain/generation.ts";
import { type IngestJob, ingestDeadlineMinutes } from "../domain/ingest.ts";
import { sweepDecision } from "../domain/open-work.ts";
import type { Log } from "../runtime/log.ts";
import { countMetric } from "../runtime/metrics.ts";
import { task } from "../runtime/task.ts";
import { publishCompletion } from "../storage/events.ts";
import { startGeneration, startIngest } from "../storage/executions.ts";
import { finishGeneration } from "../storage/finish.ts";
import { failIngest } from "../storage/ingests.ts";
import { dueItems, lookAgainAtDeadline, type OpenItem } from "../storage/open-work.ts";
import { findOrganization } from "../storage/organizations.ts";

const tooLate = failure("internal_error", "The work did not end in time. Creating it again may succeed.");

/** Looks at all work that should have started or ended: what never started is started, what is past its deadline fails. */
export const handler = task(v.unknown(), async (_event, log) => {
  const swept = { start: 0, fail: 0, leave: 0, error: 0 };
  for await (const item of dueItems(new Date())) swept[await sweepItem(item, log)]++;
  log.info("Swept", swept);
  return swept;
});

/** One item that cannot be swept must not keep the others from it. */
async function sweepItem(item: OpenItem, log: Log) {
  try {
    return await (item.kind === "generation"
      ? sweepGeneration(item.generation, item)
      : sweepIngest(item.ingest, item));
  } catch (error) {
    countMetric("SweepFailed");
    log.error("An item could not be swept", { key: item.key, error });
    return "error";
  }
}

async function sweepGeneration(job: Generation, item: OpenItem) {
  const { action } = sweepDecision(
    { ...job, startedByAnother: false, deadlineMinutes: jobDeadlineMinutes },
    new Date(),
  );
  if (action === "fail") {
    countMetric("JobStuck");
    await failGeneration(job);
  } else {
    await startGeneration(job);
    await lookAgainAtDeadline(item);
  }
  return action;
}

async function sweepIngest(ingest: IngestJob, item: OpenItem) {
  const age = { ...ingest, startedByAnother: ingest.job_id !== null, deadlineMinutes: ingestDeadlineMinutes };
  const { action } = sweepDecision(age, new Date());
  if (action === "fail") await failIngest(ingest, tooLate, new Date());
  else {
    if (action === "start") await startIngest(ingest);
    await lookAgainAtDeadline(item);
  }
  return action;
}

async function failGeneration(job: Generation): Promise<void> {
  const { organization_id, job_id } = job;
  const organization = await findOrganization(organization_id);
  if (!organization) throw new Error(`There is no organization ${organization_id}.`);
  const result = { status: "failed", failure: tooLate } as const;
  const ended = await finishGeneration({ job, organization, result, now: new Date() });
  if (ended.failure) countMetric("JobFailed", { code: ended.failure.code });
  await publishCompletion({ type: `generation.${ended.status}`, organization_id, job_id });
}
