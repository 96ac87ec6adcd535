import * as v from "valibot";
import { usageTypes } from "../../domain/billing/ledger.ts";
import { PlanOfPeriod } from "../../domain/billing/statement-schema.ts";
import { Failure } from "../../domain/failures.ts";
import { Metadata } from "../../domain/generation/metadata.ts";
import { Reference } from "../../domain/generation/reference.ts";
import { EventId, JobId, OutputId, SourceId, UploadId } from "../../domain/ids.ts";
import { accessStatuses } from "../../domain/organization/organization.ts";
import {
  CaptureType,
  Disclosure,
  IngestStatus,
  JobMode,
  JobStatus,
  RoomType,
  StylePreset,
  Workflow,
} from "../../domain/vocabulary.ts";
import { RoomTypes } from "./requests.ts";

/**
 * What callers get (SPEC "Resources and their fields"). The OpenAPI document and the tests use its schemas; handlers
 * import its types only, so that none of it is in their bundles.
 */

const DateTime = v.pipe(v.string(), v.isoTimestamp());
const described = <const S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description));

const times = {
  created_at: DateTime,
  completed_at: described(v.nullable(DateTime), "Set when the terminal state is reached."),
  updated_at: DateTime,
};

export const Upload = v.object({
  upload_id: described(UploadId, "To create a source asset or a generation with, once, within an hour."),
  method: v.literal("PUT"),
  url: described(
    v.pipe(v.string(), v.url()),
    "Signed and short-lived: send the picture there, without your API key.",
  ),
  headers: described(
    v.record(v.string(), v.string()),
    "What the PUT must be sent with: `Content-Length`, which most clients send by themselves, and `Content-Type` where you named one.",
  ),
  expires_at: described(DateTime, "Until when the PUT may start."),
});
export type Upload = v.InferOutput<typeof Upload>;

export const SourceAssetIngestJob = v.object({
  ingest_id: SourceId,
  status: described(IngestStatus, "`ready` and `failed` are terminal: poll until one of them."),
  source_asset_id: described(
    v.nullable(SourceId),
    "The source asset to create generations from; null until `ready`.",
  ),
  failure: described(v.nullable(Failure), "Why the ingest failed; null unless `failed`."),
  ...times,
});
export type SourceAssetIngestJob = v.InferOutput<typeof SourceAssetIngestJob>;

export const GenerationOutput = v.object({
  output_id: OutputId,
  rank: described(v.pipe(v.number(), v.integer(), v.minValue(1)), "1 is the primary output."),
  is_primary: v.boolean(),
  image_url: described(
    v.pipe(v.string(), v.url()),
    "Signed and short-lived: download with GET, and read the job again for a fresh URL.",
  ),
  expires_at: described(DateTime, "When `image_url` stops working."),
  cached: described(v.boolean(), "Whether an approved output of the same configuration was used again."),
  created_at: DateTime,
});

export const SignedPicture = v.object({
  image_url: described(
    v.pipe(v.string(), v.url()),
    "Signed and short-lived: download with GET, and read the job again for a fresh URL.",
  ),
  expires_at: described(DateTime, "When `image_url` stops working."),
});

const NullableMode = v.nullable(JobMode);

export const GenerationJob = v.object({
  job_id: JobId,
  parent_job_id: described(v.nullable(JobId), "The job that this one regenerates, or null."),
  source_asset_id: described(
    v.nullable(SourceId),
    "Null only while `status` is `ingesting`, or where the ingest failed.",
  ),
  status: described(
    JobStatus,
    "`succeeded` and `failed` are terminal. `ingesting` applies to inline `file`, `source_url` and `upload_id` only.",
  ),
  workflow: Workflow,
  capture_type: CaptureType,
  mode: described(
    NullableMode,
    "Equals `capture_type` for staged panoramas and floor plans; null for `pro_capture`.",
  ),
  room_types: described(v.array(RoomType), "Empty for `clean` jobs and where rooms do not apply."),
  style_preset: described(v.nullable(StylePreset), "Null for `clean` jobs and where none was chosen."),
  include_alternates: v.boolean(),
  disclosure: described(
    v.optional(Disclosure),
    "How the outputs say that they were altered: `label` draws it into them, `label_and_page` also gives each a public page.",
  ),
  disclosure_url: described(
    v.optional(v.nullable(v.pipe(v.string(), v.url()))),
    "The public page of the primary output, with the original beside it; null until the job has succeeded, and without `label_and_page`.",
  ),
  reference: described(v.nullable(Reference), "The caller's value, unchanged."),
  metadata: described(v.nullable(Metadata), "The caller's value, unchanged."),
  failure: described(v.nullable(Failure), "Why the job failed; null unless `failed`."),
  outputs: described(
    v.pipe(v.array(GenerationOutput), v.maxLength(2)),
    "Empty until the job has succeeded; then the primary and, where asked for and approved, one alternate.",
  ),
  original: described(
    v.optional(v.nullable(SignedPicture)),
    "The source picture that the outputs were made from, unaltered; null until the job has succeeded.",
  ),
  ...times,
});
export type GenerationJob = v.InferOutput<typeof GenerationJob>;

const nextCursor = described(
  v.nullable(v.string()),
  "Pass it as `cursor` for the next page; null on the last page.",
);

export const GenerationsPage = v.object({
  items: described(
    v.array(GenerationJob),
    "Newest first. A page may hold fewer than `limit`, or none, and still be followed by another.",
  ),
  next_cursor: nextCursor,
});
export type GenerationsPage = v.InferOutput<typeof GenerationsPage>;

const count = v.pipe(v.number(), v.integer());

export const UsageSummary = v.object({
  access: v.object({
    enabled: v.boolean(),
    status: described(
      v.picklist(accessStatuses),
      "`suspended` and `disabled` organizations are refused with 403.",
    ),
    plan: described(
      v.nullable(v.string()),
      "The name of the period's last plan; null without a plan, `sandbox` in a sandbox.",
    ),
  }),
  billing_period: v.object({ start_at: DateTime, end_at: described(DateTime, "The next period's start.") }),
  plans: described(
    v.optional(v.array(PlanOfPeriod)),
    "The plans of the period, oldest first: one, unless it changed within the period. The last one counts.",
  ),
  plans_recorded: described(
    v.optional(v.boolean()),
    "False where the period is older than the record of its plan: then it is the plan in force now.",
  ),
  usage: v.object({
    included: described(count, "Units of the plan's allowance."),
    consumed: described(count, "Billable units used."),
    overage: described(count, "Units used beyond the allowance."),
    remaining: described(count, "Units left of the allowance."),
    projected_overage_amount_usd: described(
      v.number(),
      "The sum of `amount_usd` of the period's billing events.",
    ),
  }),
  jobs: v.object({
    total: count,
    succeeded: count,
    failed: count,
    outputs_returned: count,
    regenerate_count: count,
    cache_hit_count: count,
  }),
  rate_limits: described(
    v.object({
      create_generation_per_minute: described(
        count,
        "Also bounds the creation of uploads and of source assets, each counted apart.",
      ),
      regenerate_generation_per_minute: count,
      get_generation_per_minute: described(count, "Also bounds the reading of source assets, counted apart."),
      usage_summary_per_minute: count,
      billing_events_per_minute: count,
      source_url_fetch_per_minute: count,
      max_concurrent_jobs: described(count, "Jobs that may be in flight at once."),
    }),
    "The limits in force for the organization.",
  ),
});
export type UsageSummary = v.InferOutput<typeof UsageSummary>;

const AdjustmentNote = v.object({
  reference: described(v.string(), "The operator's, such as a ticket."),
  reason: described(v.nullable(v.string()), "In words."),
  period_start: described(
    v.nullable(DateTime),
    "The start of the closed billing period that it corrects; null where it is about the one in which it is booked.",
  ),
});

export const BillingEvent = v.object({
  event_id: EventId,
  occurred_at: described(DateTime, "When the event was recorded."),
  job_id: JobId,
  source_asset_id: SourceId,
  workflow: Workflow,
  capture_type: CaptureType,
  mode: v.optional(NullableMode),
  room_types: v.optional(RoomTypes),
  style_preset: v.optional(v.nullable(StylePreset)),
  usage_type: described(
    v.picklist(usageTypes),
    "`cache_hit` and `sandbox` are not billable; `adjustment` is made by the operator.",
  ),
  config_fingerprint: described(v.string(), "The same for the same source picture and configuration."),
  billable: v.boolean(),
  unit_price_usd: described(v.number(), "The plan's price of one unit; 0 where the event is not billable."),
  amount_usd: described(
    v.number(),
    "0 inside the allowance, the unit price beyond it; adjustments may be negative.",
  ),
  reference: described(v.optional(v.nullable(Reference)), "The job's `reference`."),
  adjustment: described(
    v.optional(v.nullable(AdjustmentNote)),
    "Why the operator adjusted a charge; null on other events, and on adjustments made before 1.1.0.",
  ),
});

export const BillingEventsPage = v.object({
  items: described(
    v.array(BillingEvent),
    "Newest first. With `usage_type`, a page may hold fewer than `limit`, or none, and still be followed by another.",
  ),
  next_cursor: nextCursor,
});
export type BillingEventsPage = v.InferOutput<typeof BillingEventsPage>;

export const ErrorEnvelope = v.object({
  error: v.object({
    code: described(v.string(), "Stable: decide by it, and by the status."),
    message: described(v.string(), "For people: says what to change. May be reworded at any time."),
    retryable: described(v.boolean(), "Whether the same request may succeed later, without a change."),
    retry_after: described(
      v.nullable(v.pipe(v.number(), v.integer())),
      "Seconds to wait before trying again, equal to the `Retry-After` header; null where it does not apply.",
    ),
  }),
});
