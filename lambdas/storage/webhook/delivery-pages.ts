import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { completionMessage, DeliveryAttempt } from "../../domain/webhook/delivery.ts";
import { type Delivery, type DeliveryState, deliveriesOf } from "../../domain/webhook/summary.ts";
import { findGeneration } from "../generation/generations.ts";
import { keys } from "../keys.ts";
import { table, tableName } from "../table.ts";
import { listAttempts } from "./deliveries.ts";

/** Which deliveries a caller asks for; null for any. Their events happened at `from` or later, and before `to`. */
export type DeliveryFilters = {
  jobId: string | null;
  state: DeliveryState | null;
  from: Date | null;
  to: Date | null;
};

/** `last` is the position that the next page follows, or null on the last page. */
type DeliveryPage = { deliveries: Delivery[]; last: string | null };

/** How many attempts a page examines: about half a megabyte. */
const mostExamined = 500;

/** One page of an organization's deliveries, newest event first, after a position (exclusive). */
export async function listDeliveries(
  organizationId: string,
  filters: DeliveryFilters,
  { after, limit }: { after: string | null; limit: number },
): Promise<DeliveryPage> {
  const { jobId, state } = filters;
  const fits = ({ summary }: Delivery) => state === null || summary.state === state;
  if (jobId !== null) {
    const ofJob = await deliveryOfJob(organizationId, jobId);
    const [start, end] = boundsOf(filters);
    const isInTime = ({ summary }: Delivery) => summary.occurred_at >= start && summary.occurred_at < end;
    return { deliveries: ofJob.filter((delivery) => fits(delivery) && isInTime(delivery)), last: null };
  }
  const { deliveries, examinedTo } = await examine(organizationId, filters, after);
  const fitting = deliveries.filter(fits);
  const page = fitting.slice(0, limit);
  const isFull = fitting.length > limit;
  return { deliveries: page, last: isFull ? positionOf(page.at(-1)) : examinedTo };
}

/** A job has one message, once it has ended. */
async function deliveryOfJob(organizationId: string, jobId: string): Promise<Delivery[]> {
  const job = await findGeneration(organizationId, jobId);
  const message = job && completionMessage(job);
  return message ? deliveriesOf(await listAttempts(message)) : [];
}

/** The times between which events happened, as text. No time begins with "A". */
const boundsOf = ({ from, to }: DeliveryFilters): [string, string] => [
  from?.toISOString() ?? "0",
  to?.toISOString() ?? "A",
];

const Position = v.optional(v.object({ sk: v.string() }));

/**
 * The deliveries after a position, newest first, and the position up to which they were examined; null at the end. The last
 * one may be cut off by the bound: then the next page has it.
 */
async function examine(organizationId: string, filters: DeliveryFilters, after: string | null) {
  const { pk } = keys.deliveries(organizationId, "");
  const [start, end] = boundsOf(filters);
  const { Items, LastEvaluatedKey } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :start AND :end",
      ExpressionAttributeValues: { ":pk": pk, ":start": start, ":end": end },
      ScanIndexForward: false,
      Limit: mostExamined,
      ConsistentRead: true,
      ...(after !== null && { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );
  const attempts = v.parse(v.array(DeliveryAttempt), Items ?? []);
  const found = deliveriesOf(attempts.toReversed()).toReversed();
  const examinedTo = v.parse(Position, LastEvaluatedKey)?.sk ?? null;
  if (examinedTo === null || found.length < 2) return { deliveries: found, examinedTo };
  const whole = found.slice(0, -1);
  return { deliveries: whole, examinedTo: positionOf(whole.at(-1)) };
}

/** Where the oldest attempt of a delivery stands in the log. */
function positionOf(delivery: Delivery | undefined): string | null {
  const first = delivery?.attempts[0];
  if (!first) return null;
  const { organization_id, occurred_at, message_id, number } = first;
  return keys.delivery(organization_id, occurred_at, message_id, number).sk;
}
