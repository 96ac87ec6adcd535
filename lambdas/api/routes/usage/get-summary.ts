import { billingPeriod } from "../../../domain/billing/period.ts";
import { usageSummary } from "../../../domain/billing/usage.ts";
import { findUsage } from "../../../storage/billing/usage.ts";
import { json } from "../../chain/http.ts";
import { route } from "../../chain/route.ts";
import { GetUsageSummary } from "../../contract/operations.ts";

/** GET /api/v1/usage/summary */
export const handler = route(GetUsageSummary, {
  parse: () => null,
  read: async ({ caller: { organization }, now }) => {
    const period = billingPeriod(organization.anchors, now);
    return { period, usage: await findUsage(organization.organization_id, period) };
  },
  answer: async ({ period, usage }, { caller }) =>
    json(200, usageSummary(caller.organization, caller.limits, usage, period)),
});
