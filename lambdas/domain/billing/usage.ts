import * as v from "valibot";
import type { Limits } from "../organization/limits.ts";
import { isAccessEnabled, type Organization } from "../organization/organization.ts";
import { usd } from "./ledger.ts";
import type { BillingPeriod } from "./period.ts";
import { lastPlan, type PlansOfPeriod, planViews } from "./plans.ts";

const counter = v.optional(v.number(), 0);

/**
 * The running totals of one billing period. `committed` is `consumed` plus the units reserved by jobs in flight.
 * `amount_micro_usd` is what was charged and adjusted; `charged_micro_usd`, what was charged since 1.1.0.
 */
export const UsageTotals = v.object({
  consumed: counter,
  committed: counter,
  amount_micro_usd: counter,
  charged_micro_usd: counter,
  jobs_succeeded: counter,
  jobs_failed: counter,
  outputs_returned: counter,
  regenerate_count: counter,
  cache_hit_count: counter,
});
export type UsageTotals = v.InferOutput<typeof UsageTotals>;

/** By how much a write changes each of a period's totals. */
export type UsageChange = { [Name in keyof UsageTotals]?: number };

/** The usage of a billing period: its totals, its plans, and the jobs that are in flight now. */
export type PeriodUsage = PlansOfPeriod & { totals: UsageTotals; jobsInFlight: number };

/** Whether a job has succeeded in the period. From then on its item keeps the plan. */
export const hasSuccesses = ({ jobs_succeeded }: UsageTotals): boolean => jobs_succeeded > 0;

/**
 * The usage summary (contract, usage.*). Jobs in flight count in `jobs.total`; the overage amount is the sum of the ledger's
 * amounts.
 */
export function usageSummary(
  organization: Organization,
  limits: Limits,
  { totals, jobsInFlight, ...terms }: PeriodUsage,
  period: BillingPeriod,
) {
  const plan = lastPlan(terms);
  const included = plan?.included_units ?? 0;
  return {
    access: {
      enabled: isAccessEnabled(organization),
      status: organization.access_status,
      plan: plan?.name ?? null,
    },
    billing_period: { start_at: period.start.toISOString(), end_at: period.end.toISOString() },
    plans: planViews(terms),
    plans_recorded: terms.recorded,
    usage: {
      included,
      consumed: totals.consumed,
      overage: Math.max(0, totals.consumed - included),
      remaining: Math.max(0, included - totals.consumed),
      projected_overage_amount_usd: usd(totals.amount_micro_usd),
    },
    jobs: {
      total: totals.jobs_succeeded + totals.jobs_failed + jobsInFlight,
      succeeded: totals.jobs_succeeded,
      failed: totals.jobs_failed,
      outputs_returned: totals.outputs_returned,
      regenerate_count: totals.regenerate_count,
      cache_hit_count: totals.cache_hit_count,
    },
    rate_limits: limits,
  };
}
