import * as v from "valibot";
import {
  type Anchors,
  type BillingPeriod,
  billingPeriod,
  periodStartingAt,
  whyNotBilled,
} from "../../../lambdas/domain/billing/period.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import { isDay } from "../../../lambdas/domain/times.ts";
import { InputError } from "../inputs.ts";

/** A billing period as it is typed: its first day, or the month in which it starts. */
export const Period = v.pipe(
  v.string(),
  v.check(
    (text) => isDay(text.length === 7 ? `${text}-01` : text),
    "must be a month or a day, such as 2026-03",
  ),
);

/** Throws an InputError for a billing period in which the organization did not exist. */
export function requireBilledPeriod(organization: Organization, period: BillingPeriod): BillingPeriod {
  const why = whyNotBilled(organization, period);
  if (why !== null) throw new InputError(why);
  return period;
}

/** The billing period of that name; throws an InputError if there is none, or more than one. */
export function periodNamed(anchors: Anchors, name: string): BillingPeriod {
  const found = name.length === 7 ? startingIn(anchors, new Date(`${name}-01`)) : startingOn(anchors, name);
  const [period, other] = found;
  if (!period) throw new InputError(`No billing period starts on ${name}: usage show --at names them.`);
  if (other)
    throw new InputError(
      `Two billing periods start in ${name}: give the first day, ${dayOf(period)} or ${dayOf(other)}.`,
    );
  return period;
}

const dayOf = ({ start }: BillingPeriod) => start.toISOString().slice(0, 10);

function startingOn(anchors: Anchors, day: string): BillingPeriod[] {
  const period = periodStartingAt(anchors, new Date(day));
  return period ? [period] : [];
}

/** The billing periods that start in a month. A change of the anchor day makes a second one possible. */
function startingIn(anchors: Anchors, month: Date): BillingPeriod[] {
  const end = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1));
  const found: BillingPeriod[] = [];
  for (let period = billingPeriod(anchors, month); period.start < end; ) {
    if (period.start >= month) found.push(period);
    period = billingPeriod(anchors, period.end);
  }
  return found;
}
