import { planView } from "../../../lambdas/domain/billing/plans.ts";
import { limitsInForce } from "../../../lambdas/domain/organization/limits.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";

/**
 * An organization as operators see it, flat: the terms of its plan, its limits in force, its latest anchor day and the
 * day from which that applies. The key of its cursors and the list of leaked keys are left out.
 */
export function organizationView({
  cursor_key,
  plan,
  limits,
  anchors,
  billing,
  leaked_keys,
  ...organization
}: Organization) {
  const anchor = anchors.at(-1) ?? anchors[0];
  const [, since = ""] = [anchor.from, organization.created_at].toSorted();
  const { name, ...terms } = planView(plan);
  return {
    ...organization,
    legal_name: billing?.legal_name ?? null,
    billing_address: billing?.address ?? null,
    tax_id: billing?.tax_id ?? null,
    tax_percent: billing?.tax_percent ?? null,
    reverse_charge: billing?.reverse_charge ?? null,
    plan: name,
    ...terms,
    anchor_day: anchor.day,
    anchor_day_from: since.slice(0, 10),
    ...limitsInForce(limits),
  };
}
