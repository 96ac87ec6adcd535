import { usageSummary } from "../../domain/billing.ts";
import { billingPeriod } from "../../domain/billing-period.ts";
import { json } from "../../runtime/http.ts";
import { findUsage } from "../../storage/usage.ts";
import { apiHandler } from "../api-handler.ts";
import { GetUsageSummary } from "../operations.ts";

/** GET /api/v1/usage/summary */
export const handler = apiHandler(GetUsageSummary, {
  parse: () => null,
  read: async ({ caller: { organization }, now }) => {
    const period = billingPeriod(organization.anchors, now);
    return { period, usage: await findUsage(organization.organization_id, period) };
  },
  answer: async ({ period, usage }, { caller }) =>
    json(200, usageSummary(caller.organization, caller.limits, usage, period)),
});
