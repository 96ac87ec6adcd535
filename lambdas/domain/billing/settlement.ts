import type { Generation } from "../generation/generation.ts";
import type { Plan } from "../organization/organization.ts";
import { type LedgerEvent, ledgerEvent, type UsageType, usageTypeOf } from "./ledger.ts";
import type { UsageChange, UsageTotals } from "./usage.ts";

/** A job that ends at `endedAt`, in the billing period that starts at `periodStart`; `outputs` is null if it failed. */
export type JobEnding = {
  job: Generation;
  plan: Plan | null;
  outputs: { cached: boolean }[] | null;
  periodStart: string;
  endedAt: string;
};

/** What the end of a job records: its ledger event and, by period start, what is added to that period's totals. */
type Settlement = { event: LedgerEvent | null; usage: Map<string, UsageChange> };

const isCached = ({ outputs }: JobEnding): boolean => outputs?.some(({ cached }) => cached) ?? false;

const usageTypeOfEnding = (ending: JobEnding): UsageType | null =>
  ending.outputs && usageTypeOf(ending.job, isCached(ending));

const usesUnit = (usageType: UsageType | null) => usageType === "generation" || usageType === "regeneration";

/**
 * What the job's unit costs beyond the allowance: nothing if the plan has no overage, or if the job reserved a unit of the
 * allowance. A job that was accepted under a spend cap reserved a price, and costs no more than that.
 */
function overagePrice({ job, plan }: JobEnding): number {
  if (plan === null || !plan.overage_allowed) return 0;
  if (job.reserved_price_micro_usd !== null)
    return Math.min(job.reserved_price_micro_usd, plan.unit_price_micro_usd);
  return job.reserved_period === null ? plan.unit_price_micro_usd : 0;
}

/**
 * What decides the price of a unit: how many units the period has had, of the allowance, and how much was charged, of the
 * spend cap. `room` is what may have been charged at most for another unit to fit; null without a cap.
 */
export type PricingRule = { counted: "consumed" | "committed"; includedUnits: number; room: number | null };

/** Within the allowance, at the plan's price, or, as the spend cap is reached, at none. */
export type Pricing = "free" | "priced" | "beyond_cap";

/**
 * The rule by which a job's unit is priced, or null if it costs nothing in any case. Under a spend cap, jobs in flight hold
 * units that they may have to pay for: only consumed ones are compared with the allowance.
 */
export function pricingRuleOf(ending: JobEnding): PricingRule | null {
  const { job, plan } = ending;
  const price = overagePrice(ending);
  if (plan === null || price === 0 || !usesUnit(usageTypeOfEnding(ending))) return null;
  const cap = plan.spend_cap_micro_usd ?? null;
  const isCapped = cap !== null || job.reserved_price_micro_usd !== null;
  return {
    counted: isCapped ? "consumed" : "committed",
    includedUnits: plan.included_units,
    room: cap === null ? null : cap - price,
  };
}

export function pricingOf({ counted, includedUnits, room }: PricingRule, totals: UsageTotals): Pricing {
  if (totals[counted] < includedUnits) return "free";
  return room !== null && totals.charged_micro_usd > room ? "beyond_cap" : "priced";
}

/**
 * Settles a job, which counts in the period in which it ended. A job that succeeded with a new picture consumes a unit:
 * of the period in which the unit was reserved, or else of the period in which the job ended. A reserved unit that is
 * not consumed is released.
 */
export function settle(ending: JobEnding, pricing: Pricing): Settlement {
  const { job, plan, outputs, endedAt } = ending;
  const usageType = usageTypeOfEnding(ending);
  const billable = usesUnit(usageType);
  const amount_micro_usd = billable && pricing === "priced" ? overagePrice(ending) : 0;
  const event =
    usageType &&
    ledgerEvent(job, {
      occurred_at: endedAt,
      usage_type: usageType,
      billable,
      unit_price_micro_usd: billable ? amount_micro_usd || (plan?.unit_price_micro_usd ?? 0) : 0,
      amount_micro_usd,
    });
  const counts: UsageChange = {
    jobs_succeeded: outputs ? 1 : 0,
    jobs_failed: outputs ? 0 : 1,
    outputs_returned: outputs?.length ?? 0,
    regenerate_count: job.parent_job_id === null ? 0 : 1,
    cache_hit_count: isCached(ending) ? 1 : 0,
    amount_micro_usd,
    charged_micro_usd: amount_micro_usd,
  };
  return { event, usage: byPeriod(ending, counts, billable) };
}

function byPeriod(ending: JobEnding, counts: UsageChange, isConsumed: boolean): Settlement["usage"] {
  const { periodStart, job } = ending;
  const reserved = job.reserved_period;
  if (reserved === null)
    return new Map([[periodStart, { ...counts, ...(isConsumed && { consumed: 1, committed: 1 }) }]]);
  const ofReserved: UsageChange = isConsumed ? { consumed: 1 } : { committed: -1 };
  if (reserved === periodStart) return new Map([[periodStart, { ...counts, ...ofReserved }]]);
  if (isConsumed && followsItsJob(ending))
    return new Map<string, UsageChange>([
      [periodStart, { ...counts, consumed: 1, committed: 1 }],
      [reserved, { committed: -1 }],
    ]);
  return new Map([
    [periodStart, counts],
    [reserved, ofReserved],
  ]);
}

/** Whether a unit counts in the period in which its job ends, as every unit with a price does, although another held it. */
const followsItsJob = ({ job, plan }: JobEnding): boolean =>
  job.reserved_price_micro_usd !== null && (plan?.overage_allowed ?? false);
