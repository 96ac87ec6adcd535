import { exposedOutputs, type Generation, type StoredOutput } from "../domain/generation.ts";
import { signedUrl, signedUrlSeconds } from "./signed-urls.ts";

/**
 * A job as callers see it (SPEC "Generation job"), with output URLs signed at `now`: the same for create, get,
 * regenerate and webhooks.
 */
export async function generationView(job: Generation, now: Date) {
  return {
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
    outputs: await Promise.all(
      exposedOutputs(job.outputs, job.include_alternates).map((output) => outputView(output, now)),
    ),
    created_at: job.created_at,
    completed_at: job.completed_at,
    updated_at: job.updated_at,
  };
}

const outputView = async ({ object_key, ...output }: StoredOutput, now: Date) => ({
  output_id: output.output_id,
  rank: output.rank,
  is_primary: output.is_primary,
  image_url: await signedUrl("GET", object_key, now),
  expires_at: new Date(now.getTime() + signedUrlSeconds * 1000).toISOString(),
  cached: output.cached,
  created_at: output.created_at,
});
