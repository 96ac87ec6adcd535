import * as v from "valibot";
import type { Plan } from "../organization/organization.ts";
import { usd } from "./ledger.ts";
import type { BillingPeriod } from "./period.ts";
import type { UsageTotals } from "./usage.ts";

const limits = ["included_units", "spend_cap_usd"] as const;
const percents = [80, 100] as const;

/** How far the usage of a billing period has come: the event's own fields, which its webhook shows. */
export const Threshold = v.object({
  limit: v.picklist(limits),
  percent: v.picklist(percents),
  limit_value: v.number(),
  used_value: v.number(),
});
export type Threshold = v.InferOutput<typeof Threshold>;

type ThresholdName = Pick<Threshold, "limit" | "percent">;

/** The names under which a period remembers how a threshold was found to be reached, and that it was announced. */
export const memoryOf = ({ limit, percent }: ThresholdName) => ({
  reached: `reached_${limit}_${percent}`,
  announced: `announced_${limit}_${percent}`,
});

/** What a period remembers, under these names. */
export const Remembered = v.record(v.string(), v.unknown());
export type Remembered = v.InferOutput<typeof Remembered>;

/** When a threshold was found to be reached, and by how much: what its message says, however often it is sent. */
export const Reached = v.object({ at: v.string(), limit_value: v.number(), used_value: v.number() });
export type Reached = v.InferOutput<typeof Reached>;

/** How a threshold was reached, as the period remembers it; null if it does not. */
export function reachedBefore(remembered: Remembered, threshold: ThresholdName): Reached | null {
  const known = v.safeParse(Reached, remembered[memoryOf(threshold).reached]);
  return known.success ? known.output : null;
}

/** The event that a threshold was reached, as it is put on the bus. */
export function thresholdEvent(
  organizationId: string,
  period: BillingPeriod,
  { limit, percent }: ThresholdName,
  { at, limit_value, used_value }: Reached,
) {
  return {
    organization_id: organizationId,
    period_start: period.start.toISOString(),
    period_end: period.end.toISOString(),
    occurred_at: at,
    limit,
    percent,
    limit_value,
    used_value,
  };
}
export type ThresholdEvent = ReturnType<typeof thresholdEvent>;

/** The `data` of its webhook. */
export const thresholdView = ({
  period_start,
  period_end,
  limit,
  percent,
  limit_value,
  used_value,
}: ThresholdEvent) => ({
  billing_period: { start_at: period_start, end_at: period_end },
  limit,
  percent,
  limit_value,
  used_value,
});

/** The events of all thresholds that a period remembers as reached. */
export const reachedThresholds = (
  organizationId: string,
  period: BillingPeriod,
  remembered: Remembered,
): ThresholdEvent[] =>
  limits.flatMap((limit) =>
    percents.flatMap((percent) => {
      const reached = reachedBefore(remembered, { limit, percent });
      return reached ? [thresholdEvent(organizationId, period, { limit, percent }, reached)] : [];
    }),
  );

/**
 * The thresholds that a period has reached and not announced. The spend cap is used up when no further unit fits under it,
 * which may be below its amount.
 */
export function newThresholds(plan: Plan | null, totals: UsageTotals, remembered: Remembered): Threshold[] {
  return [...ofAllowance(plan, totals), ...ofSpendCap(plan, totals)].filter(
    (threshold) => remembered[memoryOf(threshold).announced] === undefined,
  );
}

function ofAllowance(plan: Plan | null, { consumed }: UsageTotals): Threshold[] {
  const included = plan?.included_units ?? 0;
  if (included === 0) return [];
  return percents
    .filter((percent) => consumed * 100 >= included * percent)
    .map((percent) => ({ limit: "included_units", percent, limit_value: included, used_value: consumed }));
}

function ofSpendCap(plan: Plan | null, { charged_micro_usd: charged }: UsageTotals): Threshold[] {
  const cap = plan?.overage_allowed ? (plan.spend_cap_micro_usd ?? 0) : 0;
  const price = plan?.unit_price_micro_usd ?? 0;
  if (cap === 0 || price === 0) return [];
  const isUsedUp = charged + price > cap;
  return percents
    .filter((percent) => isUsedUp || charged * 100 >= cap * percent)
    .map((percent) => ({ limit: "spend_cap_usd", percent, limit_value: usd(cap), used_value: usd(charged) }));
}
