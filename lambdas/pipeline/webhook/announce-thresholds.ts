import type { BillingPeriod } from "../../domain/billing/period.ts";
import {
  memoryOf,
  newThresholds,
  type Reached,
  type Remembered,
  reachedBefore,
  type Threshold,
  thresholdEvent,
} from "../../domain/billing/thresholds.ts";
import type { UsageTotals } from "../../domain/billing/usage.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { publishThreshold } from "../../orchestration/events.ts";
import { countMetric } from "../../runtime/metrics.ts";
import { rememberAnnounced, rememberReached } from "../../storage/billing/thresholds.ts";

/** The totals of a period, as they were after a job of it ended, and what it remembered of its thresholds. */
type ReachedUsage = { period: BillingPeriod; totals: UsageTotals; remembered: Remembered };

/**
 * Announces the thresholds that a period has reached. How one was reached is remembered first, the announcement last: none
 * is lost, and one that is announced twice is the same message, word for word.
 */
export async function announceThresholds(
  { organization_id, plan }: Organization,
  { period, totals, remembered }: ReachedUsage,
  now: Date,
): Promise<void> {
  const start = period.start.toISOString();
  for (const threshold of newThresholds(plan, totals, remembered)) {
    const reached = await reachThreshold(organization_id, start, { threshold, remembered, now });
    await publishThreshold(thresholdEvent(organization_id, period, threshold, reached));
    if (await rememberAnnounced(organization_id, start, memoryOf(threshold).announced, now.toISOString()))
      countMetric("UsageThresholdReached", { threshold: `${threshold.limit} ${threshold.percent} %` });
  }
}

/** How the threshold was reached, by the first job that found it. */
function reachThreshold(
  organizationId: string,
  periodStart: string,
  { threshold, remembered, now }: { threshold: Threshold; remembered: Remembered; now: Date },
): Reached | Promise<Reached> {
  const known = reachedBefore(remembered, threshold);
  if (known) return known;
  const { limit_value, used_value } = threshold;
  const reached = { at: now.toISOString(), limit_value, used_value };
  const { reached: name } = memoryOf(threshold);
  return rememberReached(organizationId, periodStart, name, reached);
}
