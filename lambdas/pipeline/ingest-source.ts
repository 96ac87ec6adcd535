import { join } from "node:path";
import * as v from "valibot";
import { CaughtError, failureFrom, JobFailure } from "../domain/failures.ts";
import { simulatedFailure } from "../domain/generation/sandbox.ts";
import { checkCaptureDimensions, type Dimensions } from "../domain/source-asset/dimensions.ts";
import {
  type IngestJob,
  isIngestTerminal,
  type SourceAsset,
  sourceAssetId,
} from "../domain/source-asset/ingest.ts";
import { nextChangeAt } from "../domain/times.ts";
import { startGeneration } from "../orchestration/executions.ts";
import { readCredentials } from "../runtime/credentials/keep-credentials.ts";
import { normalizePicture } from "../runtime/picture/read-picture.ts";
import { task } from "../runtime/task.ts";
import { inTemporaryFolder } from "../runtime/temporary-folder.ts";
import { objectKeys } from "../storage/object-keys.ts";
import { writeObject, writeObjectFromFile } from "../storage/objects.ts";
import {
  completeIngest,
  failIngest,
  findAsset,
  findIngest,
  markIngesting,
  noteStoring,
} from "../storage/source-asset/ingests.ts";
import { fetchOriginal } from "./source/fetch-original.ts";
import { readMask } from "./source/ingest-mask.ts";

const Input = v.object({
  organization_id: v.string(),
  ingest_id: v.string(),
  error: v.optional(CaughtError),
});

/**
 * Ingests the picture of one ingest job, or fails the job if an earlier run of this task failed (`error`). Then starts
 * the generation that waits for it, which continues with the asset or ends with the failure. Repeating it is harmless.
 */
export const handler = task(Input, async ({ organization_id, ingest_id, error }, log) => {
  const ingest = await findIngest(organization_id, ingest_id);
  if (!ingest) throw new Error(`There is no ingest job ${ingest_id}.`);
  const ended = await endIngest(ingest, error);
  log.info("The ingest has ended", { source_asset_id: ended.source_asset_id, failure: ended.failure, error });
  if (ended.job_id !== null) await startGeneration({ organization_id, job_id: ended.job_id });
});

async function endIngest(ingest: IngestJob, error: CaughtError | undefined): Promise<IngestJob> {
  if (isIngestTerminal(ingest.status)) return ingest;
  const now = () => nextChangeAt(ingest, new Date());
  if (error) return failIngest(ingest, failureFrom(error), now());
  await markIngesting(ingest, now());
  try {
    return await ingestPicture(ingest, now);
  } catch (problem) {
    if (!(problem instanceof JobFailure)) throw problem;
    return failIngest(ingest, problem.toFailure(), now());
  }
}

/**
 * Fetches the picture of an ingest and ends it with a source asset: a new one, or the one that the organization has of the
 * same bytes. Throws JobFailure if the picture cannot be fetched, read or used, or if a sandbox asks for that.
 */
async function ingestPicture(ingest: IngestJob, now: () => Date): Promise<IngestJob> {
  if (ingest.simulated_failure) throw simulatedFailure(ingest.simulated_failure);
  const { organization_id, source } = ingest;
  return inTemporaryFolder(async (folder) => {
    const original = join(folder, "original");
    if (source.kind === "asset") {
      const asset = await findAsset(organization_id, source.source_asset_id);
      if (asset === null) throw new Error(`Source asset ${source.source_asset_id} is gone.`);
      return useKnown(ingest, asset, original, now);
    }
    const content_hash = await fetchOriginal(source, original);
    const source_asset_id = sourceAssetId(organization_id, content_hash);
    const known = await findAsset(organization_id, source_asset_id);
    return known === null
      ? keepNew(ingest, { source_asset_id, content_hash }, original, now)
      : useKnown(ingest, known, original, now);
  });
}

/** Ends an ingest with an asset that is kept already; its mask is read beside the `original`. */
async function useKnown(
  ingest: IngestJob,
  known: SourceAsset,
  original: string,
  now: () => Date,
): Promise<IngestJob> {
  requireDimensions(ingest, known);
  const mask = await readMask(ingest, known, maskFile(original));
  await mask?.store(known.source_asset_id);
  return completeIngest(ingest, known.source_asset_id, now(), { mask: mask?.stored ?? null });
}

const maskFile = (original: string) => `${original}.mask`;

/** Nothing is kept of a picture that the waiting generation cannot use: nobody would learn that there is an asset. */
function requireDimensions({ capture_type }: IngestJob, dimensions: Dimensions): void {
  const checked = capture_type === null ? null : checkCaptureDimensions(capture_type, dimensions);
  if (checked?.ok === false) throw new JobFailure("image_dimensions_unsupported", checked.reason);
}

type NewAsset = Pick<SourceAsset, "source_asset_id" | "content_hash">;

/**
 * Stores the model's copy of a new picture, upright, sRGB and without metadata, and aside from it the content credentials
 * that it came with. Ends the ingest with its asset.
 */
async function keepNew(
  ingest: IngestJob,
  asset: NewAsset,
  original: string,
  now: () => Date,
): Promise<IngestJob> {
  const { organization_id } = ingest;
  const file = `${original}.working.jpg`;
  const { working, poseHeading, format } = await normalizePicture(original, file);
  requireDimensions(ingest, working);
  const mask = await readMask(ingest, working, maskFile(original));
  const object_key = objectKeys.source(organization_id, asset.source_asset_id);
  const noted = await noteStoring(ingest, asset.source_asset_id);
  await writeObjectFromFile(object_key, file, "image/jpeg");
  const credentials = await readCredentials(original, format, asset.content_hash);
  if (credentials !== null) {
    const key = objectKeys.credentials(organization_id, asset.source_asset_id);
    await writeObject(key, credentials, "application/c2pa");
  }
  await mask?.store(asset.source_asset_id);
  const newAsset = {
    organization_id,
    ...asset,
    object_key,
    width: working.width,
    height: working.height,
    pose_heading: poseHeading,
    created_at: new Date().toISOString(),
  };
  return completeIngest(noted, asset.source_asset_id, now(), { newAsset, mask: mask?.stored ?? null });
}
