import { configurationOf, type Generation } from "../domain/generation/generation.ts";
import { attemptSeconds, candidateIds, contractVersion, seedOf } from "../domain/generation/inference.ts";
import type { SourceAsset } from "../domain/source-asset/ingest.ts";
import { candidateKey, type InferenceAttempt } from "../storage/generation/inferences.ts";
import { signedUrl } from "../storage/signed-urls.ts";

const content_type = "image/jpeg";

/** What the model is asked in one attempt (docs/inference-contract.md, "Request"). Its URLs are valid from `now`. */
export async function buildModelRequest(
  job: Generation,
  asset: SourceAsset,
  attempt: InferenceAttempt,
  now: Date,
) {
  const validity = { seconds: attemptSeconds.both };
  return {
    contract_version: contractVersion,
    inference_id: attempt.attempt,
    ...configurationOf(job),
    seed: seedOf(job.job_id, attempt.attempt),
    source: {
      url: await signedUrl("GET", asset.object_key, now, validity),
      width: asset.width,
      height: asset.height,
      content_type,
    },
    candidates: await Promise.all(
      candidateIds.map(async (candidate_id) => ({
        candidate_id,
        url: await signedUrl("PUT", candidateKey(attempt, candidate_id), now, {
          ...validity,
          contentType: content_type,
        }),
        content_type,
      })),
    ),
  };
}
