import { completedAt, type Listing } from "../listing/listing.ts";
import {
  type IngestJob,
  ingestDeadlineMinutes,
  isIngestTerminal,
  leftoverAssets,
} from "../source-asset/ingest.ts";
import { type Generation, isTerminal, jobDeadlineMinutes, leftoverOutputs } from "./generation.ts";

/**
 * An item on the sweeper's list: a job, with the ingest that it still waits for and whether its end is announced, an ingest
 * job, or a closed listing.
 */
export type OpenWork =
  | { kind: "generation"; job: Generation; ingest: IngestJob | null; announced: boolean }
  | { kind: "ingest"; ingest: IngestJob }
  | { kind: "listing"; listing: Listing };

/** What is started, waited for and failed by a deadline. */
export type ScheduledWork = Exclude<OpenWork, { kind: "listing" }>;

/** Whether a job waits for its ingest: for its source asset, or for its mask alone. */
export const awaitsIngest = ({ status, mask }: Generation): boolean =>
  status === "ingesting" || (status === "queued" && mask !== null && mask.content_hash === null);

const minutesAfter = (time: string, minutes: number) => new Date(Date.parse(time) + minutes * 60_000);

export const jobDeadline = ({ created_at }: Generation): Date => minutesAfter(created_at, jobDeadlineMinutes);

export const ingestDeadline = ({ created_at }: IngestJob): Date =>
  minutesAfter(created_at, ingestDeadlineMinutes);

/** When the sweeper checks that what was due at `from` has happened. */
export const oneMinuteAfter = (from: Date): Date => new Date(from.getTime() + 60_000);

/** Longer than a task runs, and than a request is on its way that a killed task has sent. */
const leftoverMinutes = 15;

/** When nothing is added any more to what a job left over that has ended; null if it can have left nothing. */
export const leftoversDueAt = (job: Generation): Date | null =>
  leftoverOutputs(job).length === 0 ? null : minutesAfter(job.updated_at, leftoverMinutes);

/** The same of an ingest that ends at `now`. */
export const leftoverAssetsDueAt = (ingest: IngestJob, now: Date): Date | null =>
  leftoverAssets(ingest).length === 0 ? null : minutesAfter(now.toISOString(), leftoverMinutes);

export type SweepAction = "start" | "wait" | "fail" | "announce" | "clear" | "leave";

/**
 * What the sweeper does with an item that is due. Past its deadline, it fails the item. Before that, it starts the
 * item, which changes nothing if it runs already; a generation waits instead until its ingest has ended. A generation
 * that has ended stays on the list until that is announced and what it left over is cleared, a closed listing until its jobs
 * have ended and that is announced.
 */
export function sweepAction(work: OpenWork, now: Date): SweepAction {
  if (work.kind === "listing") return completedAt(work.listing) === null ? "leave" : "announce";
  return work.kind === "generation" ? actionOnGeneration(work, now) : actionOnIngest(work.ingest, now);
}

function actionOnGeneration(
  { job, ingest, announced }: { job: Generation; ingest: IngestJob | null; announced: boolean },
  now: Date,
): SweepAction {
  if (isTerminal(job.status)) return announced ? "clear" : "announce";
  if (now >= jobDeadline(job)) return "fail";
  const isWaiting = awaitsIngest(job) && ingest !== null && !isIngestTerminal(ingest.status);
  return isWaiting ? "wait" : "start";
}

function actionOnIngest(ingest: IngestJob, now: Date): SweepAction {
  if (isIngestTerminal(ingest.status)) {
    const due = leftoverAssetsDueAt(ingest, new Date(ingest.updated_at));
    return due !== null && now >= due ? "clear" : "leave";
  }
  return now >= ingestDeadline(ingest) ? "fail" : "start";
}

/** When the sweeper checks again on an item that it started, or that waits. */
export function nextSweepAt(work: ScheduledWork, action: "start" | "wait", now: Date): Date {
  if (action === "wait") return oneMinuteAfter(now);
  return work.kind === "generation" ? jobDeadline(work.job) : ingestDeadline(work.ingest);
}
