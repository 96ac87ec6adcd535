import * as v from "valibot";
import { Failure } from "../../../../domain/failures.ts";
import type { generationView } from "../../../../domain/generation/view.ts";
import { JobId, OutputId, SourceId } from "../../../../domain/ids.ts";
import { ListingName } from "../../../../domain/listing/listing.ts";
import {
  CaptureType,
  Disclosure,
  JobMode,
  JobStatus,
  RoomType,
  StylePreset,
  Workflow,
} from "../../../../domain/vocabulary.ts";
import { callerFields } from "../caller-fields.ts";
import { DateTime, type FieldsOf, nextCursor, resource, times, Url } from "../field.ts";

const signedUrl = {
  image_url: {
    schema: Url,
    meaning: "Signed and short-lived: download with GET, and read the job again for a fresh URL.",
  },
  expires_at: { schema: DateTime, meaning: "When `image_url` stops working." },
};

export const SignedPicture = resource(signedUrl);
type SignedPicture = v.InferOutput<typeof SignedPicture>;

export const GenerationOutput = resource({
  output_id: { schema: OutputId },
  rank: { schema: v.pipe(v.number(), v.integer(), v.minValue(1)), meaning: "1 is the primary output." },
  is_primary: { schema: v.boolean() },
  ...signedUrl,
  mask_url: {
    schema: v.nullable(Url),
    meaning:
      "Which pixels the model edited: a PNG of the output's size, white for edited ones, signed like `image_url`. Null if the model gives none.",
    since: "1.3.0",
  },
  cached: {
    schema: v.boolean(),
    meaning: "Whether an approved output of the same configuration was used again.",
  },
  created_at: { schema: DateTime },
});
type GenerationOutput = v.InferOutput<typeof GenerationOutput>;

export const GenerationJob = resource({
  job_id: { schema: JobId },
  parent_job_id: {
    schema: v.nullable(JobId),
    meaning: "The job that this one regenerates, or null.",
  },
  source_asset_id: {
    schema: v.nullable(SourceId),
    meaning: "Null only while `status` is `ingesting`, or if the ingest failed.",
  },
  status: {
    schema: JobStatus,
    meaning:
      "`succeeded` and `failed` are terminal. `ingesting` applies to inline `file`, `source_url` and `upload_id` only.",
  },
  workflow: { schema: Workflow },
  capture_type: { schema: CaptureType },
  mode: {
    schema: v.nullable(JobMode),
    meaning: "Equals `capture_type` for staged panoramas and floor plans; null for `pro_capture`.",
  },
  room_types: {
    schema: v.array(RoomType),
    meaning: "Empty for `clean` jobs and if rooms do not apply.",
  },
  style_preset: {
    schema: v.nullable(StylePreset),
    meaning: "Null for `clean` jobs and if none was chosen.",
  },
  include_alternates: { schema: v.boolean() },
  disclosure: {
    schema: Disclosure,
    meaning:
      "How the outputs say that they were altered: `label` draws it into them, `label_and_page` also gives each a public page.",
    since: "1.1.0",
  },
  disclosure_url: {
    schema: v.nullable(Url),
    meaning:
      "The public page of the primary output, with the original next to it; null until the job has succeeded, and without `label_and_page`.",
    since: "1.1.0",
  },
  listing: {
    schema: v.nullable(ListingName),
    meaning: "The listing that the job belongs to, or null. A regenerate has its parent's.",
    since: "1.3.0",
  },
  ...callerFields,
  failure: { schema: v.nullable(Failure), meaning: "Why the job failed; null unless `failed`." },
  outputs: {
    schema: v.pipe(v.array(GenerationOutput), v.maxLength(2)),
    meaning:
      "Empty until the job has succeeded; then the primary and, if asked for and approved, one alternate.",
  },
  original: {
    schema: v.nullable(SignedPicture),
    meaning:
      "The source picture that the outputs were made from, unaltered; null until the job has succeeded.",
    since: "1.1.0",
  },
  proposed_mask: {
    schema: v.nullable(SignedPicture),
    meaning:
      "What would have to go, white in a PNG of the picture's size, if the model declined the job for that: correct it, and send it as `mask` of a new job. Else null.",
    since: "1.3.0",
  },
  ...times,
} satisfies FieldsOf<ReturnType<typeof generationView<GenerationOutput, SignedPicture>>>);
export type GenerationJob = v.InferOutput<typeof GenerationJob>;

export const GenerationsPage = resource({
  items: {
    schema: v.array(GenerationJob),
    meaning: "Newest first. A page may hold fewer than `limit`, or none, and still be followed by another.",
  },
  next_cursor: nextCursor,
});
export type GenerationsPage = v.InferOutput<typeof GenerationsPage>;
