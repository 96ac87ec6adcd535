import * as v from "valibot";
import { failure } from "../domain/failures.ts";
import {
  nextSweepAt,
  type ScheduledWork,
  type SweepAction,
  sweepAction,
} from "../domain/generation/sweeping.ts";
import { announceCompletion, announceListing } from "../orchestration/events.ts";
import { failOverdueGeneration, startGeneration, startIngest } from "../orchestration/executions.ts";
import { errorForLog, type Log } from "../runtime/log.ts";
import { countMetric } from "../runtime/metrics.ts";
import { task } from "../runtime/task.ts";
import { removeLeftoverAssets, removeLeftoverOutputs } from "../storage/generation/leftovers.ts";
import { findWork, listDueKeys, removeFromSweep, scheduleNextSweep } from "../storage/generation/sweeping.ts";
import type { Key } from "../storage/keys.ts";
import { failIngest, removeIngestFromSweep } from "../storage/source-asset/ingests.ts";
import { closeDuePeriods } from "./billing/close-periods.ts";

const sweptAtOnce = 25;
const overdueIngest = failure(
  "internal_error",
  "The ingest did not end in time. Creating it again may succeed.",
);

/**
 * Checks all work that should have started, ended or been announced by now: starts what has not started, fails what is
 * past its deadline, announces each job and listing that has ended
 * unannounced, clears what a job left over, and closes billing periods.
 */
export const handler = task(v.unknown(), async (_event, log) => {
  const swept = { start: 0, wait: 0, fail: 0, announce: 0, clear: 0, close: 0, leave: 0, error: 0 };
  for await (const page of listDueKeys(new Date(), sweptAtOnce))
    for (const outcome of await Promise.all(page.map((key) => sweepItem(key, log)))) swept[outcome]++;
  for (const outcome of await closeDuePeriods(log)) swept[outcome]++;
  log.info("Swept", swept);
  return swept;
});

/** An item that cannot be swept must not block the others. */
async function sweepItem(key: Key, log: Log): Promise<SweepAction | "error"> {
  try {
    const work = await findWork(key);
    if (!work) return "leave";
    const now = new Date();
    const action = sweepAction(work, now);
    if (work.kind === "listing") {
      await announceListing(work.listing);
      return action;
    }
    if (action === "fail") await fail(work, log);
    if (action === "announce" && work.kind === "generation") await announceCompletion(work.job);
    if (action === "clear") await clear(work);
    if (action === "start") await start(work);
    if (action === "start" || action === "wait")
      await scheduleNextSweep(key, work, nextSweepAt(work, action, now));
    return action;
  } catch (error) {
    countMetric("SweepFailed");
    log.error("An item could not be swept", { key, error: errorForLog(error) });
    return "error";
  }
}

const start = (work: ScheduledWork): Promise<void> =>
  work.kind === "generation" ? startGeneration(work.job) : startIngest(work.ingest);

async function clear(work: ScheduledWork): Promise<void> {
  if (work.kind === "generation") {
    await removeLeftoverOutputs(work.job);
    return removeFromSweep(work.job);
  }
  await removeLeftoverAssets(work.ingest);
  return removeIngestFromSweep(work.ingest);
}

/** An overdue job stays on the list until an execution has ended it. */
async function fail(work: ScheduledWork, log: Log): Promise<void> {
  if (work.kind === "generation") {
    const { sandbox, organization_id, job_id } = work.job;
    if (!sandbox) countMetric("JobStuck");
    log[sandbox ? "info" : "error"]("A job has not ended within an hour", { organization_id, job_id });
    return failOverdueGeneration(work.job, new Date());
  }
  const { organization_id, job_id } = await failIngest(work.ingest, overdueIngest, new Date());
  if (job_id !== null) await startGeneration({ organization_id, job_id });
}
