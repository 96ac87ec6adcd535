import { paginateQuery, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { type BillingPeriod, firstToClose } from "../../domain/billing/period.ts";
import { closableFrom } from "../../domain/billing/statement.ts";
import { keys, openIndex } from "../keys.ts";
import { findOrganization } from "../organization/organizations.ts";
import { table, tableName, unlessRefused } from "../table.ts";

/** An organization with a billing period to close: the one that ends at `periodEnd`. */
export type DueClosing = { organizationId: string; periodEnd: Date; place: string };

const Entry = v.pipe(
  v.object({ sk: v.string(), gsi1sk: v.string() }),
  v.transform(({ sk, gsi1sk }): DueClosing => {
    const [, periodEnd = ""] = gsi1sk.split("#");
    return { organizationId: sk, periodEnd: new Date(periodEnd), place: gsi1sk };
  }),
);

/** The closings that are due, `most` at most, those that have waited longest first. */
export async function listDueClosings(now: Date, most: number): Promise<DueClosing[]> {
  const { Items } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: openIndex.name,
      KeyConditionExpression: "gsi1pk = :shard AND gsi1sk <= :now",
      ExpressionAttributeValues: { ":shard": openIndex.closings, ":now": now.toISOString() },
      Limit: most,
    }),
  );
  return v.parse(v.array(Entry), Items ?? []);
}

/** Moves an organization's entry to the closing of a period at a time, unless another run has moved it. */
export const scheduleClosing = (due: DueClosing, periodEnd: Date, at: Date): Promise<boolean> =>
  moveEntry(due.organizationId, openIndex.closing(periodEnd, at), {
    ConditionExpression: "gsi1sk = :place",
    ExpressionAttributeValues: { ":place": due.place },
  });

/**
 * Schedules the closings of organizations that have none, as those of earlier versions. Reads the list of organizations, and
 * each that has none.
 */
export async function scheduleMissing(now: Date): Promise<void> {
  const pages = paginateQuery(
    { client: table },
    {
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk",
      FilterExpression: "attribute_not_exists(gsi1pk)",
      ExpressionAttributeValues: { ":pk": keys.listedOrganization("").pk },
      ConsistentRead: true,
    },
  );
  for await (const { Items } of pages)
    for (const { sk } of v.parse(v.array(v.object({ sk: v.string() })), Items ?? [])) {
      const organization = await findOrganization(sk);
      if (organization) await schedule(sk, firstToClose(organization, now));
    }
}

const schedule = (organizationId: string, period: BillingPeriod): Promise<boolean> =>
  moveEntry(organizationId, openIndex.closing(period.end, closableFrom(period)), {
    ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(gsi1pk)",
  });

type Condition = { ConditionExpression: string; ExpressionAttributeValues?: Record<string, string> };

const moveEntry = (
  organizationId: string,
  { gsi1pk, gsi1sk }: ReturnType<typeof openIndex.closing>,
  condition: Condition,
): Promise<boolean> =>
  unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.listedOrganization(organizationId),
        UpdateExpression: "SET gsi1pk = :list, gsi1sk = :at",
        ...condition,
        ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ":list": gsi1pk, ":at": gsi1sk },
      }),
    ),
  );
