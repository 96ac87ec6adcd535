import * as v from "valibot";
import type { Generation } from "../generation/generation.ts";
import { derivedId, EventId, JobId, SourceId } from "../ids.ts";
import { CaptureType, JobMode, RoomType, StylePreset, Workflow } from "../vocabulary.ts";

export const usageTypes = ["generation", "regeneration", "cache_hit", "adjustment", "sandbox"] as const;
export type UsageType = (typeof usageTypes)[number];

const microUsd = v.pipe(v.number(), v.safeInteger());

/** Why an operator adjusted a charge. `period_start` names the closed billing period that it corrects, or is null. */
export const AdjustmentNote = v.object({
  reference: v.string(),
  reason: v.nullable(v.string()),
  period_start: v.nullable(v.string()),
});
export type AdjustmentNote = v.InferOutput<typeof AdjustmentNote>;

/**
 * A ledger event as stored: money is integer micro-USD. Events from before 1.1.0 have neither the caller's reference nor
 * a note, those from before 1.3.0 no listing.
 */
export const LedgerEvent = v.object({
  event_id: EventId,
  occurred_at: v.string(),
  job_id: JobId,
  source_asset_id: SourceId,
  workflow: Workflow,
  capture_type: CaptureType,
  mode: v.nullable(JobMode),
  room_types: v.array(RoomType),
  style_preset: v.nullable(StylePreset),
  usage_type: v.picklist(usageTypes),
  config_fingerprint: v.string(),
  billable: v.boolean(),
  unit_price_micro_usd: microUsd,
  amount_micro_usd: microUsd,
  caller_reference: v.optional(v.nullable(v.string()), null),
  adjustment: v.optional(v.nullable(AdjustmentNote), null),
  listing: v.optional(v.nullable(v.string()), null),
});
export type LedgerEvent = v.InferOutput<typeof LedgerEvent>;

/** What a succeeded job is charged as. Jobs of a sandbox and cached outputs are not billable. */
export function usageTypeOf(job: Pick<Generation, "parent_job_id" | "sandbox">, cached: boolean): UsageType {
  if (job.sandbox) return "sandbox";
  if (cached) return "cache_hit";
  return job.parent_job_id === null ? "generation" : "regeneration";
}

type Charge = Pick<
  LedgerEvent,
  "occurred_at" | "usage_type" | "billable" | "unit_price_micro_usd" | "amount_micro_usd"
>;

/** The id of a job's event. Recording the same event again gives the same id; `reference` distinguishes adjustments. */
export const eventId = (jobId: string, usageType: UsageType, reference = ""): string =>
  derivedId("use", jobId, usageType, reference);

/** The ledger event of a job that has run; throws if it never ran. `adjustment` says why a charge was adjusted. */
export function ledgerEvent(
  job: Generation,
  charge: Charge,
  adjustment: AdjustmentNote | null = null,
): LedgerEvent {
  const { source_asset_id, config_fingerprint } = job;
  if (source_asset_id === null || config_fingerprint === null)
    throw new Error(`Job ${job.job_id} never ran: there is nothing to charge.`);
  return {
    event_id: eventId(job.job_id, charge.usage_type, adjustment?.reference),
    job_id: job.job_id,
    source_asset_id,
    workflow: job.workflow,
    capture_type: job.capture_type,
    mode: job.mode,
    room_types: job.room_types,
    style_preset: job.style_preset,
    config_fingerprint,
    ...charge,
    caller_reference: job.reference,
    adjustment,
    listing: job.listing,
  };
}

export const usd = (microUsdAmount: number): number => microUsdAmount / 1_000_000;

/** A ledger event as callers see it (contract, billing-event.*). */
export function billingEventView(event: LedgerEvent) {
  const { unit_price_micro_usd, amount_micro_usd, room_types, ...same } = event;
  return {
    event_id: same.event_id,
    occurred_at: same.occurred_at,
    job_id: same.job_id,
    source_asset_id: same.source_asset_id,
    workflow: same.workflow,
    capture_type: same.capture_type,
    mode: same.mode,
    ...(room_types.length > 0 && { room_types }),
    style_preset: same.style_preset,
    usage_type: same.usage_type,
    config_fingerprint: same.config_fingerprint,
    billable: same.billable,
    unit_price_usd: usd(unit_price_micro_usd),
    amount_usd: usd(amount_micro_usd),
    reference: same.caller_reference,
    adjustment: same.adjustment,
    listing: same.listing,
  };
}
