import * as v from "valibot";
import { UploadId } from "../../../domain/ids.ts";
import { optional } from "../../../domain/optional.ts";
import { answers, type Operation } from "../operation.ts";
import type { SourceAssetIngestJob } from "../published/resources/source-asset-ingest-job.ts";
import { RemoteUrl } from "../remote-url.ts";

export const CreateSourceAsset = {
  operationId: "createSourceAsset",
  method: "POST",
  path: "/api/v1/source-assets",
  scope: "full",
  counter: { name: "create_source_asset", limit: "create_generation_per_minute" },
  body: v.strictObject({ source_url: optional(RemoteUrl), upload_id: optional(UploadId) }),
  answer: answers<SourceAssetIngestJob>(),
} as const satisfies Operation;
