import type { Plan } from "../organization/organization.ts";

/** How many units a period may have at most, in use and in flight together; `price` is what each may cost, or null. */
export type UnitBound = { units: number; price: number | null };

/**
 * The bound of a plan, or null if it has none. Jobs in flight may all succeed: as many are accepted as then cost no more than
 * the spend cap.
 */
export function unitBoundOf(plan: Plan): UnitBound | null {
  const { included_units, unit_price_micro_usd: price, overage_allowed, spend_cap_micro_usd: cap } = plan;
  if (!overage_allowed) return { units: included_units, price: null };
  if (cap == null || price === 0) return null;
  return { units: included_units + Math.floor(cap / price), price };
}

/**
 * The bound of a plan with a spend cap in the rest of a period in which it replaces another: what was charged already counts
 * towards the cap, and units that were consumed use up the allowance. Null if the plan has no such bound.
 */
export function unitBoundWithin(
  plan: Plan | null,
  { consumed, charged }: { consumed: number; charged: number },
): number | null {
  const bound = plan && unitBoundOf(plan);
  if (!plan || !bound || bound.price === null) return null;
  const left = Math.max(0, (plan.spend_cap_micro_usd ?? 0) - charged);
  return Math.max(consumed, plan.included_units) + Math.floor(left / bound.price);
}
