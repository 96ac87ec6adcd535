import type * as v from "valibot";
import type { CreateUpload } from "../../uploads/create.ts";
import type { SourceAssetIngestJob } from "../resources/source-asset-ingest-job.ts";
import type { Upload } from "../resources/upload.ts";

const ingest = { ingest_id: "src_01JD6M3V9QK8T2X4Y6Z8A0B1C2", created_at: "2026-11-21T09:00:00.000Z" };
export const source_asset_id = "src_7M2K9QX4T8V1B5N3C6Z0R2D4F8";

export const createUpload: v.InferInput<typeof CreateUpload.body> = {
  content_length: 41_930_112,
  content_type: "image/jpeg",
};

export const createdUpload: Upload = {
  upload_id: "upl_01JD6M2Y7C4E1G8J5L9N3Q6S0U",
  method: "PUT",
  url: "https://pictures.example.com/uploads/upl_01JD6M2Y7C4E1G8J5L9N3Q6S0U?X-Amz-Signature=7e20",
  headers: { "Content-Length": "41930112", "Content-Type": "image/jpeg" },
  expires_at: "2026-11-21T09:14:58.000Z",
};

export const queuedIngest: SourceAssetIngestJob = {
  ...ingest,
  status: "queued",
  source_asset_id: null,
  failure: null,
  completed_at: null,
  updated_at: ingest.created_at,
};

export const readyIngest: SourceAssetIngestJob = {
  ...queuedIngest,
  status: "ready",
  source_asset_id,
  completed_at: "2026-11-21T09:00:02.418Z",
  updated_at: "2026-11-21T09:00:02.418Z",
};

export const failedIngest: SourceAssetIngestJob = {
  ...queuedIngest,
  status: "failed",
  failure: {
    code: "source_url_http_error",
    message: "The URL was answered with status 404.",
    retryable: false,
  },
  completed_at: "2026-11-21T09:00:01.102Z",
  updated_at: "2026-11-21T09:00:01.102Z",
};
