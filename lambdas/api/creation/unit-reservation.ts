import { unitBoundOf } from "../../domain/billing/allowance.ts";
import { billingPeriod } from "../../domain/billing/period.ts";
import { Refusal } from "../../domain/errors.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import type { UnitReservation } from "../../storage/generation/create.ts";

const entitlementRequired = (message: string) => new Refusal("entitlement_required", message);

/**
 * The unit that a new job must reserve, or null: only plans without overage, or with a spend cap, can run out of units, and
 * a sandbox uses none.
 * Throws entitlement_required if there is no plan.
 */
export function unitToReserve({ sandbox, plan, anchors }: Organization, now: Date): UnitReservation | null {
  if (sandbox) return null;
  if (plan === null) throw entitlementRequired("The organization has no plan: ask your operator for one.");
  const bound = unitBoundOf(plan);
  return bound && { periodStart: billingPeriod(anchors, now).start.toISOString(), ...bound };
}

/** The refusal of a job whose unit cannot be reserved. */
export const noUnitLeft = (reservation: UnitReservation | null): Refusal =>
  entitlementRequired(
    reservation?.price == null
      ? "The plan's allowance for this billing period is used up and overage is not allowed."
      : "The plan's spend cap for this billing period is reached.",
  );
