import * as v from "valibot";
import { Plan } from "../organization/organization.ts";
import { usd } from "./ledger.ts";

/** A plan and from when on it applied; null if the organization had none. */
export const PeriodPlan = v.object({ from: v.string(), plan: v.nullable(Plan) });
export type PeriodPlan = v.InferOutput<typeof PeriodPlan>;

/**
 * The plans of a billing period, oldest first: one, unless it changed within the period. `recorded` is false if the
 * period is older than the record of its plan: then it is the plan in force when it was read.
 */
export type PlansOfPeriod = { plans: PeriodPlan[]; recorded: boolean };

/** The plan at the end of a period. Its allowance is for the whole period: nothing is divided by days. */
export const lastPlan = ({ plans }: Pick<PlansOfPeriod, "plans">): Plan | null => plans.at(-1)?.plan ?? null;

/** The terms of a plan as callers see them; without a plan, nothing is included and nothing has a price. */
export const planView = (plan: Plan | null) => ({
  name: plan?.name ?? null,
  included_units: plan?.included_units ?? 0,
  unit_price_usd: usd(plan?.unit_price_micro_usd ?? 0),
  overage_allowed: plan?.overage_allowed ?? false,
  base_fee_usd: usd(plan?.base_fee_micro_usd ?? 0),
  spend_cap_usd: plan?.spend_cap_micro_usd == null ? null : usd(plan.spend_cap_micro_usd),
});

/** The plans of a period as callers see them. */
export const planViews = ({ plans }: Pick<PlansOfPeriod, "plans">) =>
  plans.map(({ from, plan }) => ({ from, ...planView(plan) }));
