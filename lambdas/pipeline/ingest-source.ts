import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { CaughtError, failureFrom, JobFailure } from "../domain/failures.ts";
import { simulatedFailure } from "../domain/generation/sandbox.ts";
import { checkCaptureDimensions } from "../domain/source-asset/dimensions.ts";
import {
  type IngestJob,
  type IngestSource,
  isIngestTerminal,
  type SourceAsset,
  sourceAssetId,
} from "../domain/source-asset/ingest.ts";
import { maxSourceBytes } from "../domain/source-asset/upload.ts";
import { networkRules } from "../runtime/env.ts";
import { openRemote } from "../runtime/network/open-remote.ts";
import { normalizePicture } from "../runtime/picture/read-picture.ts";
import { task } from "../runtime/task.ts";
import { inTemporaryFolder } from "../runtime/temporary-folder.ts";
import { startGeneration } from "../storage/executions.ts";
import { objectKeys } from "../storage/keys.ts";
import { openObject, writeObjectFromFile } from "../storage/objects.ts";
import {
  completeIngest,
  failIngest,
  findAsset,
  findIngest,
  keepAsset,
  markIngesting,
} from "../storage/source-asset/ingests.ts";

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
  if (error) return failIngest(ingest, failureFrom(error), new Date());
  await markIngesting(ingest, new Date());
  try {
    const { source_asset_id } = await ingestPicture(ingest);
    return await completeIngest(ingest, source_asset_id, new Date());
  } catch (problem) {
    if (!(problem instanceof JobFailure)) throw problem;
    return failIngest(ingest, problem.toFailure(), new Date());
  }
}

/**
 * Fetches the picture of an ingest and keeps it as a source asset, or returns the asset that the organization has of
 * the same bytes. Throws JobFailure if the picture cannot be fetched, read or used, or if a sandbox asks for that.
 */
async function ingestPicture(ingest: IngestJob): Promise<SourceAsset> {
  if (ingest.simulated_failure) throw simulatedFailure(ingest.simulated_failure);
  const asset = await inTemporaryFolder((folder) => fetchAndKeep(folder, ingest));
  if (ingest.capture_type !== null) {
    const dimensions = checkCaptureDimensions(ingest.capture_type, asset);
    if (!dimensions.ok) throw new JobFailure("image_dimensions_unsupported", dimensions.reason);
  }
  return asset;
}

async function fetchAndKeep(folder: string, { organization_id, source }: IngestJob): Promise<SourceAsset> {
  const original = join(folder, "original");
  const content_hash = await fetchTo(original, source);
  const source_asset_id = sourceAssetId(organization_id, content_hash);
  const known = await findAsset(organization_id, source_asset_id);
  if (known) return known;
  const object_key = objectKeys.source(organization_id, source_asset_id);
  const workingCopy = await storeWorkingCopy(original, join(folder, "working.jpg"), object_key);
  const created_at = new Date().toISOString();
  return keepAsset({
    organization_id,
    source_asset_id,
    content_hash,
    object_key,
    ...workingCopy,
    created_at,
  });
}

/** Streams the original to a file and returns the SHA-256 of its bytes in hex. */
async function fetchTo(file: string, source: IngestSource): Promise<string> {
  const hash = createHash("sha256");
  const body = source.kind === "upload" ? await openUpload(source.object_key) : await openUrl(source.url);
  await pipeline(
    Readable.from(body),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(file),
  );
  return hash.digest("hex");
}

const openUrl = async (url: string) =>
  (await openRemote(url, { rules: networkRules(), maxBytes: maxSourceBytes })).body;

async function openUpload(objectKey: string) {
  const body = await openObject(objectKey);
  if (!body)
    throw new JobFailure(
      "upload_missing",
      "Nothing was put under the URL of the upload. Create a new upload, put the picture, then use it.",
    );
  return body;
}

/** Stores the model's copy of the picture, upright, sRGB and without metadata; returns its size and its direction. */
async function storeWorkingCopy(original: string, workingCopy: string, objectKey: string) {
  const { working, poseHeading } = await normalizePicture(original, workingCopy);
  await writeObjectFromFile(objectKey, workingCopy, "image/jpeg");
  return { width: working.width, height: working.height, pose_heading: poseHeading };
}
