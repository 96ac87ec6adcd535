import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type BatchWriteCommandOutput,
} from "@aws-sdk/lib-dynamodb";
import { backOff } from "./contention.ts";
import type { Key } from "./keys.ts";
import { table, tableName } from "./table.ts";

type Items = { items: Record<string, unknown>[]; readUnits: number };

/** As many as DynamoDB reads in one call. */
const mostInACall = 100;
const attempts = 4;

/** The items under some keys, in any order, strongly consistent, and the read units of DynamoDB that they cost. */
export async function readItems(wanted: Key[]): Promise<Items> {
  const calls = Math.ceil(wanted.length / mostInACall);
  const batches = Array.from({ length: calls }, (_, call) =>
    readBatch(wanted.slice(call * mostInACall, (call + 1) * mostInACall)),
  );
  const read = await Promise.all(batches);
  return {
    items: read.flatMap(({ items }) => items),
    readUnits: read.reduce((sum, { readUnits }) => sum + readUnits, 0),
  };
}

/** What a throttled table leaves unread is read again, three times. */
async function readBatch(wanted: Key[]): Promise<Items> {
  const read: Items = { items: [], readUnits: 0 };
  let left: Record<string, unknown>[] = wanted;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { Responses, UnprocessedKeys, ConsumedCapacity } = await table.send(
      new BatchGetCommand({
        RequestItems: { [tableName()]: { Keys: left, ConsistentRead: true } },
        ReturnConsumedCapacity: "TOTAL",
      }),
    );
    read.items.push(...(Responses?.[tableName()] ?? []));
    for (const { CapacityUnits = 0 } of ConsumedCapacity ?? []) read.readUnits += CapacityUnits;
    left = UnprocessedKeys?.[tableName()]?.Keys ?? [];
    if (left.length === 0) return read;
    await backOff(attempt);
  }
  throw new Error("DynamoDB left keys of a batch unread.");
}

/** As many as DynamoDB writes in one call. */
const mostWritesInACall = 25;

type Request = NonNullable<BatchWriteCommandInput["RequestItems"]>[string][number];

/** Writes items, whatever is under their keys. For operators. */
export const putItems = (items: Key[]): Promise<void> =>
  writeAll(items.map((Item) => ({ PutRequest: { Item } })));

/** Deletes the items under some keys. For operators. */
export const deleteItems = (keys: Key[]): Promise<void> =>
  writeAll(keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })));

/** One call after the other. What a throttled table leaves undone is sent again until it is done. */
async function writeAll(requests: Request[]): Promise<void> {
  for (let start = 0; start < requests.length; start += mostWritesInACall) {
    let left = requests.slice(start, start + mostWritesInACall);
    for (let attempt = 1; left.length > 0; attempt++) {
      if (attempt > 1) await backOff(attempt);
      const answer: BatchWriteCommandOutput = await table.send(
        new BatchWriteCommand({ RequestItems: { [tableName()]: left } }),
      );
      left = answer.UnprocessedItems?.[tableName()] ?? [];
    }
  }
}
