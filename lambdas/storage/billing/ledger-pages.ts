import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { LedgerEvent, type UsageType } from "../../domain/billing/ledger.ts";
import { findGeneration } from "../generation/generations.ts";
import { keys } from "../keys.ts";
import { table, tableName } from "../table.ts";
import { listAdjustments } from "./adjustments.ts";
import { findCharge } from "./ledger.ts";

/** Which events a caller asks for; null for any. `from` is inclusive, `to` exclusive. */
export type LedgerFilters = {
  from: Date | null;
  to: Date | null;
  jobId: string | null;
  usageType: UsageType | null;
};

type Paging = { after: string | null; limit: number };

/** `last` is the position that the next page follows, or null on the last page. */
type LedgerPage = { events: LedgerEvent[]; last: string | null };

const positionOf = ({ occurred_at, event_id }: LedgerEvent): string =>
  keys.ledger("", occurred_at, event_id).sk;

/** The positions between which the events of a range of time are. Positions begin with the time, and no time with "A". */
const boundsOf = ({ from, to }: LedgerFilters): [string, string] => [
  from?.toISOString() ?? "0",
  to?.toISOString() ?? "A",
];

/** One page of the ledger, newest first, after a position (exclusive). It examines a bounded number of events. */
export const listLedger = (
  organizationId: string,
  filters: LedgerFilters,
  paging: Paging,
): Promise<LedgerPage> =>
  filters.jobId === null
    ? listByTime(organizationId, filters, paging)
    : listOfJob(organizationId, filters.jobId, filters, paging);

/** How many events a page examines to find one usage type's: about half a megabyte. */
const mostExamined = 1000;

const Stored = v.object({ ...LedgerEvent.entries, sk: v.string() });

/**
 * Reads one event more than the page holds, to know whether another page follows. Events of one usage type may be rare: a
 * page of them may hold fewer than `limit`, or none, and still be followed by another.
 */
async function listByTime(
  organizationId: string,
  filters: LedgerFilters,
  { after, limit }: Paging,
): Promise<LedgerPage> {
  const { usageType } = filters;
  const { pk } = keys.ledger(organizationId, "", "");
  const [start, end] = boundsOf(filters);
  const { Items = [], LastEvaluatedKey } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :start AND :end",
      ...(usageType !== null && { FilterExpression: "usage_type = :type" }),
      ExpressionAttributeValues: {
        ":pk": pk,
        ":start": start,
        ":end": end,
        ...(usageType !== null && { ":type": usageType }),
      },
      ScanIndexForward: false,
      Limit: usageType === null ? limit + 1 : mostExamined,
      ConsistentRead: true,
      ...(after !== null && { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );
  const page = v.parse(v.array(Stored), Items.slice(0, limit));
  if (Items.length > limit) return { events: page, last: page.at(-1)?.sk ?? null };
  return { events: page, last: v.parse(Position, LastEvaluatedKey)?.sk ?? null };
}

const Position = v.optional(v.object({ sk: v.string() }));

/** The events of a job are its charge and its adjustments, which are few: they are read at once. */
async function listOfJob(
  organizationId: string,
  jobId: string,
  filters: LedgerFilters,
  { after, limit }: Paging,
): Promise<LedgerPage> {
  const [job, adjustments] = await Promise.all([
    findGeneration(organizationId, jobId),
    listAdjustments(organizationId, jobId),
  ]);
  const charge = job && (await findCharge(job));
  const [start, end] = boundsOf(filters);
  const found = [...(charge ? [charge] : []), ...adjustments]
    .map((event) => ({ event, position: positionOf(event) }))
    .filter(({ position }) => position >= start && position < end && (after === null || position < after))
    .filter(({ event }) => filters.usageType === null || event.usage_type === filters.usageType)
    .toSorted((a, b) => (a.position < b.position ? 1 : -1));
  const page = found.slice(0, limit);
  return {
    events: page.map(({ event }) => event),
    last: found.length > limit ? (page.at(-1)?.position ?? null) : null,
  };
}
