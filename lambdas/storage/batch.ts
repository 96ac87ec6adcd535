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
const mostPutsInACall = 25;

/** Writes items one call after the other, whatever is under their keys. For operators. */
export async function putItems(items: Key[]): Promise<void> {
  for (let start = 0; start < items.length; start += mostPutsInACall) {
    const requests = items.slice(start, start + mostPutsInACall).map((Item) => ({ PutRequest: { Item } }));
    let left: BatchWriteCommandInput["RequestItems"] = { [tableName()]: requests };
    for (let attempt = 1; left && Object.keys(left).length > 0; attempt++) {
      const answer: BatchWriteCommandOutput = await table.send(new BatchWriteCommand({ RequestItems: left }));
      left = answer.UnprocessedItems;
      if (left && Object.keys(left).length > 0) await backOff(attempt);
    }
  }
}
