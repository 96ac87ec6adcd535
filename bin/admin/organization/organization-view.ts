import { usd } from "../../../lambdas/domain/billing/ledger.ts";
import { limitsInForce } from "../../../lambdas/domain/organization/limits.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";

/**
 * An organization as operators see it, flat: the terms of its plan, its limits in force, its latest anchor day and the
 * day from which that applies. The key of its cursors is left out.
 */
export function organizationView({ cursor_key, plan, limits, anchors, ...organization }: Organization) {
  const anchor = anchors.at(-1) ?? anchors[0];
  const [, since = ""] = [anchor.from, organization.created_at].toSorted();
  return {
    ...organization,
    plan: plan?.name ?? null,
    included_units: plan?.included_units ?? 0,
    unit_price_usd: usd(plan?.unit_price_micro_usd ?? 0),
    overage_allowed: plan?.overage_allowed ?? false,
    base_fee_usd: usd(plan?.base_fee_micro_usd ?? 0),
    spend_cap_usd: plan?.spend_cap_micro_usd == null ? null : usd(plan.spend_cap_micro_usd),
    anchor_day: anchor.day,
    anchor_day_from: since.slice(0, 10),
    ...limitsInForce(limits),
  };
}
