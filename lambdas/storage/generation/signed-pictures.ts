import { exposedOutputs, type Generation, type StoredOutput } from "../../domain/generation/generation.ts";
import { env } from "../../runtime/env.ts";
import { disclosureUrl, objectKeys } from "../object-keys.ts";
import { signedUrl, signedUrlExpiry } from "../signed-urls.ts";

/**
 * The pictures of a job as callers see them (contract, output.*), their URLs signed at `now`: its outputs, and once
 * it has any, the original and the address of the primary's public page; the mask that a model proposed that declined it.
 */
export async function signPictures(job: Generation, now: Date) {
  const exposed = exposedOutputs(job.outputs, job.include_alternates);
  const [primary] = exposed;
  return {
    outputs: await Promise.all(exposed.map((output) => signOutput(output, now))),
    original:
      primary && job.source_asset_id !== null ? await signOriginal(job, job.source_asset_id, now) : null,
    proposed_mask: job.proposed_mask_key === undefined ? null : await signPicture(job.proposed_mask_key, now),
    disclosure_url:
      primary?.disclosure_id === undefined
        ? null
        : disclosureUrl(env("PUBLIC_BASE_URL"), primary.disclosure_id),
  };
}

const signOriginal = ({ organization_id }: Generation, assetId: string, now: Date) =>
  signPicture(objectKeys.source(organization_id, assetId), now);

const signPicture = async (objectKey: string, now: Date) => ({
  image_url: await signedUrl("GET", objectKey, now),
  expires_at: signedUrlExpiry(now).toISOString(),
});

const signOutput = async ({ object_key, mask_key, ...output }: StoredOutput, now: Date) => ({
  output_id: output.output_id,
  rank: output.rank,
  is_primary: output.is_primary,
  ...(await signPicture(object_key, now)),
  mask_url: mask_key === undefined ? null : await signedUrl("GET", mask_key, now),
  cached: output.cached,
  created_at: output.created_at,
});
