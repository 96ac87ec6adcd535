import {
  captureTypes,
  disclosures,
  type GenerationJob,
  roomTypes,
  stylePresets,
  workflows,
} from "@image-staging/client";
import * as v from "valibot";

export const statuses = ["ingesting", "queued", "running", "succeeded", "failed"] as const;

export const Metadata = v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()]));

/** What a job has and these tools do not show: an assistant does not ask for alternates, and reads outputs apart. */
type NotShown = "include_alternates" | "updated_at" | "outputs" | "original" | "proposed_mask";

/** A job without its pictures, as lists have it. */
const listedJob = {
  job_id: v.string(),
  parent_job_id: v.nullable(v.string()),
  source_asset_id: v.nullable(v.string()),
  status: v.picklist(statuses),
  workflow: v.picklist(workflows),
  capture_type: v.picklist(captureTypes),
  mode: v.nullable(v.string()),
  room_types: v.array(v.picklist(roomTypes)),
  style_preset: v.nullable(v.picklist(stylePresets)),
  disclosure: v.nullable(v.picklist(disclosures)),
  disclosure_url: v.nullable(v.string()),
  listing: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  metadata: v.nullable(Metadata),
  failure: v.nullable(v.object({ code: v.string(), message: v.string(), retryable: v.boolean() })),
  created_at: v.string(),
  completed_at: v.nullable(v.string()),
} satisfies Record<Exclude<keyof GenerationJob, NotShown>, v.GenericSchema>;
export const ListedJob = v.object(listedJob);

const Picture = v.object({
  output_id: v.string(),
  rank: v.number(),
  is_primary: v.boolean(),
  cached: v.boolean(),
  image_url: v.string(),
  expires_at: v.string(),
  mask_url: v.nullable(v.string()),
});
const SignedPicture = v.object({ image_url: v.string(), expires_at: v.string() });
export const Job = v.object({
  ...ListedJob.entries,
  outputs: v.array(Picture),
  proposed_mask: v.nullable(SignedPicture),
});

/** What lists show of a job. */
export const listedJobOf = (job: GenerationJob): v.InferOutput<typeof ListedJob> => ({
  job_id: job.job_id,
  parent_job_id: job.parent_job_id,
  source_asset_id: job.source_asset_id,
  status: job.status,
  workflow: job.workflow,
  capture_type: job.capture_type,
  mode: job.mode,
  room_types: job.room_types,
  style_preset: job.style_preset,
  disclosure: job.disclosure ?? null,
  disclosure_url: job.disclosure_url ?? null,
  listing: job.listing ?? null,
  reference: job.reference,
  metadata: job.metadata,
  failure: job.failure,
  created_at: job.created_at,
  completed_at: job.completed_at,
});

/** What a tool shows of a job. */
export const jobOf = (job: GenerationJob): v.InferOutput<typeof Job> => ({
  ...listedJobOf(job),
  outputs: job.outputs.map(({ output_id, rank, is_primary, cached, image_url, expires_at, mask_url }) => ({
    output_id,
    rank,
    is_primary,
    cached,
    image_url,
    expires_at,
    mask_url: mask_url ?? null,
  })),
  proposed_mask: job.proposed_mask ?? null,
});

/** What was asked for, in a line. */
function askedOf({ workflow, capture_type, mode, room_types, style_preset }: GenerationJob): string {
  const details = mode === capture_type ? [] : [mode];
  return [workflow, capture_type, ...details, room_types.join(" and "), style_preset]
    .filter(Boolean)
    .join(", ");
}

/** A job in a list of them. */
export const lineOf = (job: GenerationJob): string =>
  [job.created_at, job.job_id, job.failure?.code ?? job.status, askedOf(job), job.reference ?? ""]
    .join("  ")
    .trim();

/** How a job stands, in a sentence. */
export function sentenceOf(job: GenerationJob): string {
  const asked = `${job.job_id} (${askedOf(job)})`;
  const proposed = job.proposed_mask
    ? " proposed_mask is what would have to go: show it to the user, and send it as mask if they agree."
    : "";
  if (job.failure) return `${asked} has failed with ${job.failure.code}: ${job.failure.message}${proposed}`;
  if (job.status === "succeeded") return `${asked} has succeeded.`;
  return `${asked} is ${job.status}. It continues: read it with get_generation, which can wait for it.`;
}
