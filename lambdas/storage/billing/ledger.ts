import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { eventId, LedgerEvent, usageTypeOf } from "../../domain/billing/ledger.ts";
import type { Generation } from "../../domain/generation/generation.ts";
import { keys } from "../keys.ts";
import { readItem, table, tableName, type Write } from "../table.ts";

/** What the place of an event in the order of the ledger is made of. */
export const LedgerPlace = v.pick(LedgerEvent, ["occurred_at", "event_id"]);
type LedgerPlace = v.InferOutput<typeof LedgerPlace>;

/** The page size for streaming: it bounds the memory in use, and is far below the 1 MB that a query may return. */
const streamedPage = 200;

/**
 * The events from `from` (inclusive) to `to` (exclusive), oldest first, a page at a time. `after` is the last event of an
 * earlier reading, which this one continues.
 */
export async function* readLedger(
  organizationId: string,
  from: Date,
  to: Date,
  { pageSize = streamedPage, after = null }: { pageSize?: number; after?: LedgerPlace | null } = {},
): AsyncGenerator<LedgerEvent[]> {
  const { pk } = keys.ledger(organizationId, "", "");
  const startingToken = after && keys.ledger(organizationId, after.occurred_at, after.event_id);
  const pages = paginateQuery(
    { client: table, ...(startingToken && { startingToken }) },
    {
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
      ExpressionAttributeValues: { ":pk": pk, ":from": from.toISOString(), ":to": to.toISOString() },
      Limit: pageSize,
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield v.parse(v.array(LedgerEvent), Items);
}

/** The event that charges a succeeded job, or null. */
export async function findCharge(job: Generation): Promise<LedgerEvent | null> {
  if (job.status !== "succeeded" || job.completed_at === null) return null;
  const usageType = usageTypeOf(
    job,
    job.outputs.some(({ cached }) => cached),
  );
  const id = eventId(job.job_id, usageType);
  return readItem(LedgerEvent, keys.ledger(job.organization_id, job.completed_at, id));
}

/**
 * The write that appends an event. An event in the ledger is never changed. What it does not have is left out, to keep it
 * below a kilobyte, which is a unit of writing.
 */
export const appendToLedger = (organizationId: string, event: LedgerEvent): Write => ({
  Put: {
    TableName: tableName(),
    Item: {
      ...keys.ledger(organizationId, event.occurred_at, event.event_id),
      ...event,
      caller_reference: event.caller_reference ?? undefined,
      adjustment: event.adjustment ?? undefined,
      listing: event.listing ?? undefined,
    },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});
