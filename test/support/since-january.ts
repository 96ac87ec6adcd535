import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { type BillingPeriod, billingPeriod } from "../../lambdas/domain/billing/period.ts";
import { standardPlan } from "../../lambdas/domain/organization/new-organization.ts";
import type { Organization } from "../../lambdas/domain/organization/organization.ts";
import { keys } from "../../lambdas/storage/keys.ts";
import { findOrganization } from "../../lambdas/storage/organization/organizations.ts";
import { table, tableName } from "../../lambdas/storage/table.ts";
import { addOrganization } from "./partner.ts";

/** The beginning of a day of 2026, as "03-31". */
export const day = (text: string) => new Date(`2026-${text}T00:00:00.000Z`);
export const planNamed = (name: string) => ({ ...standardPlan, name });

/** An organization since January, which keeps the plan that it began with in that month. */
export const sinceJanuary = async (): Promise<Organization> =>
  (await addOrganization({ plan: planNamed("first"), created_at: day("01-15").toISOString() })).organization;

/** The organization as it is now. */
export async function reread({ organization_id }: Organization): Promise<Organization> {
  const organization = await findOrganization(organization_id);
  if (!organization) throw new Error(`${organization_id} is gone`);
  return organization;
}

export const march = ({ anchors }: Organization): BillingPeriod => billingPeriod(anchors, day("03-01"));

export const put = (Item: Record<string, unknown>) =>
  table.send(new PutCommand({ TableName: tableName(), Item }));
/** Replaces what the table has of March. */
export const putMarch = ({ organization_id }: Organization, totals: object) =>
  put({ ...keys.usage(organization_id, day("03-01").toISOString()), ...totals });
