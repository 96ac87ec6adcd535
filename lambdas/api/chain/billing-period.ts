import {
  type BillingPeriod,
  billingPeriod,
  periodStartingAt,
  whyNotBilled,
} from "../../domain/billing/period.ts";
import { Refusal, unprocessable } from "../../domain/errors.ts";
import type { Organization } from "../../domain/organization/organization.ts";

/**
 * The billing period that a caller names, in `parameter`, by its first day. Throws a validation_error that says which day is
 * one, if this is not the first day of a period that has begun; not_found if the organization did not exist in it.
 */
export function namedPeriod(
  parameter: string,
  day: string,
  organization: Organization,
  now: Date,
): BillingPeriod {
  const { anchors, created_at } = organization;
  const period = periodStartingAt(anchors, new Date(day));
  if (!period || period.start > now) {
    const near = Math.max(Math.min(Date.parse(day), now.getTime()), Date.parse(created_at));
    const first = billingPeriod(anchors, new Date(near)).start.toISOString().slice(0, 10);
    throw unprocessable(
      `${parameter} must be the first day of a billing period that has begun: ${first} is one.`,
    );
  }
  const why = whyNotBilled(organization, period);
  if (why !== null) throw new Refusal("not_found", why);
  return period;
}
