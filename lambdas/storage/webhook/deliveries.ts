import { PutCommand, paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import {
  type AttemptResult,
  DeliveryAttempt,
  type Message,
  SentMessage,
} from "../../domain/webhook/delivery.ts";
import { keys } from "../keys.ts";
import { listUnder, readItem, table, tableName, unlessRefused, type Write } from "../table.ts";

const keptSeconds = 30 * 24 * 3600;

const keyOf = ({ organization_id, occurred_at, message_id, number }: DeliveryAttempt) =>
  keys.delivery(organization_id, occurred_at, message_id, number);

const expiryOf = (at: string) => Math.floor(Date.parse(at) / 1000) + keptSeconds;

const sentMessagePut = (message: SentMessage, now: Date) => ({
  TableName: tableName(),
  Item: {
    ...keys.sentMessage(message.organization_id, message.message_id),
    ...message,
    expires_at: expiryOf(now.toISOString()),
  },
});

/** Keeps by what a message is sent again, as long as its first attempt is logged. A repeat stores the same. */
export async function keepSentMessage(message: SentMessage, now: Date): Promise<void> {
  await table.send(new PutCommand(sentMessagePut(message, now)));
}

/** The write that keeps a message in the transaction that accepts it, so that its id is known once it is answered. */
export const recordSentMessage = (message: SentMessage, now: Date): Write => ({
  Put: sentMessagePut(message, now),
});

/** The message that was sent under an id, or null. */
export const findSentMessage = (organizationId: string, messageId: string): Promise<SentMessage | null> =>
  readItem(SentMessage, keys.sentMessage(organizationId, messageId));

/** Logs an attempt before it is made, or one that is not made as ended; false if another execution has logged it. */
export const startAttempt = (attempt: DeliveryAttempt): Promise<boolean> =>
  unlessRefused(() =>
    table.send(
      new PutCommand({
        TableName: tableName(),
        Item: {
          ...keyOf(attempt),
          ...attempt,
          expires_at: expiryOf(attempt.started_at),
        },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  );

/** Logs how an attempt ended and when the next is due; false if that is logged already. */
export const settleAttempt = (
  attempt: DeliveryAttempt,
  result: AttemptResult,
  nextAttemptAt: string | null,
): Promise<boolean> =>
  unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keyOf(attempt),
        UpdateExpression: "SET #result = :result, next_attempt_at = :next",
        ConditionExpression: "attribute_type(#result, :null)",
        ExpressionAttributeNames: { "#result": "result" },
        ExpressionAttributeValues: { ":result": result, ":next": nextAttemptAt, ":null": "NULL" },
      }),
    ),
  );

/** Every attempt to deliver one message, oldest first. */
export const listAttempts = ({
  organization_id,
  occurred_at,
  message_id,
}: Message): Promise<DeliveryAttempt[]> =>
  listUnder(DeliveryAttempt, keys.deliveries(organization_id, occurred_at, message_id));

/** Every attempt to deliver an organization's events since a time, sorted by event, then attempt. */
export async function* listAttemptsSince(
  organizationId: string,
  since: Date,
): AsyncGenerator<DeliveryAttempt> {
  const { pk, sk } = keys.deliveries(organizationId, since.toISOString());
  const pages = paginateQuery(
    { client: table },
    {
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND sk >= :since",
      ExpressionAttributeValues: { ":pk": pk, ":since": sk },
      ConsistentRead: true,
    },
  );
  for await (const { Items } of pages) yield* v.parse(v.array(DeliveryAttempt), Items ?? []);
}
