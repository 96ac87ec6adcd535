import * as v from "valibot";
import { type billingEventView, usageTypes } from "../../../../domain/billing/ledger.ts";
import { Reference } from "../../../../domain/generation/reference.ts";
import { EventId, JobId, SourceId } from "../../../../domain/ids.ts";
import { CaptureType, JobMode, StylePreset, Workflow } from "../../../../domain/vocabulary.ts";
import { RoomTypes } from "../../room-types.ts";
import { DateTime, type FieldsOf, nextCursor, resource } from "../field.ts";

type View = ReturnType<typeof billingEventView>;

const AdjustmentNote = resource({
  reference: { schema: v.string(), meaning: "The operator's, such as a ticket." },
  reason: { schema: v.nullable(v.string()), meaning: "In words." },
  period_start: {
    schema: v.nullable(DateTime),
    meaning:
      "The start of the closed billing period that it corrects; null if it is about the period in which it is booked.",
  },
} satisfies FieldsOf<NonNullable<View["adjustment"]>>);

export const BillingEvent = resource({
  event_id: { schema: EventId },
  occurred_at: { schema: DateTime, meaning: "When the event was recorded." },
  job_id: { schema: JobId },
  source_asset_id: { schema: SourceId },
  workflow: { schema: Workflow },
  capture_type: { schema: CaptureType },
  mode: { schema: v.nullable(JobMode), optional: true },
  room_types: { schema: RoomTypes, optional: true },
  style_preset: { schema: v.nullable(StylePreset), optional: true },
  usage_type: {
    schema: v.picklist(usageTypes),
    meaning: "`cache_hit` and `sandbox` are not billable; `adjustment` is made by the operator.",
  },
  config_fingerprint: {
    schema: v.string(),
    meaning: "The same for the same source picture and configuration.",
  },
  billable: { schema: v.boolean() },
  unit_price_usd: {
    schema: v.number(),
    meaning: "The plan's price of one unit; 0 if the event is not billable.",
  },
  amount_usd: {
    schema: v.number(),
    meaning: "0 inside the allowance, the unit price beyond it; adjustments may be negative.",
  },
  reference: { schema: v.nullable(Reference), meaning: "The job's `reference`.", since: "1.1.0" },
  adjustment: {
    schema: v.nullable(AdjustmentNote),
    meaning:
      "Why the operator adjusted a charge; null on other events, and on adjustments made before 1.1.0.",
    since: "1.1.0",
  },
  listing: { schema: v.nullable(v.string()), meaning: "The job's `listing`.", since: "1.3.0" },
} satisfies FieldsOf<View>);

export const BillingEventsPage = resource({
  items: {
    schema: v.array(BillingEvent),
    meaning:
      "Newest first. With `usage_type`, a page may hold fewer than `limit`, or none, and still be followed by another.",
  },
  next_cursor: nextCursor,
});
export type BillingEventsPage = v.InferOutput<typeof BillingEventsPage>;
