import { answers, type Operation } from "../operation.ts";
import type { SourceAssetIngestJob } from "../published/resources/source-asset-ingest-job.ts";

export const GetSourceAsset = {
  operationId: "getSourceAsset",
  method: "GET",
  path: "/api/v1/source-assets/{ingest_id}",
  counter: "get_source_asset",
  answer: answers<SourceAssetIngestJob>(),
} as const satisfies Operation;
