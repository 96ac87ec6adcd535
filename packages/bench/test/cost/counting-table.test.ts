import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { countingTable } from "../../src/cost/counting-table.ts";

/** A counting table before an engine that answers every call with the same capacity. */
async function countingBefore(capacity: object) {
  const engine = createServer((request, response) => {
    request.resume();
    response.end(JSON.stringify({ ConsumedCapacity: capacity }));
  });
  await new Promise<void>((listening) => engine.listen(0, "127.0.0.1", listening));
  const address = engine.address();
  const table = await countingTable();
  table.forward(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, {});
  onTestFinished(() => {
    engine.close();
    table.close();
  });
  const call = (operation: string, question: object) =>
    fetch(table.url, {
      method: "POST",
      headers: { "x-amz-target": `DynamoDB_20120810.${operation}` },
      body: JSON.stringify(question),
    });
  return { table, call };
}

const key = (sk: string) => ({ pk: { S: "ORG#org_1" }, sk: { S: sk } });

test("writes are counted by the item's kind, twice in a transaction", async () => {
  const { table, call } = await countingBefore([{ CapacityUnits: 4 }]);
  const TransactItems = [
    { Update: { Key: key("INFLIGHT") } },
    { Put: { Item: key("JOB") } },
    { Update: { Key: key("USAGE#2026-03-01T00:00:00.000Z") } },
  ];
  await call("TransactWriteItems", { TransactItems });
  await call("UpdateItem", { Key: key("INFLIGHT") });
  await call("GetItem", { Key: key("INFLIGHT") });
  expect(Object.fromEntries(table.writesByItem())).toEqual({ INFLIGHT: 3, JOB: 2, USAGE: 2 });
  expect(table.counted()).toEqual({ calls: 3, writeUnits: 8, readUnits: 4 });
});

test("the units of indexes are counted apart, and within the units that are written", async () => {
  const { table, call } = await countingBefore({
    CapacityUnits: 3,
    GlobalSecondaryIndexes: { "open-work": { CapacityUnits: 2 } },
  });
  await call("PutItem", { Item: key("JOB") });
  expect(table.counted().writeUnits).toBe(3);
  expect(table.indexWriteUnits()).toBe(2);
});
