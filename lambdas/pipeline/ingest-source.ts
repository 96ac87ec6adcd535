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
import { normalizePicture } from "../runtime/picture/read-picture.ts";
import { task } from "../runtime/task.ts";
import { inTemporaryFolder } from "../runtime/temporary-folder.ts";
import { startGeneration } from "../storage/executions.ts";
import { objectKeys } from "../storage/keys.ts";
import { writeObjectFromFile } from "../storage/objects.ts";
import {
  completeIngest,
  failIngest,
  findAsset,
  findIngest,
  keepAsset,
  markIngesting,
} from "../storage/source-asset/ingests.ts";
import { fetchOriginal } from "./source/fetch-original.ts";

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
    const { source_asset_id } = await ingestPicture(ingest);
    return await completeIngest(ingest, source_asset_id, now());
  } catch (problem) {
    if (!(problem instanceof JobFailure)) throw problem;
    return failIngest(ingest, problem.toFailure(), now());
  }
}

/**
 * Fetches the picture of an ingest and keeps it as a source asset, or returns the asset that the organization has of
 * the same bytes. Throws JobFailure if the picture cannot be fetched, read or used, or if a sandbox asks for that.
 */
async function ingestPicture(ingest: IngestJob): Promise<SourceAsset> {
  if (ingest.simulated_failure) throw simulatedFailure(ingest.simulated_failure);
  return inTemporaryFolder((folder) => fetchAndKeep(folder, ingest));
}

/** Nothing is kept of a picture that the waiting generation cannot use: nobody would learn that there is an asset. */
function requireDimensions({ capture_type }: IngestJob, dimensions: Dimensions): void {
  const checked = capture_type === null ? null : checkCaptureDimensions(capture_type, dimensions);
  if (checked?.ok === false) throw new JobFailure("image_dimensions_unsupported", checked.reason);
}

async function fetchAndKeep(folder: string, ingest: IngestJob): Promise<SourceAsset> {
  const { organization_id, source } = ingest;
  const original = join(folder, "original");
  const content_hash = await fetchOriginal(source, original);
  const source_asset_id = sourceAssetId(organization_id, content_hash);
  const known = await findAsset(organization_id, source_asset_id);
  if (known) {
    requireDimensions(ingest, known);
    return known;
  }
  const object_key = objectKeys.source(organization_id, source_asset_id);
  const file = join(folder, "working.jpg");
  const { working, poseHeading } = await normalizePicture(original, file);
  requireDimensions(ingest, working);
  await writeObjectFromFile(object_key, file, "image/jpeg");
  const created_at = new Date().toISOString();
  return keepAsset({
    organization_id,
    source_asset_id,
    content_hash,
    object_key,
    width: working.width,
    height: working.height,
    pose_heading: poseHeading,
    created_at,
  });
}
