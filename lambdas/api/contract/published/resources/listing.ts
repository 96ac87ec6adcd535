import * as v from "valibot";
import { JobId } from "../../../../domain/ids.ts";
import {
  ListingName,
  type ListingView,
  type ListedJob as Stored,
} from "../../../../domain/listing/listing.ts";
import { Count, DateTime, type FieldsOf, nextCursor, resource } from "../field.ts";
import { GenerationsPage } from "./generation-job.ts";

export const ListedJob = resource({
  job_id: { schema: JobId },
  created_at: { schema: DateTime },
} satisfies FieldsOf<Stored>);

export const ListingCounts = resource({
  total: { schema: Count },
  in_progress: { schema: Count, meaning: "`ingesting`, `queued` and `running` together." },
  succeeded: { schema: Count },
  failed: { schema: Count, meaning: "Cancelled jobs, too." },
} satisfies FieldsOf<ListingView["counts"]>);

const fields = {
  listing: { schema: ListingName },
  counts: { schema: ListingCounts },
  partially_completed: {
    schema: v.nullable(v.boolean()),
    meaning: "Whether a job failed; null until `completed_at` is set.",
  },
  first_job: { schema: ListedJob },
  last_job: { schema: ListedJob },
  closed_at: {
    schema: v.nullable(DateTime),
    meaning: "From then on it takes no more jobs; null while it does.",
  },
  completed_at: {
    schema: v.nullable(DateTime),
    meaning: "When it was closed and its last job had ended: `listing.completed` is sent.",
  },
} satisfies FieldsOf<ListingView>;

export const Listing = resource(fields);
export type Listing = v.InferOutput<typeof Listing>;

export const ListingWithJobs = resource({
  ...fields,
  items: {
    schema: GenerationsPage.entries.items,
    meaning: "Its jobs, newest first, as `GET /api/v1/generations?listing=…` returns them.",
  },
  next_cursor: nextCursor,
});
export type ListingWithJobs = v.InferOutput<typeof ListingWithJobs>;

export const ListingsPage = resource({
  items: { schema: v.array(Listing), meaning: "In the order of their names, as ASCII sorts them." },
  next_cursor: nextCursor,
});
export type ListingsPage = v.InferOutput<typeof ListingsPage>;
