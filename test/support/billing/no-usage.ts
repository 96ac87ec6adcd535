import type { UsageTotals } from "../../../lambdas/domain/billing/usage.ts";

/** The totals of a period without any job. */
export const noUsage: UsageTotals = {
  consumed: 0,
  committed: 0,
  amount_micro_usd: 0,
  charged_micro_usd: 0,
  jobs_succeeded: 0,
  jobs_failed: 0,
  outputs_returned: 0,
  regenerate_count: 0,
  cache_hit_count: 0,
};
