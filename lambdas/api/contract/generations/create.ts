import * as v from "valibot";
import { SourceId, UploadId } from "../../../domain/ids.ts";
import { ListingName } from "../../../domain/listing/listing.ts";
import { optional } from "../../../domain/optional.ts";
import { CaptureType, Workflow } from "../../../domain/vocabulary.ts";
import { callerFields, configuration, disclosure } from "../job-fields.ts";
import { answers, type Operation } from "../operation.ts";
import type { GenerationJob } from "../published/resources/generation-job.ts";
import { RemoteUrl } from "../remote-url.ts";

export const CreateGeneration = {
  operationId: "createGeneration",
  method: "POST",
  path: "/api/v1/generations",
  scope: "full",
  counter: { name: "create_generation", limit: "create_generation_per_minute" },
  body: v.strictObject({
    source_url: optional(RemoteUrl),
    source_asset_id: optional(SourceId),
    upload_id: optional(UploadId),
    mask_url: optional(RemoteUrl),
    workflow: Workflow,
    capture_type: CaptureType,
    ...configuration,
    include_alternates: v.nullish(v.boolean(), false),
    disclosure,
    listing: optional(ListingName),
    ...callerFields,
  }),
  answer: answers<GenerationJob>(),
} as const satisfies Operation;
