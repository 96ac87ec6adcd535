import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { env } from "../runtime/env.ts";
import { cancellationReasons, retryOnContention } from "./contention.ts";
import type { Key } from "./keys.ts";
import { smallCalls } from "./time-limits.ts";

export const tableName = () => env("TABLE_NAME");

/** One client a container; `undefined` values are left out of items. */
export const table = DynamoDBDocumentClient.from(
  new DynamoDBClient({ maxAttempts: 5, requestHandler: smallCalls }),
  { marshallOptions: { removeUndefinedValues: true } },
);

/** The item under a key, parsed, or null: strongly consistent. Throws if a stored item does not fit its schema. */
export async function readItem<const S extends v.GenericSchema>(
  schema: S,
  key: Key,
): Promise<v.InferOutput<S> | null> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return Item ? v.parse(schema, Item) : null;
}

/** All items of a partition with sort keys that begin with the key's: for lists that stay short. */
export async function listUnder<const S extends v.GenericSchema>(
  schema: S,
  { pk, sk }: Key,
): Promise<v.InferOutput<S>[]> {
  const pages = paginateQuery(
    { client: table },
    {
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :start)",
      ExpressionAttributeValues: { ":pk": pk, ":start": sk },
      ConsistentRead: true,
    },
  );
  const found: v.InferOutput<S>[] = [];
  for await (const { Items } of pages) found.push(...v.parse(v.array(schema), Items ?? []));
  return found;
}

export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/**
 * The writes with conditions that may refuse a transaction, each under its refusal's name; null if one does not apply.
 */
type Guards<Refusal extends string> = { [Name in Refusal]: Write | null };

type TransactionOutcome<Refusal extends string> =
  | { committed: true }
  | { committed: false; refusedBy: Refusal };

/**
 * Writes all items or none. If a guard's condition does not hold, the outcome names it: the first such guard, in the
 * order given. Any other failure throws.
 */
export async function transact<Refusal extends string>({
  guards,
  writes = [],
}: {
  guards: Guards<Refusal>;
  writes?: Write[];
}): Promise<TransactionOutcome<Refusal>> {
  const refusals: Refusal[] = [];
  const guarded: Write[] = [];
  for (const name in guards) {
    const write = guards[name];
    if (write === null) continue;
    refusals.push(name);
    guarded.push(write);
  }
  try {
    await retryOnContention(() =>
      table.send(new TransactWriteCommand({ TransactItems: [...guarded, ...writes] })),
    );
    return { committed: true };
  } catch (error) {
    const refusedBy = refusals[cancellationReasons(error).indexOf("ConditionalCheckFailed")];
    if (refusedBy === undefined) throw error;
    return { committed: false, refusedBy };
  }
}

/** Sends a conditional write; false if its condition does not hold. Any other failure throws. */
export async function unlessRefused(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await retryOnContention(send);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return false;
  }
}

/** Names and values of the condition "the item may still enter this status", built from the states before it. */
export function transitionCondition<Status extends string>(before: readonly Status[], status: Status) {
  const from = before.map((state, index) => [`:from${index}`, state] as const);
  return {
    condition: `#status IN (${from.map(([name]) => name).join(", ")})`,
    names: { "#status": "status" },
    values: { ":status": status, ...Object.fromEntries(from) },
  };
}
