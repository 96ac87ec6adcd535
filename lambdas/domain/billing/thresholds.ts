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

/** The names under which a period remembers when a threshold was found to be reached, and that it was announced. */
export const memoryOf = ({ limit, percent }: Pick<Threshold, "limit" | "percent">) => ({
  reachedAt: `reached_${limit}_${percent}`,
  announced: `announced_${limit}_${percent}`,
});

/** What a period remembers, under these names. */
export const Remembered = v.record(v.string(), v.unknown());
export type Remembered = v.InferOutput<typeof Remembered>;

/** The event that a threshold was reached, as it is put on the bus. */
export function thresholdEvent(
  organizationId: string,
  period: BillingPeriod,
  threshold: Threshold,
  reachedAt: string,
) {
  return {
    organization_id: organizationId,
    period_start: period.start.toISOString(),
    period_end: period.end.toISOString(),
    occurred_at: reachedAt,
    ...threshold,
  };
}
export type ThresholdEvent = ReturnType<typeof thresholdEvent>;

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
    .filter((percent) => (percent === 100 ? isUsedUp : isUsedUp || charged * 100 >= cap * percent))
    .map((percent) => ({ limit: "spend_cap_usd", percent, limit_value: usd(cap), used_value: usd(charged) }));
}
