import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { type BillingPeriod, billingPeriod } from "../../domain/billing/period.ts";
import type { PeriodPlan } from "../../domain/billing/plans.ts";
import { hasEndedJobs, type PeriodUsage } from "../../domain/billing/usage.ts";
import type { Organization, Plan } from "../../domain/organization/organization.ts";
import { keys } from "../keys.ts";
import { table, tableName, transact } from "../table.ts";
import { findUsage, RecordedPlans } from "./usage.ts";

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
  const recorded = !isOver && !hasEndedJobs(totals);
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

/**
 * Changes the plan of an organization, and keeps in the running period what it was and from when on it is another.
 * False if the plan is no longer the one that the organization was read with.
 */
export async function changePlan(
  { organization_id, anchors, plan: before }: Organization,
  plan: Plan | null,
  now: Date,
): Promise<boolean> {
  const start = billingPeriod(anchors, now).start.toISOString();
  const { committed } = await transact({
    guards: {
      changed_meanwhile: {
        Update: {
          TableName: tableName(),
          Key: keys.organization(organization_id),
          UpdateExpression: "SET #plan = :plan",
          ConditionExpression: "#plan = :before",
          ExpressionAttributeNames: { "#plan": "plan" },
          ExpressionAttributeValues: { ":plan": plan, ":before": before },
        },
      },
    },
    writes: [
      {
        Update: {
          TableName: tableName(),
          Key: keys.usage(organization_id, start),
          UpdateExpression: "SET #plans = list_append(if_not_exists(#plans, :before), :after)",
          ExpressionAttributeNames: { "#plans": "plans" },
          ExpressionAttributeValues: {
            ":before": [{ from: start, plan: before }],
            ":after": [{ from: now.toISOString(), plan }],
          },
        },
      },
    ],
  });
  return committed;
}
