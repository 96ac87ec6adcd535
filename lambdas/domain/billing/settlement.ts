import type { Generation } from "../generation/generation.ts";
import type { Plan } from "../organization/organization.ts";
import { type LedgerEvent, ledgerEvent, type UsageType, usageTypeOf } from "./ledger.ts";
import type { UsageChange } from "./usage.ts";

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

/** What the job's unit costs beyond the allowance: 0 if the job reserved the unit or its plan has no overage. */
function overagePrice({ job, plan }: JobEnding): number {
  if (plan === null || !plan.overage_allowed || job.reserved_period !== null) return 0;
  return plan.unit_price_micro_usd;
}

/** Whether the price of the job depends on how much of the period's allowance is left. */
export const dependsOnAllowance = (ending: JobEnding): boolean =>
  usesUnit(usageTypeOfEnding(ending)) && overagePrice(ending) > 0;

/**
 * Settles a job, which counts in the period in which it ended. A job that succeeded with a new picture consumes a unit:
 * of the period in which the unit was reserved, or else of the period in which the job ended. A reserved unit that is
 * not consumed is released.
 */
export function settle(ending: JobEnding, withinAllowance: boolean): Settlement {
  const { job, plan, outputs, endedAt } = ending;
  const usageType = usageTypeOfEnding(ending);
  const billable = usesUnit(usageType);
  const amount_micro_usd = billable && !withinAllowance ? overagePrice(ending) : 0;
  const event =
    usageType &&
    ledgerEvent(job, {
      occurred_at: endedAt,
      usage_type: usageType,
      billable,
      unit_price_micro_usd: billable ? (plan?.unit_price_micro_usd ?? 0) : 0,
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
  return { event, usage: byPeriod(ending, counts, unitChange(job, billable)) };
}

function unitChange({ reserved_period }: Generation, isConsumed: boolean): UsageChange {
  if (reserved_period !== null) return isConsumed ? { consumed: 1 } : { committed: -1 };
  return isConsumed ? { consumed: 1, committed: 1 } : {};
}

function byPeriod({ job, periodStart }: JobEnding, counts: UsageChange, unit: UsageChange) {
  const unitPeriod = job.reserved_period ?? periodStart;
  if (unitPeriod === periodStart) return new Map([[periodStart, { ...counts, ...unit }]]);
  return new Map([
    [periodStart, counts],
    [unitPeriod, unit],
  ]);
}
