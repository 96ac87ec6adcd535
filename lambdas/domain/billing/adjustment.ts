import * as v from "valibot";
import type { Generation } from "../generation/generation.ts";
import { LedgerEvent, ledgerEvent } from "./ledger.ts";
import type { BillingPeriod } from "./period.ts";

/** An operator's correction, stored under its job: a ledger event with a reference. One per job and reference. */
export const Adjustment = v.object({ ...LedgerEvent.entries, reference: v.string() });
export type Adjustment = v.InferOutput<typeof Adjustment>;

/** Why an operator can hardly mean an adjustment. */
export type Doubt = "more_than_charged" | "before_organization" | "closed_period";

/**
 * What speaks against an adjustment of a job that was charged and adjusted so far by these amounts. It is recorded
 * nevertheless if the operator insists.
 */
export function doubtsAbout(
  amountMicroUsd: number,
  job: { chargedMicroUsd: number; adjustedMicroUsd: number },
  when: { period: BillingPeriod; organizationSince: Date; now: Date },
): Doubt[] {
  const { chargedMicroUsd, adjustedMicroUsd } = job;
  const left = chargedMicroUsd + adjustedMicroUsd + amountMicroUsd;
  const doubts: [Doubt, boolean][] = [
    ["more_than_charged", Math.abs(amountMicroUsd) > chargedMicroUsd || left < 0],
    ["before_organization", when.period.end <= when.organizationSince],
    ["closed_period", when.period.end <= when.now],
  ];
  return doubts.flatMap(([doubt, holds]) => (holds ? [doubt] : []));
}

/** What an operator wants to record. `periodStart` names the closed period that it corrects, or is null. */
type AdjustmentRequest = {
  amountMicroUsd: number;
  reference: string;
  reason: string | null;
  periodStart: string | null;
  occurredAt: Date;
};

/**
 * An adjustment of a job by a positive or negative amount, in the open period. It uses no unit, so its unit price is 0.
 */
export function adjustment(job: Generation, request: AdjustmentRequest): Adjustment {
  const { amountMicroUsd, reference, reason, periodStart, occurredAt } = request;
  const charge = {
    occurred_at: occurredAt.toISOString(),
    usage_type: "adjustment",
    billable: true,
    unit_price_micro_usd: 0,
    amount_micro_usd: amountMicroUsd,
  } as const;
  const note = { reference, reason, period_start: periodStart };
  return { ...ledgerEvent(job, charge, note), reference };
}
