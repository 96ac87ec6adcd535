import { TransactGetCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import type { UnitBound } from "../../domain/billing/allowance.ts";
import type { BillingPeriod } from "../../domain/billing/period.ts";
import { PeriodPlan } from "../../domain/billing/plans.ts";
import type { Pricing, PricingRule } from "../../domain/billing/settlement.ts";
import { type UsageChange, UsageTotals } from "../../domain/billing/usage.ts";
import type { Plan } from "../../domain/organization/organization.ts";
import { retryOnContention } from "../contention.ts";
import { keys } from "../keys.ts";
import { listUnder, readItem, table, tableName, type Write } from "../table.ts";

/** How many jobs of an organization are in flight. */
export const InFlight = v.object({ jobs_in_flight: v.optional(v.number(), 0) });

/**
 * Changes how many jobs are in flight: 1 takes a slot, if `cap` is given only below it; -1 gives one back. Only ever
 * sent together with a once-only condition on the job, so a number cannot count a job twice.
 */
export const addInFlight = (organizationId: string, change: 1 | -1, cap?: number): Write => ({
  Update: {
    TableName: tableName(),
    Key: keys.inFlight(organizationId),
    UpdateExpression: "ADD jobs_in_flight :change",
    ...(cap !== undefined && {
      ConditionExpression: "attribute_not_exists(jobs_in_flight) OR jobs_in_flight < :cap",
    }),
    ExpressionAttributeValues: { ":change": change, ...(cap !== undefined && { ":cap": cap }) },
  },
});

/** The plans that a period's item holds: none before its first job has ended. */
export const RecordedPlans = v.object({ plans: v.optional(v.array(PeriodPlan), []) });

type Usage = { totals: UsageTotals; plans: PeriodPlan[]; jobsInFlight: number };

/** The totals and plans of a billing period and the number of jobs in flight, as they were at one moment, in one read. */
export async function findUsage(organizationId: string, period: BillingPeriod): Promise<Usage> {
  const wanted = [keys.usage(organizationId, period.start.toISOString()), keys.inFlight(organizationId)];
  const TransactItems = wanted.map((Key) => ({ Get: { TableName: tableName(), Key } }));
  const { Responses = [] } = await retryOnContention(() =>
    table.send(new TransactGetCommand({ TransactItems })),
  );
  const [totals, inFlight] = Responses.map(({ Item = {} }) => Item);
  return {
    totals: v.parse(UsageTotals, totals),
    plans: v.parse(RecordedPlans, totals).plans,
    jobsInFlight: v.parse(InFlight, inFlight).jobs_in_flight,
  };
}

/** The totals of every billing period of an organization, by the period's start. For operators. */
export async function listUsage(organizationId: string): Promise<Map<string, UsageTotals>> {
  const start = keys.usage(organizationId, "");
  const found = await listUnder(v.object({ ...UsageTotals.entries, sk: v.string() }), start);
  return new Map(found.map(({ sk, ...totals }) => [sk.slice(start.sk.length), totals]));
}

/** The totals of a billing period. */
export const findTotals = async (organizationId: string, periodStart: string): Promise<UsageTotals> =>
  (await readItem(UsageTotals, keys.usage(organizationId, periodStart))) ?? v.parse(UsageTotals, {});

/** A condition of a change of usage; `counted` is the counter that it compares as `#counted`. */
type UsageCondition = {
  expression: string;
  counted: "consumed" | "committed";
  values: Record<string, number>;
};

/**
 * Adds to the totals of a billing period, under a condition if one is given. `plan` is the plan in force, which the period
 * keeps unless it has one already.
 */
export function addUsage(
  organizationId: string,
  periodStart: string,
  change: UsageChange,
  { condition, plan }: { condition?: UsageCondition | null; plan?: Plan | null } = {},
): Write {
  const added = Object.entries(change).filter(([, count]) => count !== 0);
  const recorded = plan === undefined ? null : [{ from: periodStart, plan }];
  const keepsPlan = recorded ? "SET #plans = if_not_exists(#plans, :plans) " : "";
  return {
    Update: {
      TableName: tableName(),
      Key: keys.usage(organizationId, periodStart),
      UpdateExpression: `${keepsPlan}ADD ${added.map(([name]) => `#${name} :${name}`).join(", ")}`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(added.map(([name]) => [`#${name}`, name])),
        ...(recorded && { "#plans": "plans" }),
        ...(condition && { "#counted": condition.counted }),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(added.map(([name, count]) => [`:${name}`, count])),
        ...(recorded && { ":plans": recorded }),
        ...condition?.values,
      },
      ...(condition && { ConditionExpression: condition.expression }),
    },
  };
}

/** Before a period's first unit, its item or the counter does not exist: all included units are then left. */
function comparedWithAllowance(includedUnits: number, areLeft: boolean): string {
  const comparison = areLeft ? "#counted < :included" : "#counted >= :included";
  return areLeft === includedUnits > 0 ? `(attribute_not_exists(#counted) OR ${comparison})` : comparison;
}

/**
 * The condition that a new job can reserve a unit. If a plan with a spend cap began within the period, the period's item
 * knows the bound better than a caller that read the plan some seconds ago.
 */
export function unitCanBeReserved({ units, price }: UnitBound): UsageCondition {
  const isLeft = comparedWithAllowance(units, true);
  const values = { ":included": units };
  if (price === null) return { expression: isLeft, counted: "committed", values };
  const expression =
    `(attribute_not_exists(unit_bound) AND ${isLeft}) OR #counted < unit_bound ` +
    "OR (attribute_not_exists(#counted) AND unit_bound > :none)";
  return { expression, counted: "committed", values: { ...values, ":none": 0 } };
}

/** That a unit is still priced as it was when the totals were read. */
export function isStillPriced({ counted, includedUnits, room }: PricingRule, as: Pricing): UsageCondition {
  const allowance = comparedWithAllowance(includedUnits, as === "free");
  const values = { ":included": includedUnits };
  if (as === "free" || room === null) return { expression: allowance, counted, values };
  const charged = as === "priced" ? fitsUnder(room) : exceeds(room);
  return { expression: `${allowance} AND ${charged}`, counted, values: { ...values, ":room": room } };
}

/** Nothing is charged before the attribute exists. */
const fitsUnder = (room: number): string =>
  room >= 0
    ? "(attribute_not_exists(charged_micro_usd) OR charged_micro_usd <= :room)"
    : "charged_micro_usd <= :room";
const exceeds = (room: number): string =>
  room >= 0
    ? "charged_micro_usd > :room"
    : "(attribute_not_exists(charged_micro_usd) OR charged_micro_usd > :room)";
