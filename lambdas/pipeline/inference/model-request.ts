import { configurationOf, type Generation } from "../../domain/generation/generation.ts";
import {
  attemptSeconds,
  candidateIdsOf,
  contractVersion,
  lookOf,
  seedOf,
} from "../../domain/generation/inference.ts";
import type { SourceAsset } from "../../domain/source-asset/ingest.ts";
import { listGenerations, positionOf } from "../../storage/generation/lists.ts";
import { type InferenceAttempt, objectKeys } from "../../storage/object-keys.ts";
import { signedUrl } from "../../storage/signed-urls.ts";
import { maskHashOf } from "../job.ts";

const content_type = "image/jpeg";
const maskType = "image/png";

/** What the model is asked in one attempt (docs/inference-contract.md, "Request"). Its URLs are valid from `now`. */
export async function buildModelRequest(
  job: Generation,
  asset: SourceAsset,
  attempt: InferenceAttempt,
  now: Date,
) {
  const validity = { seconds: attemptSeconds.both };
  const target = (key: string, contentType: string) =>
    signedUrl("PUT", key, now, { ...validity, contentType });
  return {
    contract_version: contractVersion,
    inference_id: attempt.attempt,
    ...configurationOf(job),
    seed: seedOf(job.job_id, attempt.attempt),
    ...(await lookFor(job)),
    source: {
      url: await signedUrl("GET", asset.object_key, now, validity),
      width: asset.width,
      height: asset.height,
      content_type,
    },
    ...(await masksOf(job, asset, attempt, now)),
    candidates: await Promise.all(
      candidateIdsOf(job.include_alternates).map(async (candidate_id) => ({
        candidate_id,
        url: await target(objectKeys.candidate(attempt, candidate_id), content_type),
        content_type,
        mask: {
          url: await target(objectKeys.candidateMask(attempt, candidate_id), maskType),
          content_type: maskType,
        },
      })),
    ),
  };
}

/** Earlier jobs of a listing that are looked at: models have no more sets than that. */
const mostEarlier = 200;

async function lookFor(job: Generation) {
  const { organization_id, listing } = job;
  if (listing === null) return {};
  const filters = { status: null, reference: null, listing, from: null, to: null };
  const page = { after: positionOf(job), limit: mostEarlier };
  const { jobs } = await listGenerations(organization_id, filters, page);
  return lookOf(job, listing, jobs);
}

/** Of a photo to stage: its mask, or where to store one that the model proposes. */
async function masksOf(job: Generation, asset: SourceAsset, attempt: InferenceAttempt, now: Date) {
  if (job.workflow !== "staging" || job.capture_type !== "photo") return {};
  const seconds = attemptSeconds.both;
  const hash = maskHashOf(job);
  if (hash === null) {
    const url = await signedUrl("PUT", objectKeys.proposal(attempt), now, { seconds, contentType: maskType });
    return { proposed_mask: { url, content_type: maskType } };
  }
  const key = objectKeys.mask(job.organization_id, asset.source_asset_id, hash);
  return { mask: { url: await signedUrl("GET", key, now, { seconds }), content_type: maskType } };
}
