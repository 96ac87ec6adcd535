import { usd } from "../../lambdas/domain/billing.ts";
import { limitsInForce } from "../../lambdas/domain/limits.ts";
import type { Organization } from "../../lambdas/domain/organization.ts";

/** An organization as operators see it, flat: its plan's terms and its limits in force, not what signs its cursors. */
export const organizationView = ({ cursor_key, plan, limits, ...organization }: Organization) => ({
  ...organization,
  plan: plan?.name ?? null,
  included_units: plan?.included_units ?? 0,
  unit_price_usd: usd(plan?.unit_price_micro_usd ?? 0),
  overage_allowed: plan?.overage_allowed ?? false,
  ...limitsInForce(limits),
});
