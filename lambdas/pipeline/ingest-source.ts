import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { checkCaptureDimensions } from "../domain/capture.ts";
import { JobFailure } from "../domain/failures.ts";
import {
  type IngestJob,
  type IngestSource,
  isIngestTerminal,
  type SourceAsset,
  sourceAssetId,
} from "../domain/ingest.ts";
import { networkRules } from "../runtime/env.ts";
import { openRemote } from "../runtime/network/open-remote.ts";
import { normalizePicture } from "../runtime/picture/read-picture.ts";
import { task } from "../runtime/task.ts";
import { completeIngest, failIngest, findAsset, findIngest, markIngesting } from "../storage/ingests.ts";
import { streamObject, writeObjectFromFile } from "../storage/objects.ts";

const maxBytes = 50 * 1024 * 1024;
const Input = v.object({ organization_id: v.string(), ingest_id: v.string() });

/**
 * Ingests the picture of one ingest job. A business failure ends the ingest job as failed; it is thrown as well where a
 * generation waits, so that its state machine ends the generation too. Repeating the task is harmless.
 */
export const handler = task(Input, async ({ organization_id, ingest_id }, log) => {
  const ingest = await findIngest(organization_id, ingest_id);
  if (!ingest) throw new Error(`There is no ingest job ${ingest_id}.`);
  if (isIngestTerminal(ingest.status)) return endOf(ingest);
  await markIngesting(ingest, new Date());
  try {
    const asset = await inTemporaryFolder((folder) => ingestInto(folder, ingest));
    await completeIngest(ingest, asset, new Date());
    log.info("The source is ingested", { source_asset_id: asset.source_asset_id });
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    log.info("The source is refused", { code: error.code, reason: error.message });
    await failIngest(ingest, error.toFailure(), new Date());
    if (ingest.job_id !== null) throw error;
  }
});

function endOf({ job_id, failure }: IngestJob): void {
  if (failure !== null && job_id !== null) throw new JobFailure("internal_error", failure.message);
}

async function ingestInto(folder: string, ingest: IngestJob): Promise<SourceAsset> {
  const original = join(folder, "original");
  const content_hash = await fetchTo(original, ingest.source);
  const source_asset_id = sourceAssetId(ingest.organization_id, content_hash);
  const known = await findAsset(ingest.organization_id, source_asset_id);
  const asset = known ?? (await storeAsset(folder, original, { ...ingest, content_hash, source_asset_id }));
  if (ingest.capture_type !== null) {
    const dimensions = checkCaptureDimensions(ingest.capture_type, asset);
    if (!dimensions.ok) throw new JobFailure("image_dimensions_unsupported", dimensions.reason);
  }
  return asset;
}

/** Streams the original to a file and returns the SHA-256 of its bytes in hex. */
async function fetchTo(file: string, source: IngestSource): Promise<string> {
  const hash = createHash("sha256");
  const body = source.kind === "upload" ? streamObject(source.object_key) : await openUrl(source.url);
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

const openUrl = async (url: string) => (await openRemote(url, { rules: networkRules(), maxBytes })).body;

/** Stores the working copy that the model is given: oriented, sRGB, without metadata. */
async function storeAsset(
  folder: string,
  original: string,
  {
    organization_id,
    content_hash,
    source_asset_id,
  }: Pick<SourceAsset, "organization_id" | "content_hash" | "source_asset_id">,
): Promise<SourceAsset> {
  const workingCopy = join(folder, "working.jpg");
  const { working } = await normalizePicture(original, workingCopy);
  const object_key = `sources/${organization_id}/${source_asset_id}.jpg`;
  await writeObjectFromFile(object_key, workingCopy, "image/jpeg");
  return {
    organization_id,
    source_asset_id,
    content_hash,
    object_key,
    width: working.width,
    height: working.height,
    created_at: new Date().toISOString(),
  };
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "ingest-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
