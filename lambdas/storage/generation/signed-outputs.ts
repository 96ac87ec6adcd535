import { exposedOutputs, type Generation, type StoredOutput } from "../../domain/generation/generation.ts";
import { signedUrl, signedUrlExpiry } from "../signed-urls.ts";

/** The outputs of a job as callers see them (SPEC "GenerationOutput"), their URLs signed at `now`. */
export const signOutputs = (job: Generation, now: Date) =>
  Promise.all(exposedOutputs(job.outputs, job.include_alternates).map((output) => signOutput(output, now)));

const signOutput = async ({ object_key, ...output }: StoredOutput, now: Date) => ({
  output_id: output.output_id,
  rank: output.rank,
  is_primary: output.is_primary,
  image_url: await signedUrl("GET", object_key, now),
  expires_at: signedUrlExpiry(now).toISOString(),
  cached: output.cached,
  created_at: output.created_at,
});
