import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, test, vi } from "vitest";
import { putItems, readItems } from "../../../lambdas/storage/batch.ts";
import { openIndex } from "../../../lambdas/storage/keys.ts";
import { compareWith, type StoredItem } from "../../../lambdas/storage/restoring.ts";
import { table, tableName, transact, unlessRefused } from "../../../lambdas/storage/table.ts";
import { commandsOf, unitsOf } from "../../support/capacity.ts";
import { startTable } from "../../support/table.ts";

const restored = await startTable();
const database = await startTable();
afterAll(async () => {
  await database.stop();
  await restored.stop();
});

test("many items are read a hundred at a time, each once, with what they cost", async () => {
  const items = Array.from({ length: 250 }, (_, number) => ({ pk: "MANY", sk: String(number) }));
  await putItems(items);
  let read = { items: [] as object[], readUnits: 0 };
  let units = 0;
  const commands = await commandsOf(async () => {
    units = await unitsOf(async () => (read = await readItems(items)));
  });
  const sizes = commands.map((command) =>
    command instanceof BatchGetCommand ? command.input.RequestItems?.[tableName()]?.Keys?.length : null,
  );
  expect(sizes).toEqual([100, 100, 50]);
  expect(new Set(read.items.map((item) => JSON.stringify(item))).size).toBe(250);
  expect([read.items.length, read.readUnits]).toEqual([250, units]);
});

test("a write that fails, other than by its condition, is an error", async () => {
  const failing = () => Promise.reject(new Error("The table does not answer."));
  await expect(unlessRefused(failing)).rejects.toThrow("does not answer");
  const spy = vi.spyOn(table, "send").mockImplementation(failing);
  await expect(transact({ guards: {} })).rejects.toThrow("does not answer");
  spy.mockRestore();
});

test("the index of open work spreads its items over all of its shards", () => {
  const shards = Array.from({ length: 200 }, (_, number) =>
    openIndex.attributes(`job_${number}`, new Date(0)),
  ).map(({ gsi1pk }) => gsi1pk);
  const counts = openIndex.shards.map((shard) => shards.filter((one) => one === shard).length);
  expect(counts.reduce((sum, count) => sum + count)).toBe(200);
  expect(Math.min(...counts)).toBeGreaterThan(25);
});

test("the items of a restored table are compared whole, in whatever order their parts are", async () => {
  const key = (sk: string, pk = "ORG#org_1") => ({ pk, sk });
  const here: StoredItem[] = [
    { ...key("PROFILE"), a: 1, b: { c: [1, 2], d: "x" } },
    { ...key("SET#1"), members: new Set(["a", "b"]) },
    { ...key("SET#2"), members: new Set(["a", "b"]) },
    { ...key("JOB", "ORG#org_1#JOB#job_1"), status: "queued" },
    { ...key("USE#1", "ORG#org_1#LEDGER"), amount: 5 },
    { ...key("API", "KEY#key_1"), amount: 5 },
  ];
  await putItems(here);
  const before: StoredItem[] = [
    { b: { d: "x", c: [1, 2] }, a: 1, ...key("PROFILE") },
    { ...key("SET#1"), members: new Set(["b", "a"]) },
    { ...key("SET#2"), members: new Set(["a", "c"]) },
    { ...key("JOB", "ORG#org_1#JOB#job_1"), status: "running" },
    { ...key("USE#1", "ORG#org_1#LEDGER"), amount: 5 },
    { ...key("USE#2", "ORG#org_1#LEDGER"), amount: 5 },
    { ...key("API", "KEY#key_1"), amount: 5 },
  ];
  process.env.TABLE_NAME = restored.name;
  await putItems(before);
  process.env.TABLE_NAME = database.name;
  const compared = await Array.fromAsync(compareWith(restored.name));
  expect(compared.map(({ item, kind, here }) => [item.sk, kind, here]).toSorted()).toEqual([
    ["API", "KEY", "same"],
    ["JOB", "JOB", "different"],
    ["PROFILE", "PROFILE", "same"],
    ["SET#1", "SET", "same"],
    ["SET#2", "SET", "different"],
    ["USE#1", "LEDGER", "same"],
    ["USE#2", "LEDGER", "missing"],
  ]);
});
