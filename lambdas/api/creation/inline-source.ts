import { ulid } from "ulid";
import type { FailureCode } from "../../domain/failures.ts";
import { type IngestJob, type IngestSource, newIngestJob } from "../../domain/source-asset/ingest.ts";
import type { CaptureType } from "../../domain/vocabulary.ts";
import { objectKeys } from "../../storage/keys.ts";
import { uploadObject } from "../../storage/signed-urls.ts";
import type { Body } from "../chain/body.ts";
import { countSourceFetch } from "../chain/rate-limit.ts";
import type { ApiRequest } from "../chain/route.ts";

/** The generation that waits for an ingest; of a sandbox, perhaps the code with which both must fail. */
type WaitingJob = { jobId: string; captureType: CaptureType; failureCode: FailureCode | null };
type InlineSource = {
  file: Body["file"];
  sourceUrl: string | undefined;
  uploadId: string | undefined;
};

/**
 * Makes the ingest job for the picture in a request: stores a file for the pipeline, names the upload under which it
 * was put, or counts a URL against the organization's fetches. `job` is the generation that waits for it, if any.
 */
export async function createInlineIngest(
  source: InlineSource,
  job: WaitingJob | null,
  request: ApiRequest<unknown>,
): Promise<IngestJob> {
  const organizationId = request.caller.organization.organization_id;
  const ingestId = `src_${ulid()}`;
  const accepted = {
    organization_id: organizationId,
    ingest_id: ingestId,
    job_id: job?.jobId ?? null,
    capture_type: job?.captureType ?? null,
    ...(job?.failureCode && { simulated_failure: job.failureCode }),
    source: await storeSource(source, ingestId, request),
  };
  return newIngestJob(accepted, request.now);
}

async function storeSource(
  { file, sourceUrl, uploadId }: InlineSource,
  ingestId: string,
  { caller, now }: ApiRequest<unknown>,
): Promise<IngestSource> {
  const objectKey = objectKeys.upload(caller.organization.organization_id, uploadId ?? ingestId);
  if (uploadId !== undefined) return { kind: "upload", object_key: objectKey, upload_id: uploadId };
  if (file) {
    await uploadObject(objectKey, file, now);
    return { kind: "upload", object_key: objectKey };
  }
  if (sourceUrl === undefined) throw new Error("An ingest needs a file, a URL or an upload.");
  await countSourceFetch(caller, now);
  return { kind: "url", url: sourceUrl };
}
