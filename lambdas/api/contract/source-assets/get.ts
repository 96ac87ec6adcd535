import { answers, type Operation } from "../operation.ts";
import type { SourceAssetIngestJob } from "../published/resources/source-asset-ingest-job.ts";

export const GetSourceAsset = {
  operationId: "getSourceAsset",
  method: "GET",
  path: "/api/v1/source-assets/{ingest_id}",
  scope: "read",
  counter: { name: "get_source_asset", limit: "get_generation_per_minute" },
  answer: answers<SourceAssetIngestJob>(),
} as const satisfies Operation;
