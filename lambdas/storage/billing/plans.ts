import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { unitBoundWithin } from "../../domain/billing/allowance.ts";
import { type BillingPeriod, billingPeriod } from "../../domain/billing/period.ts";
import type { PeriodPlan } from "../../domain/billing/plans.ts";
import { hasSuccesses, type PeriodUsage, type UsageTotals } from "../../domain/billing/usage.ts";
import type { Organization, Plan } from "../../domain/organization/organization.ts";
import { keys } from "../keys.ts";
import { table, tableName, transact, type Write } from "../table.ts";
import { findTotals, findUsage, RecordedPlans } from "./usage.ts";

/**
 * The usage of a billing period with the plans that it had. A period that is over has no jobs in flight, and its plan
 * is the one that it keeps.
 */
export async function findPeriodUsage(
  organization: Organization,
  period: BillingPeriod,
  now: Date,
): Promise<PeriodUsage> {
  const { totals, plans, jobsInFlight } = await findUsage(organization.organization_id, period);
  const isOver = period.end <= now;
  const usage = { totals, jobsInFlight: isOver ? 0 : jobsInFlight };
  if (plans.length > 0) return { ...usage, plans, recorded: true };
  const from = period.start.toISOString();
  const before = isOver ? await findPlanBefore(organization.organization_id, from) : null;
  if (before) return { ...usage, plans: [{ from, plan: before.plan }], recorded: true };
  const recorded = !isOver && !hasSuccesses(totals);
  return { ...usage, plans: [{ from, plan: organization.plan }], recorded };
}

/**
 * The last plan of the latest earlier period that keeps one, or null. It is the plan of a period that keeps none itself:
 * a change is kept by the period in which it is made, so there was none in between.
 */
async function findPlanBefore(organizationId: string, periodStart: string): Promise<PeriodPlan | null> {
  const { pk, sk } = keys.usage(organizationId, periodStart);
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :this",
      FilterExpression: "attribute_exists(#plans)",
      ExpressionAttributeNames: { "#plans": "plans" },
      ExpressionAttributeValues: { ":pk": pk, ":first": keys.usage(organizationId, "").sk, ":this": sk },
      ScanIndexForward: false,
      ConsistentRead: true,
    }),
  );
  return v.parse(RecordedPlans, Items[0] ?? {}).plans.at(-1) ?? null;
}

const changeTries = 10;

/**
 * Changes the plan of an organization, and keeps in the running period what it was and from when on it is another. Under a
 * spend cap the period also keeps how many units it may have from now on. False if the plan is no longer the one that the
 * organization was read with.
 */
export async function changePlan(organization: Organization, plan: Plan | null, now: Date): Promise<boolean> {
  const { organization_id, anchors } = organization;
  const start = billingPeriod(anchors, now).start.toISOString();
  for (let tries = 0; tries < changeTries; tries++) {
    const totals = await findTotals(organization_id, start);
    const outcome = await transact({
      guards: {
        changed_meanwhile: replacePlan(organization, plan),
        usage_has_changed: keepChange(organization, { start, totals, plan, now }),
      },
    });
    if (outcome.committed) return true;
    if (outcome.refusedBy === "changed_meanwhile") return false;
  }
  throw new Error(
    `The plan of ${organization_id} could not be changed: too many jobs are ending. Try again.`,
  );
}

const replacePlan = ({ organization_id, plan: before }: Organization, plan: Plan | null): Write => ({
  Update: {
    TableName: tableName(),
    Key: keys.organization(organization_id),
    UpdateExpression: "SET #plan = :plan",
    ConditionExpression: "#plan = :before",
    ExpressionAttributeNames: { "#plan": "plan" },
    ExpressionAttributeValues: { ":plan": plan, ":before": before },
  },
});

type PlanChange = { start: string; totals: UsageTotals; plan: Plan | null; now: Date };

/** Only the bound depends on the totals: without one, jobs may end meanwhile. */
function keepChange(
  { organization_id, plan: before }: Organization,
  { start, totals: { consumed, charged_micro_usd: charged }, plan, now }: PlanChange,
): Write {
  const bound = unitBoundWithin(plan, { consumed, charged });
  const kept = "SET #plans = list_append(if_not_exists(#plans, :before), :after)";
  return {
    Update: {
      TableName: tableName(),
      Key: keys.usage(organization_id, start),
      UpdateExpression: bound === null ? `${kept} REMOVE unit_bound` : `${kept}, unit_bound = :bound`,
      ...(bound !== null && {
        ConditionExpression: `${stillAt("#consumed", ":consumed", consumed)} AND ${stillAt("charged_micro_usd", ":charged", charged)}`,
      }),
      ExpressionAttributeNames: { "#plans": "plans", ...(bound !== null && { "#consumed": "consumed" }) },
      ExpressionAttributeValues: {
        ":before": [{ from: start, plan: before }],
        ":after": [{ from: now.toISOString(), plan }],
        ...(bound !== null && { ":bound": bound, ":consumed": consumed, ":charged": charged }),
      },
    },
  };
}

const stillAt = (name: string, value: string, count: number): string =>
  count === 0 ? `(attribute_not_exists(${name}) OR ${name} = ${value})` : `${name} = ${value}`;
