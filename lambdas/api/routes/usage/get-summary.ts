import {
  type BillingPeriod,
  billingPeriod,
  periodStartingAt,
  whyNotBilled,
} from "../../../domain/billing/period.ts";
import { usageSummary } from "../../../domain/billing/usage.ts";
import { Refusal, unprocessable } from "../../../domain/errors.ts";
import type { Organization } from "../../../domain/organization/organization.ts";
import { findPeriodUsage } from "../../../storage/billing/plans.ts";
import { json } from "../../chain/http.ts";
import { queryOf } from "../../chain/query.ts";
import { route } from "../../chain/route.ts";
import { GetUsageSummary } from "../../contract/usage/get-summary.ts";

/** GET /api/v1/usage/summary */
export const handler = route(GetUsageSummary, {
  parse: ({ event, caller: { organization } }) => {
    const { period } = queryOf(GetUsageSummary, event);
    return { period: period ? namedPeriod(organization, period, new Date()) : null };
  },
  read: async ({ caller: { organization }, input, now }) => {
    const period = input.period ?? billingPeriod(organization.anchors, now);
    return { period, usage: await findPeriodUsage(organization, period, now) };
  },
  answer: async ({ period, usage }, { caller }) =>
    json(200, usageSummary(caller.organization, caller.limits, usage, period)),
});

function namedPeriod(organization: Organization, date: string, now: Date): BillingPeriod {
  const { anchors } = organization;
  const period = periodStartingAt(anchors, new Date(date));
  if (!period || period.start > now) {
    const { start } = billingPeriod(anchors, new Date(Math.min(Date.parse(date), now.getTime())));
    throw unprocessable(
      `period must be the first day of a billing period that has begun: ${start.toISOString().slice(0, 10)} is one.`,
    );
  }
  const why = whyNotBilled(organization, period);
  if (why !== null) throw new Refusal("not_found", why);
  return period;
}
