import type { Generation, StoredOutput } from "../../domain/generation/generation.ts";
import { techniqueFor } from "../../domain/generation/models.ts";
import type { Making } from "../../domain/generation/provenance.ts";
import type { SourceAsset } from "../../domain/source-asset/ingest.ts";
import { signingSettings } from "../../runtime/credentials/settings.ts";
import { openSigner } from "../../runtime/credentials/sign-picture.ts";
import { env } from "../../runtime/env.ts";
import type { Log } from "../../runtime/log.ts";
import { isPixels, type Pixels, release } from "../../runtime/picture/decoder.ts";
import { encodeMask, encodeOutput } from "../../runtime/picture/encode-output.ts";
import { disclosureUrl, objectKeys } from "../../storage/object-keys.ts";
import { readObject, writeObject } from "../../storage/objects.ts";
import { storePreviews } from "../disclosure/store-previews.ts";
import { modelVersionFor } from "../job.ts";

/** An approved picture, and what it was made from. */
type Approved = {
  job: Generation;
  asset: SourceAsset;
  source: Buffer;
  picture: Buffer | Pixels;
  /** Its edit mask as the model stored it. */
  mask: Buffer | undefined;
  /** The part of the source in it, if verticals were set upright. */
  kept: number | undefined;
  /** The version that the model gave with its answer. */
  modelVersion: string | null;
};

/**
 * Stores the picture of an output as the job's disclosure wants it: with a label, and with what the page shows to which that
 * leads. On a stage that signs, none is stored without signed content credentials.
 */
export async function storeOutput(approved: Approved, stored: StoredOutput, log: Log): Promise<void> {
  const { job, asset, source, picture, mask, kept } = approved;
  const making = { workflow: job.workflow, technique: techniqueOf(job), kept, isEmptied: job.mask !== null };
  const { width, height, pose_heading } = asset;
  const panorama = job.capture_type === "panorama360" ? { width, height, poseHeading: pose_heading } : null;
  const encoded = await encodeOutput(picture, making, panorama, labelOf(approved, stored));
  if (isPixels(picture)) release(picture);
  const output = await sign(encoded, { ...approved, making }, stored, log);
  await writeObject(stored.object_key, output, "image/jpeg");
  if (mask !== undefined && stored.mask_key !== undefined)
    await writeObject(stored.mask_key, await encodeMask(mask), "image/png");
  if (stored.disclosure_id !== undefined) await storePreviews(job, stored, { source, output, making });
}

const pageUrlOf = ({ disclosure_id }: StoredOutput): string | null =>
  disclosure_id === undefined ? null : disclosureUrl(env("PUBLIC_BASE_URL"), disclosure_id);

function labelOf({ job, asset: { width, height } }: Approved, stored: StoredOutput) {
  if (job.disclosure === "none") return null;
  const { workflow, capture_type: captureType } = job;
  return { workflow, captureType, size: { width, height }, pageUrl: pageUrlOf(stored) };
}

/** What a mask names may be removed by another model than the one that draws. */
function techniqueOf(job: Generation) {
  const ofStage = job.mask === null ? process.env.MODEL_TECHNIQUE : process.env.EMPTYING_TECHNIQUE;
  return techniqueFor(job, ofStage === "trained" ? "trained" : "graphics");
}

let signer: ReturnType<typeof openSigner> | null = null;

async function sign(
  picture: Buffer,
  { job, asset, making, modelVersion }: Approved & { making: Making },
  stored: StoredOutput,
  log: Log,
): Promise<Buffer> {
  const settings = signingSettings();
  if (settings === null) return picture;
  signer ??= openSigner(settings);
  const { organization_id, source_asset_id, content_hash } = asset;
  const name = modelVersionFor(job);
  const edit = {
    ...making,
    capture_type: job.capture_type,
    mode: job.mode,
    model: { name, version: modelVersion ?? name },
    at: stored.created_at,
    disclosureUrl: pageUrlOf(stored),
  };
  const credentials = await readObject(objectKeys.credentials(organization_id, source_asset_id));
  return signer(picture, edit, { contentHash: content_hash, credentials }, log);
}
