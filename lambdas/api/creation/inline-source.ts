import { ulid } from "ulid";
import type { FailureCode } from "../../domain/failures.ts";
import {
  type IngestJob,
  type IngestSource,
  newIngestJob,
  type Original,
} from "../../domain/source-asset/ingest.ts";
import type { CaptureType } from "../../domain/vocabulary.ts";
import { objectKeys } from "../../storage/object-keys.ts";
import { uploadObject } from "../../storage/signed-urls.ts";
import type { Body } from "../chain/body.ts";
import type { UploadedFile } from "../chain/multipart.ts";
import { countSourceFetch } from "../chain/rate-limit.ts";
import type { ApiRequest } from "../chain/route.ts";

/** The generation that waits for an ingest; of a sandbox, perhaps the code with which both must fail. */
type WaitingJob = { jobId: string; captureType: CaptureType; failureCode: FailureCode | null };
type InlineSource = {
  file: Body["file"];
  sourceUrl: string | undefined;
  uploadId: string | undefined;
  /** The asset of a request that brings its mask alone. */
  assetId?: string | undefined;
  mask?: Body["mask"];
  maskUrl?: string | undefined;
};

/**
 * Makes the ingest job for the picture and the mask in a request: stores files for the pipeline, names the upload under which the
 * picture was put, or counts URLs against the organization's fetches. `job` is the generation that waits for it, if any.
 */
export async function createInlineIngest(
  source: InlineSource,
  job: WaitingJob | null,
  request: ApiRequest<unknown>,
): Promise<IngestJob> {
  const ingestId = `src_${ulid()}`;
  const mask = await storeOriginal(source.mask ?? null, source.maskUrl, `${ingestId}-mask`, request);
  const accepted = {
    organization_id: request.caller.organization.organization_id,
    ingest_id: ingestId,
    job_id: job?.jobId ?? null,
    capture_type: job?.captureType ?? null,
    ...(job?.failureCode && { simulated_failure: job.failureCode }),
    source: await storeSource(source, ingestId, request),
    ...(mask && { mask }),
  };
  return newIngestJob(accepted, request.now);
}

async function storeSource(
  { file, sourceUrl, uploadId, assetId }: InlineSource,
  ingestId: string,
  request: ApiRequest<unknown>,
): Promise<IngestSource> {
  if (assetId !== undefined) return { kind: "asset", source_asset_id: assetId };
  if (uploadId !== undefined) {
    const object_key = objectKeys.upload(request.caller.organization.organization_id, uploadId);
    return { kind: "upload", object_key, upload_id: uploadId };
  }
  const stored = await storeOriginal(file, sourceUrl, ingestId, request);
  if (stored === null) throw new Error("An ingest needs a file, a URL, an upload or an asset.");
  return stored;
}

/** Stores a file under an id, or counts the fetch of a URL; null if there is neither. */
async function storeOriginal(
  file: UploadedFile | null,
  url: string | undefined,
  id: string,
  { caller, now }: ApiRequest<unknown>,
): Promise<Original | null> {
  if (file) {
    const object_key = objectKeys.upload(caller.organization.organization_id, id);
    await uploadObject(object_key, file, now);
    return { kind: "upload", object_key };
  }
  if (url === undefined) return null;
  await countSourceFetch(caller, now);
  return { kind: "url", url };
}
