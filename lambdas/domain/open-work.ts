import { type Generation, isTerminal, jobDeadlineMinutes } from "./generation.ts";
import { type IngestJob, ingestDeadlineMinutes, isIngestTerminal } from "./ingest.ts";

/** A job or an ingest job that the sweeper looks at. */
export type OpenWork = { kind: "generation"; job: Generation } | { kind: "ingest"; ingest: IngestJob };

const minutesAfter = (time: string, minutes: number) => new Date(Date.parse(time) + minutes * 60_000);

export const jobDeadline = ({ created_at }: Generation): Date => minutesAfter(created_at, jobDeadlineMinutes);

export const ingestDeadline = ({ created_at }: IngestJob): Date =>
  minutesAfter(created_at, ingestDeadlineMinutes);

/** When to look whether work that was to start at `from` has started. */
export const startCheck = (from: Date): Date => new Date(from.getTime() + 60_000);

export type SweepAction = "start" | "fail" | "leave";

/**
 * What to do with work whose time to be looked at has come. Past its deadline it is failed; before that it is started,
 * which changes nothing where it runs already. A generation that waits for its ingest is started by that one's end.
 */
export function sweepAction(work: OpenWork, now: Date): SweepAction {
  const { isEnded, deadline, isWaiting } = standing(work);
  if (isEnded) return "leave";
  if (now >= deadline) return "fail";
  return isWaiting ? "leave" : "start";
}

const standing = (work: OpenWork) =>
  work.kind === "generation"
    ? {
        isEnded: isTerminal(work.job.status),
        deadline: jobDeadline(work.job),
        isWaiting: work.job.status === "ingesting",
      }
    : {
        isEnded: isIngestTerminal(work.ingest.status),
        deadline: ingestDeadline(work.ingest),
        isWaiting: false,
      };
