import { exposedOutputs, type Generation, type StoredOutput } from "../../domain/generation/generation.ts";
import { viewOf } from "../../domain/generation/view.ts";
import { signedUrl, signedUrlExpiry } from "../signed-urls.ts";

/** A job as callers see it, with its output URLs signed at `now`. */
export async function generationView(job: Generation, now: Date) {
  const exposed = exposedOutputs(job.outputs, job.include_alternates);
  return viewOf(job, await Promise.all(exposed.map((output) => outputView(output, now))));
}

const outputView = async ({ object_key, ...output }: StoredOutput, now: Date) => ({
  output_id: output.output_id,
  rank: output.rank,
  is_primary: output.is_primary,
  image_url: await signedUrl("GET", object_key, now),
  expires_at: signedUrlExpiry(now).toISOString(),
  cached: output.cached,
  created_at: output.created_at,
});
