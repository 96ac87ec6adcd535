import type { BillingPeriod } from "../../domain/billing/period.ts";
import {
  memoryOf,
  newThresholds,
  type Remembered,
  type Threshold,
  thresholdEvent,
} from "../../domain/billing/thresholds.ts";
import type { UsageTotals } from "../../domain/billing/usage.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { countMetric } from "../../runtime/metrics.ts";
import { rememberInPeriod } from "../../storage/billing/thresholds.ts";
import { publishThreshold } from "../../storage/webhook/events.ts";

/** The totals of a period, as they were after a job of it ended, and what it remembered of its thresholds. */
type ReachedUsage = { period: BillingPeriod; totals: UsageTotals; remembered: Remembered };

/**
 * Announces the thresholds that a period has reached. The time is remembered first, the announcement last: none is lost, and
 * one that is announced twice is the same message, by its id and its time.
 */
export async function announceThresholds(
  { organization_id, plan }: Organization,
  { period, totals, remembered }: ReachedUsage,
  now: Date,
): Promise<void> {
  const start = period.start.toISOString();
  for (const threshold of newThresholds(plan, totals, remembered)) {
    const at = await reachedAt(organization_id, start, { threshold, remembered, now });
    if (at === null) continue;
    await publishThreshold(thresholdEvent(organization_id, period, threshold, at));
    if (await rememberInPeriod(organization_id, start, memoryOf(threshold).announced, now))
      countMetric("UsageThresholdReached", { threshold: `${threshold.limit} ${threshold.percent} %` });
  }
}

/** When the threshold was reached, by the first job that found it; null if another finds it at this moment. */
async function reachedAt(
  organizationId: string,
  periodStart: string,
  { threshold, remembered, now }: { threshold: Threshold; remembered: Remembered; now: Date },
): Promise<string | null> {
  const name = memoryOf(threshold).reachedAt;
  const known = remembered[name];
  if (typeof known === "string") return known;
  return (await rememberInPeriod(organizationId, periodStart, name, now)) ? now.toISOString() : null;
}
