import type { Listing } from "../resources/listing.ts";
import { failedJob, queuedJob } from "./generations.ts";

/** A closed listing whose jobs have ended. */
export const completedListing: Listing = {
  listing: "elm-street-5",
  counts: { total: 12, in_progress: 0, succeeded: 11, failed: 1 },
  partially_completed: true,
  first_job: { job_id: queuedJob.job_id, created_at: queuedJob.created_at },
  last_job: { job_id: "job_01JD6M9C4D7F0G3H6J9K2M5N8P", created_at: "2026-11-21T09:00:07.000Z" },
  closed_at: "2026-11-21T09:00:08.000Z",
  completed_at: failedJob.completed_at,
};

export const openListing: Listing = {
  ...completedListing,
  counts: { total: 12, in_progress: 9, succeeded: 3, failed: 0 },
  partially_completed: null,
  closed_at: null,
  completed_at: null,
};

/** As it is right after it was closed. */
export const closedListing: Listing = { ...openListing, closed_at: completedListing.closed_at };
