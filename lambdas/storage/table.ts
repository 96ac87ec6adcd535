import { DynamoDBClient, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { env } from "../runtime/env.ts";
import type { Key } from "./keys.ts";

export const tableName = () => env("TABLE_NAME");

/** One client a container; `undefined` values are left out of items. */
export const table = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5 }), {
  marshallOptions: { removeUndefinedValues: true },
});

/** The item under a key, parsed, or null: strongly consistent. Throws where a stored item does not fit its schema. */
export async function readItem<const S extends v.GenericSchema>(
  schema: S,
  key: Key,
): Promise<v.InferOutput<S> | null> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return Item ? v.parse(schema, Item) : null;
}

export type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** The outcome of a transaction: committed, or the index of the first write whose condition did not hold. */
export type TransactionOutcome = { committed: true } | { committed: false; refusedBy: number };

const patience = { attempts: 12, baseMs: 15, capMs: 400 };
const full = (attempt: number) => Math.random() * Math.min(patience.capMs, patience.baseMs * 2 ** attempt);

/**
 * Writes all items or none. A TransactionConflict (another transaction holds an item) or throttle is retried with full
 * jitter; a condition that does not hold is an outcome, everything else throws.
 */
export async function transact(writes: Write[]): Promise<TransactionOutcome> {
  for (let attempt = 0; ; attempt++) {
    try {
      await table.send(new TransactWriteCommand({ TransactItems: writes }));
      return { committed: true };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = (error.CancellationReasons ?? []).map((reason) => reason.Code);
      const refusedBy = reasons.indexOf("ConditionalCheckFailed");
      if (refusedBy >= 0) return { committed: false, refusedBy };
      if (!reasons.some(isPassing) || attempt + 1 >= patience.attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, full(attempt)));
    }
  }
}

const isPassing = (code: string | undefined) =>
  code === "TransactionConflict" || code === "ThrottlingError" || code === "ProvisionedThroughputExceeded";
