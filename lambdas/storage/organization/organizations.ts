import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { billingPeriod, firstToClose } from "../../domain/billing/period.ts";
import { closableFrom } from "../../domain/billing/statement.ts";
import { Organization, type OrganizationChanges } from "../../domain/organization/organization.ts";
import { keys, openIndex } from "../keys.ts";
import { readItem, table, tableName, transact, type Write } from "../table.ts";

export const findOrganization = (organizationId: string) =>
  readItem(Organization, keys.organization(organizationId));

const put = (Item: Record<string, unknown>): Write => ({ Put: { TableName: tableName(), Item } });

/** The entry of a new organization in the list of all, and of its first billing period in the list of those to close. */
function listed(organization: Organization) {
  const period = firstToClose(organization, new Date(organization.created_at));
  return {
    ...keys.listedOrganization(organization.organization_id),
    ...openIndex.closing(period.end, closableFrom(period)),
  };
}

/** The write that keeps a new organization's plan with its first billing period. */
const firstPlan = ({ organization_id, anchors, plan, created_at }: Organization): Write => {
  const start = billingPeriod(anchors, new Date(created_at)).start.toISOString();
  return put({ ...keys.usage(organization_id, start), plans: [{ from: start, plan }] });
};

/** Saves a new organization and lists it, with other writes or not at all; throws if its id is taken. */
export async function createOrganization(organization: Organization, others: Write[] = []): Promise<void> {
  const { organization_id } = organization;
  const Item = { ...keys.organization(organization_id), ...organization };
  const { committed } = await transact({
    guards: {
      id_is_taken: { Put: { TableName: tableName(), Item, ConditionExpression: "attribute_not_exists(pk)" } },
    },
    writes: [put(listed(organization)), firstPlan(organization), ...others],
  });
  if (!committed) throw new Error(`Organization ${organization_id} exists already.`);
}

/** The write that replaces the given attributes of an organization and leaves the others as they are. */
export function organizationUpdate(organizationId: string, changes: OrganizationChanges): Write {
  const attributes = Object.entries(changes);
  return {
    Update: {
      TableName: tableName(),
      Key: keys.organization(organizationId),
      UpdateExpression: `SET ${attributes.map((_, i) => `#a${i} = :a${i}`).join(", ")}`,
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeNames: Object.fromEntries(attributes.map(([name], i) => [`#a${i}`, name])),
      ExpressionAttributeValues: Object.fromEntries(attributes.map(([, value], i) => [`:a${i}`, value])),
    },
  };
}

/** Replaces the given attributes of an organization; throws if there is none. */
export async function updateOrganization(
  organizationId: string,
  changes: OrganizationChanges,
): Promise<void> {
  const { committed } = await transact({
    guards: { is_unknown: organizationUpdate(organizationId, changes) },
  });
  if (!committed) throw new Error(`There is no organization ${organizationId}.`);
}

/**
 * Every organization, oldest first, at most a hundred in memory at a time. For operators only: it makes one read per
 * organization.
 */
export async function* streamOrganizations(): AsyncGenerator<Organization> {
  const { pk } = keys.listedOrganization("");
  const pages = paginateQuery(
    { client: table },
    {
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      Limit: 100,
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    const entries = v.parse(v.array(v.object({ sk: v.string() })), Items);
    const found = await Promise.all(entries.map(({ sk }) => findOrganization(sk)));
    yield* found.filter((organization) => organization !== null);
  }
}

/** Every organization, oldest first, at once. For operators only. */
export const listOrganizations = (): Promise<Organization[]> => Array.fromAsync(streamOrganizations());
