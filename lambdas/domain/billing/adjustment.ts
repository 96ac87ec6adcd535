import * as v from "valibot";
import type { Generation } from "../generation/generation.ts";
import { LedgerEvent, ledgerEvent } from "./ledger.ts";
import { type Anchors, type BillingPeriod, billingPeriod } from "./period.ts";

/** An operator's correction, stored under its job: a ledger event with a reference. One per job and reference. */
export const Adjustment = v.object({ ...LedgerEvent.entries, reference: v.string() });
export type Adjustment = v.InferOutput<typeof Adjustment>;

/**
 * When an adjustment of the billing period that contains `at` is recorded: now if the period is open, in its last
 * millisecond if it is closed. Null if the period has not started.
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

/** Why an operator can hardly mean an adjustment. */
export type Doubt = "more_than_charged" | "before_organization" | "closed_period";

/**
 * What speaks against an adjustment of a job that was charged and adjusted so far by these amounts. It is recorded
 * nevertheless where the operator insists.
 */
export function doubtsAbout(
  amountMicroUsd: number,
  job: { chargedMicroUsd: number; adjustedMicroUsd: number },
  when: { period: BillingPeriod; isClosed: boolean; organizationSince: Date },
): Doubt[] {
  const { chargedMicroUsd, adjustedMicroUsd } = job;
  const left = chargedMicroUsd + adjustedMicroUsd + amountMicroUsd;
  const doubts: [Doubt, boolean][] = [
    ["more_than_charged", Math.abs(amountMicroUsd) > chargedMicroUsd || left < 0],
    ["before_organization", when.period.end <= when.organizationSince],
    ["closed_period", when.isClosed],
  ];
  return doubts.flatMap(([doubt, holds]) => (holds ? [doubt] : []));
}

/** An adjustment of a job by a positive or negative amount. It uses no unit, so its unit price is 0. */
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
