import { type IngestJob, type IngestSource, newIngestJob } from "../domain/ingest.ts";
import type { CaptureType } from "../domain/vocabulary.ts";
import { uploadObject } from "../storage/signed-urls.ts";
import { newIngestId } from "./accept-generation.ts";
import type { Caller } from "./authenticate.ts";
import type { Body } from "./body.ts";
import { countSourceFetch } from "./rate-limit.ts";

/**
 * An ingest job for the picture a request brings: a file is stored for the pipeline, a URL is counted against the
 * organization's fetches. `job` is the generation that waits for it, if any.
 */
export async function ingestOf(
  source: { file: Body["file"]; sourceUrl: string | undefined },
  job: { jobId: string; captureType: CaptureType } | null,
  caller: Caller,
  now: Date,
): Promise<IngestJob> {
  const organizationId = caller.organization.organization_id;
  const ingestId = newIngestId();
  return newIngestJob({
    organizationId,
    ingestId,
    jobId: job?.jobId ?? null,
    captureType: job?.captureType ?? null,
    source: await sourceOf(source, `uploads/${organizationId}/${ingestId}`, caller, now),
    now,
  });
}

async function sourceOf(
  { file, sourceUrl }: { file: Body["file"]; sourceUrl: string | undefined },
  objectKey: string,
  caller: Caller,
  now: Date,
): Promise<IngestSource> {
  if (file) {
    await uploadObject(objectKey, file, now);
    return { kind: "upload", object_key: objectKey };
  }
  if (sourceUrl === undefined) throw new Error("An ingest needs a file or a URL.");
  await countSourceFetch(caller, now);
  return { kind: "url", url: sourceUrl };
}
