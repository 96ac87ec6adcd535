import { type IngestJob, ingestDeadlineMinutes, isIngestTerminal } from "../source-asset/ingest.ts";
import { type Generation, isTerminal, jobDeadlineMinutes } from "./generation.ts";

/** A job, with the ingest that it waits for or waited for, or an ingest job, that the sweeper looks at. */
export type OpenWork =
  | { kind: "generation"; job: Generation; ingest: IngestJob | null }
  | { kind: "ingest"; ingest: IngestJob };

const minutesAfter = (time: string, minutes: number) => new Date(Date.parse(time) + minutes * 60_000);

export const jobDeadline = ({ created_at }: Generation): Date => minutesAfter(created_at, jobDeadlineMinutes);

export const ingestDeadline = ({ created_at }: IngestJob): Date =>
  minutesAfter(created_at, ingestDeadlineMinutes);

/** When to look whether what was to happen at `from` has happened. */
export const oneMinuteAfter = (from: Date): Date => new Date(from.getTime() + 60_000);

export type SweepAction = "start" | "wait" | "fail" | "announce" | "leave";

/**
 * What to do with work whose time to be looked at has come. Past its deadline it is failed; before that it is started,
 * which changes nothing where it runs already, except for a generation whose ingest has not ended. A generation that has
 * ended is on the list until that is announced.
 */
export const sweepAction = (work: OpenWork, now: Date): SweepAction =>
  work.kind === "generation" ? actionOnGeneration(work, now) : actionOnIngest(work.ingest, now);

function actionOnGeneration(
  { job, ingest }: { job: Generation; ingest: IngestJob | null },
  now: Date,
): SweepAction {
  if (isTerminal(job.status)) return "announce";
  if (now >= jobDeadline(job)) return "fail";
  const isWaiting = job.status === "ingesting" && ingest !== null && !isIngestTerminal(ingest.status);
  return isWaiting ? "wait" : "start";
}

function actionOnIngest(ingest: IngestJob, now: Date): SweepAction {
  if (isIngestTerminal(ingest.status)) return "leave";
  return now >= ingestDeadline(ingest) ? "fail" : "start";
}

/** When to look again at work that was started, or that waits. */
export function nextSweepAt(work: OpenWork, action: "start" | "wait", now: Date): Date {
  if (action === "wait") return oneMinuteAfter(now);
  return work.kind === "generation" ? jobDeadline(work.job) : ingestDeadline(work.ingest);
}
