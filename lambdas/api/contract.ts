import * as v from "valibot";
import { usageTypes } from "../domain/billing.ts";
import { Failure } from "../domain/failures.ts";
import { Metadata } from "../domain/generation.ts";
import { EventId, JobId, OutputId, SourceId } from "../domain/ids.ts";
import { accessStatuses } from "../domain/organization.ts";
import {
  CaptureType,
  IngestStatus,
  JobStatus,
  Mode,
  RoomType,
  StylePreset,
  Workflow,
} from "../domain/vocabulary.ts";
import { networkRules } from "../runtime/env.ts";
import { checkUrl } from "../runtime/network/check-url.ts";

/** The shapes of SPEC "Resources and their fields" and "Endpoints": parsing, types and the OpenAPI document come from here. */

const DateTime = v.pipe(v.string(), v.isoTimestamp());

const RemoteUrl = v.pipe(
  v.string(),
  v.maxLength(2048, "must have at most 2048 characters"),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const checked = checkUrl(dataset.value, networkRules());
    if (!checked.ok) addIssue({ message: `is refused: ${checked.reason}` });
  }),
);

export const RoomTypes = v.pipe(
  v.array(RoomType),
  v.minLength(1, "must name at least one room type"),
  v.maxLength(3, "must name at most 3 room types"),
  v.check((rooms) => new Set(rooms).size === rooms.length, "must not name a room type twice"),
);

const Reference = v.pipe(v.string(), v.maxLength(200, "must have at most 200 characters"));
const WebhookConfig = v.strictObject({ url: RemoteUrl });

export const CreateSourceAssetBody = v.strictObject({ source_url: RemoteUrl });

const configurationFields = {
  mode: v.optional(Mode),
  room_types: v.optional(RoomTypes),
  style_preset: v.optional(StylePreset),
};
const echoFields = {
  reference: v.optional(Reference),
  metadata: v.optional(Metadata),
  webhook: v.optional(WebhookConfig),
};

export const CreateGenerationBody = v.strictObject({
  source_url: v.optional(RemoteUrl),
  source_asset_id: v.optional(SourceId),
  workflow: Workflow,
  capture_type: CaptureType,
  ...configurationFields,
  include_alternates: v.optional(v.boolean(), false),
  ...echoFields,
});

export const RegenerateBody = v.strictObject({ ...configurationFields, ...echoFields });

export const BillingEventsQuery = v.strictObject({
  cursor: v.optional(v.string()),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9]{1,3}$/, "must be a whole number from 1 to 200"),
      v.transform(Number),
      v.minValue(1, "must be at least 1"),
      v.maxValue(200, "must be at most 200"),
    ),
    "50",
  ),
});

export const SourceAssetIngestJob = v.object({
  ingest_id: SourceId,
  status: IngestStatus,
  source_asset_id: v.nullable(SourceId),
  failure: v.nullable(Failure),
  created_at: DateTime,
  completed_at: v.nullable(DateTime),
  updated_at: DateTime,
});

export const GenerationOutput = v.object({
  output_id: OutputId,
  rank: v.pipe(v.number(), v.integer(), v.minValue(1)),
  is_primary: v.boolean(),
  image_url: v.pipe(v.string(), v.url()),
  expires_at: DateTime,
  cached: v.boolean(),
  created_at: DateTime,
});

const JobMode = v.nullable(v.picklist(["refurnish", "renovate", "clean", "panorama360", "floorplan"]));

export const GenerationJob = v.object({
  job_id: JobId,
  parent_job_id: v.nullable(JobId),
  source_asset_id: v.nullable(SourceId),
  status: JobStatus,
  workflow: Workflow,
  capture_type: CaptureType,
  mode: JobMode,
  room_types: v.array(RoomType),
  style_preset: v.nullable(StylePreset),
  include_alternates: v.boolean(),
  reference: v.nullable(Reference),
  metadata: v.nullable(Metadata),
  failure: v.nullable(Failure),
  outputs: v.pipe(v.array(GenerationOutput), v.maxLength(2)),
  created_at: DateTime,
  completed_at: v.nullable(DateTime),
  updated_at: DateTime,
});

const count = v.pipe(v.number(), v.integer());

export const UsageSummary = v.object({
  access: v.object({
    enabled: v.boolean(),
    status: v.picklist(accessStatuses),
    plan: v.nullable(v.string()),
  }),
  billing_period: v.object({ start_at: DateTime, end_at: DateTime }),
  usage: v.object({
    included: count,
    consumed: count,
    overage: count,
    remaining: count,
    projected_overage_amount_usd: v.number(),
  }),
  jobs: v.object({
    total: count,
    succeeded: count,
    failed: count,
    outputs_returned: count,
    regenerate_count: count,
    cache_hit_count: count,
  }),
  rate_limits: v.object({
    create_generation_per_minute: count,
    regenerate_generation_per_minute: count,
    get_generation_per_minute: count,
    usage_summary_per_minute: count,
    billing_events_per_minute: count,
    source_url_fetch_per_minute: count,
    max_concurrent_jobs: count,
  }),
});

export const BillingEvent = v.object({
  event_id: EventId,
  occurred_at: DateTime,
  job_id: JobId,
  source_asset_id: SourceId,
  workflow: Workflow,
  capture_type: CaptureType,
  mode: v.optional(JobMode),
  room_types: v.optional(RoomTypes),
  style_preset: v.optional(v.nullable(StylePreset)),
  usage_type: v.picklist(usageTypes),
  config_fingerprint: v.string(),
  billable: v.boolean(),
  unit_price_usd: v.number(),
  amount_usd: v.number(),
});

export const BillingEventsPage = v.object({
  items: v.array(BillingEvent),
  next_cursor: v.nullable(v.string()),
});

export const ErrorEnvelope = v.object({
  error: v.object({
    code: v.string(),
    message: v.string(),
    retryable: v.boolean(),
    retry_after: v.nullable(v.pipe(v.number(), v.integer())),
  }),
});
