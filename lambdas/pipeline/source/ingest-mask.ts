import { JobFailure } from "../../domain/failures.ts";
import type { StoredMask } from "../../domain/generation/generation.ts";
import type { Dimensions } from "../../domain/source-asset/dimensions.ts";
import type { IngestJob } from "../../domain/source-asset/ingest.ts";
import { inMebibytes, maxMaskBytes } from "../../domain/source-asset/upload.ts";
import { normalizeMask } from "../../runtime/picture/normalize-mask.ts";
import { objectKeys } from "../../storage/object-keys.ts";
import { writeObject } from "../../storage/objects.ts";
import { fetchOriginal } from "./fetch-original.ts";

/** A mask that fits its picture, and how to store it beside the source. */
type ReadMask = { stored: StoredMask; store: (assetId: string) => Promise<void> };

/**
 * Fetches the mask of an ingest to `file` and reads it for a picture of this working size; null if the ingest has none. Throws
 * JobFailure with words that name the mask.
 */
export async function readMask(
  { organization_id, mask }: IngestJob,
  size: Dimensions,
  file: string,
): Promise<ReadMask | null> {
  if (mask === undefined) return null;
  const content_hash = await fetchOriginal(mask, file, maxMaskBytes).catch((error) => {
    throw ofMask(error);
  });
  const picture = await normalizeMask(file, size);
  const store = (assetId: string) =>
    writeObject(objectKeys.mask(organization_id, assetId, content_hash), picture, "image/png");
  return { stored: { content_hash }, store };
}

/** A fault of fetching keeps its code, and whether a retry may help: only its words say that it is the mask's. */
function ofMask(error: unknown): unknown {
  if (!(error instanceof JobFailure)) return error;
  const { code, message, retryable } = error;
  if (code === "source_too_large")
    return new JobFailure("invalid_mask", `mask_url: the mask is larger than ${inMebibytes(maxMaskBytes)}.`);
  return new JobFailure(code, `mask_url: ${message}`, retryable);
}
