import { billingPeriod, usageSummary } from "../../domain/billing.ts";
import { json } from "../../runtime/http.ts";
import { findUsage } from "../../storage/usage.ts";
import { apiHandler } from "../api-handler.ts";

/** GET /api/v1/usage/summary */
export const handler = apiHandler({
  counter: "usage_summary",
  parse: () => null,
  read: ({ caller, now }) =>
    findUsage(caller.organization.organization_id, billingPeriod(caller.organization.anchor_day, now)),
  answer: async (usage, { caller, now }) =>
    json(
      200,
      usageSummary(
        caller.organization,
        caller.limits,
        usage,
        billingPeriod(caller.organization.anchor_day, now),
      ),
    ),
});
