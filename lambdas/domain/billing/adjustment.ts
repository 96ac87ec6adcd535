import * as v from "valibot";
import type { Generation } from "../generation/generation.ts";
import { LedgerEvent, ledgerEvent } from "./ledger.ts";
import { type Anchors, type BillingPeriod, billingPeriod } from "./period.ts";

/** An operator's correction as stored under its job: the event, and what it is for. One per job and reference. */
export const Adjustment = v.object({ ...LedgerEvent.entries, reference: v.string() });
export type Adjustment = v.InferOutput<typeof Adjustment>;

/**
 * When an adjustment of the period that `at` falls in is recorded: now in the open period, in the last millisecond of a
 * closed one. Null for a period to come.
 */
export function adjustmentTime(
  anchors: Anchors,
  at: Date,
  now: Date,
): { period: BillingPeriod; occurredAt: Date; isClosed: boolean } | null {
  const period = billingPeriod(anchors, at);
  if (period.start > now) return null;
  const isClosed = period.end <= now;
  return { period, occurredAt: isClosed ? new Date(period.end.getTime() - 1) : now, isClosed };
}

/** The adjustment of a job by an amount of either sign; it uses no unit, so it has no unit price. */
export function adjustment(
  job: Generation,
  request: { amountMicroUsd: number; reference: string; occurredAt: Date },
): Adjustment {
  const { amountMicroUsd, reference, occurredAt } = request;
  const charge = {
    occurred_at: occurredAt.toISOString(),
    usage_type: "adjustment",
    billable: true,
    unit_price_micro_usd: 0,
    amount_micro_usd: amountMicroUsd,
  } as const;
  return { ...ledgerEvent(job, charge, reference), reference };
}
