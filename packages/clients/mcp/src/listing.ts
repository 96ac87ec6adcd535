import type { Listing } from "@image-staging/client";
import * as v from "valibot";

const moment = v.nullable(v.string());
const ListedJob = v.object({ job_id: v.string(), created_at: v.string() });

/** What a tool shows of a listing: all that it has. */
export const listingEntries = {
  listing: v.string(),
  counts: v.object({ total: v.number(), in_progress: v.number(), succeeded: v.number(), failed: v.number() }),
  partially_completed: v.nullable(v.boolean()),
  first_job: ListedJob,
  last_job: ListedJob,
  closed_at: moment,
  completed_at: moment,
} satisfies Record<keyof Listing, v.GenericSchema>;

/** How a listing stands, in a sentence. */
export function sentenceOf({ listing, counts, closed_at, completed_at }: Listing): string {
  const { total, in_progress, succeeded, failed } = counts;
  const jobs = total === 1 ? "1 job" : `${total} jobs`;
  const state =
    completed_at !== null
      ? "It is closed, and every job has ended."
      : closed_at !== null
        ? "It is closed; its jobs go on."
        : "It takes more jobs.";
  return `${listing} has ${jobs}: ${succeeded} succeeded, ${failed} failed, ${in_progress} in progress. ${state}`;
}
