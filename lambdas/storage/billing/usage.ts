import { TransactGetCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import type { BillingPeriod } from "../../domain/billing/period.ts";
import { PeriodPlan } from "../../domain/billing/plans.ts";
import { type UsageChange, UsageTotals } from "../../domain/billing/usage.ts";
import type { Plan } from "../../domain/organization/organization.ts";
import { retryOnContention } from "../contention.ts";
import { keys } from "../keys.ts";
import { listUnder, readItem, table, tableName, type Write } from "../table.ts";

/** How many jobs of an organization are in flight. */
export const InFlight = v.object({ jobs_in_flight: v.optional(v.number(), 0) });

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

/** Whether units of a period's allowance are left, neither consumed nor reserved. */
export async function areUnitsLeft(organizationId: string, periodStart: string, includedUnits: number) {
  const totals = await readItem(UsageTotals, keys.usage(organizationId, periodStart));
  return (totals?.committed ?? 0) < includedUnits;
}

/** What must hold for a change of usage: that units of the allowance are left, or that none are. */
type Allowance = { includedUnits: number; unitsLeft: boolean };

/**
 * Adds to the totals of a billing period, under a condition on its allowance if one is given. `plan` is the plan in
 * force, which the period keeps unless it has one already.
 */
export function addUsage(
  organizationId: string,
  periodStart: string,
  change: UsageChange,
  { allowance, plan }: { allowance?: Allowance | null; plan?: Plan | null } = {},
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
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(added.map(([name, count]) => [`:${name}`, count])),
        ...(recorded && { ":plans": recorded }),
        ...(allowance && { ":included": allowance.includedUnits }),
      },
      ...(allowance && { ConditionExpression: allowanceCondition(allowance) }),
    },
  };
}

/** Before a period's first unit, its item or the attribute does not exist: all included units are then left. */
function allowanceCondition({ includedUnits, unitsLeft }: Allowance): string {
  const areLeftWhenUnused = includedUnits > 0;
  const holdsWhenUnused = unitsLeft === areLeftWhenUnused;
  const comparison = unitsLeft ? "committed < :included" : "committed >= :included";
  return holdsWhenUnused ? `attribute_not_exists(committed) OR ${comparison}` : comparison;
}
