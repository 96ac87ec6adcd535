import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { LedgerEvent } from "../domain/billing.ts";
import { keys } from "./keys.ts";
import { table, tableName } from "./table.ts";

const Stored = v.object({ ...LedgerEvent.entries, sk: v.string() });

/**
 * One page of the ledger, newest first, after a position (exclusive); `last` is where the next page goes on, or null. One
 * event more than the page is read, so that the last page is known as such.
 */
export async function listLedger(
  organizationId: string,
  after: string | null,
  limit: number,
): Promise<{ events: LedgerEvent[]; last: string | null }> {
  const { pk } = keys.ledger(organizationId, "", "");
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      ScanIndexForward: false,
      Limit: limit + 1,
      ConsistentRead: true,
      ...(after !== null && { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );
  const page = v.parse(v.array(Stored), Items.slice(0, limit));
  return { events: page, last: Items.length > limit ? (page.at(-1)?.sk ?? null) : null };
}
