import type { Generation } from "./generation.ts";

/** A job as callers see it (SPEC "Generation job"): the same for create, get, regenerate and webhooks. */
export const generationView = <Output>(job: Generation, outputs: Output[]) => ({
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
  reference: job.reference,
  metadata: job.metadata,
  failure: job.failure,
  outputs,
  created_at: job.created_at,
  completed_at: job.completed_at,
  updated_at: job.updated_at,
});
