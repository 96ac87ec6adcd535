import type { Generation } from "./generation.ts";

/** The pictures of a job with their signed URLs, and the address of the primary's public page. */
type Pictures<Output, Original> = {
  outputs: Output[];
  original: Original | null;
  disclosure_url: string | null;
};

/** The pictures of a job that has none yet. */
export const noPictures: Pictures<never, never> = { outputs: [], original: null, disclosure_url: null };

/** A job as callers see it (SPEC "Generation job"): the same for create, get, regenerate and webhooks. */
export const generationView = <Output, Original>(
  job: Generation,
  { outputs, original, disclosure_url }: Pictures<Output, Original>,
) => ({
  job_id: job.job_id,
  parent_job_id: job.parent_job_id,
  source_asset_id: job.source_asset_id,
  status: job.status,
  workflow: job.workflow,
  capture_type: job.capture_type,
  mode: job.mode,
  room_types: job.room_types,
  style_preset: job.style_preset,
  include_alternates: job.include_alternates,
  disclosure: job.disclosure,
  disclosure_url,
  reference: job.reference,
  metadata: job.metadata,
  failure: job.failure,
  outputs,
  original,
  created_at: job.created_at,
  completed_at: job.completed_at,
  updated_at: job.updated_at,
});
