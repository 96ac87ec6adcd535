import * as v from "valibot";
import { JobId } from "../ids.ts";

/**
 * The caller's name of a listing: a home whose pictures belong together. Its characters need no escape in a URL; a path
 * cannot end with `.` or `..`, because clients resolve those (RFC 3986, 5.2.4).
 */
export const ListingName = v.pipe(
  v.string(),
  v.regex(
    /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/,
    "must be 1 to 100 characters of A-Z a-z 0-9 . _ -, and not . or .. alone",
  ),
);

const ListedJob = v.object({ job_id: JobId, created_at: v.string() });
export type ListedJob = v.InferOutput<typeof ListedJob>;

const count = v.optional(v.number(), 0);

/**
 * A listing as stored: how many jobs it has and how many have ended, each counted within the transaction that creates or
 * ends the job. So the numbers are exact at every moment, and nothing is created once `closed_at` is set.
 */
export const Listing = v.object({
  organization_id: v.string(),
  listing: ListingName,
  first_job: ListedJob,
  last_job: ListedJob,
  jobs: count,
  succeeded: count,
  failed: count,
  last_ended_at: v.optional(v.nullable(v.string()), null),
  closed_at: v.optional(v.nullable(v.string()), null),
});
export type Listing = v.InferOutput<typeof Listing>;

const inProgress = ({ jobs, succeeded, failed }: Listing): number => Math.max(0, jobs - succeeded - failed);

/** When a closed listing's last job had ended, or null. Its numbers are final: the same at every reading. */
export function completedAt(listing: Listing): string | null {
  const { closed_at, last_ended_at } = listing;
  if (closed_at === null || inProgress(listing) > 0) return null;
  return last_ended_at !== null && last_ended_at > closed_at ? last_ended_at : closed_at;
}

/** A listing as callers see it. */
export function listingView(listing: Listing) {
  const { jobs, succeeded, failed, first_job, last_job, closed_at } = listing;
  const completed_at = completedAt(listing);
  return {
    listing: listing.listing,
    counts: { total: jobs, in_progress: inProgress(listing), succeeded, failed },
    partially_completed: completed_at === null ? null : failed > 0,
    first_job,
    last_job,
    closed_at,
    completed_at,
  };
}
export type ListingView = ReturnType<typeof listingView>;
