import { billingPeriod } from "../../../domain/billing/period.ts";
import { usageSummary } from "../../../domain/billing/usage.ts";
import { findPeriodUsage } from "../../../storage/billing/plans.ts";
import { namedPeriod } from "../../chain/billing-period.ts";
import { json } from "../../chain/http.ts";
import { queryOf } from "../../chain/query.ts";
import { route } from "../../chain/route.ts";
import { GetUsageSummary } from "../../contract/usage/get-summary.ts";

/** GET /api/v1/usage/summary */
export const handler = route(GetUsageSummary, {
  parse: ({ event, caller: { organization } }) => {
    const { period } = queryOf(GetUsageSummary, event);
    return { period: period ? namedPeriod("period", period, organization, new Date()) : null };
  },
  read: async ({ caller: { organization }, input, now }) => {
    const period = input.period ?? billingPeriod(organization.anchors, now);
    return { period, usage: await findPeriodUsage(organization, period, now) };
  },
  answer: async ({ period, usage }, { caller }) =>
    json(200, usageSummary(caller.organization, caller.limits, usage, period)),
});
