import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { DeleteCommand, GetCommand, PutCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { recountInFlight } from "../../../../lambdas/storage/generation/in-flight.ts";
import type { Key } from "../../../../lambdas/storage/keys.ts";
import { keys } from "../../../../lambdas/storage/keys.ts";
import { table, tableName } from "../../../../lambdas/storage/table.ts";
import { admin, result, tableDigest } from "../../../support/admin.ts";
import { startApi } from "../../../support/api.ts";
import { type BilledPartner, newBilledPartner } from "../../../support/billing/billed-partner.ts";
import { endJob } from "../../../support/billing/end-job.ts";
import type { BillingEvent } from "../../../support/partner.ts";

const plan = { name: "plan", included_units: 0, unit_price_micro_usd: 250_000, overage_allowed: true };
const restored = "restored";

let api: Awaited<ReturnType<typeof startApi>>;
let partner: BilledPartner;
let job = "";
let event: BillingEvent | undefined;
let digest = "";

/** Every item, to restore from: a copy of the table as it is now, under another name. */
async function restoreTable(): Promise<void> {
  const client = new DynamoDBClient();
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName() }));
  await client.send(
    new CreateTableCommand({
      TableName: restored,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions?.filter(({ AttributeName }) =>
        ["pk", "sk"].includes(AttributeName ?? ""),
      ),
    }),
  );
  for (const Item of await itemsOf(tableName()))
    await table.send(new PutCommand({ TableName: restored, Item }));
}
const itemsOf = async (TableName: string) =>
  (await table.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? [];
const remove = (Key: Key) => table.send(new DeleteCommand({ TableName: tableName(), Key }));

const inFlight = async () =>
  (await itemsOf(tableName())).find(
    ({ pk, sk }) => pk === keys.inFlight(partner.organizationId).pk && sk === "INFLIGHT",
  )?.jobs_in_flight;

const bucket = mockClient(S3Client);

beforeAll(async () => {
  api = await startApi();
  partner = await newBilledPartner(api, plan);
  const { body } = await partner.create(0, {}, "first");
  job = body.job_id;
  await endJob(api, partner.organizationId, job, "succeeds");
  [event] = await partner.readEvents(10);
  const leaving = await result("org", "create", "--name", "Leaving");
  await restoreTable();
  bucket.on(ListObjectsV2Command).resolves({});
  await result("org", "set", leaving.organization_id, "--status", "disabled");
  await result("org", "erase", leaving.organization_id, "--confirm", "Leaving");
  digest = await tableDigest();
});
afterAll(async () => {
  bucket.restore();
  await api.stop();
});

const check = () => result("restore", "check", restored);

test("after a restore, check counts what is missing here, and finds the ledger that does not add up", async () => {
  await remove(keys.generation(partner.organizationId, job));
  await remove(keys.ledger(partner.organizationId, event?.occurred_at ?? "", event?.event_id ?? ""));
  const { items, ledger_differs } = await check();
  const countsOf = (kind: string) => items.find((row: { kind: string }) => row.kind === kind);
  expect(countsOf("JOB")).toEqual({ kind: "JOB", same: 0, different: 0, missing: 1 });
  expect(countsOf("LEDGER")).toEqual({ kind: "LEDGER", same: 0, different: 0, missing: 1 });
  // The erased organization's period, which holds its plan, is missing as well.
  expect(countsOf("USAGE")).toEqual({ kind: "USAGE", same: 1, different: 0, missing: 1 });
  expect(countsOf("RATE")).toBeUndefined();
  expect(ledger_differs).toEqual([
    expect.objectContaining({
      organization_id: partner.organizationId,
      in_ledger_usd: 0,
      in_usage_usd: 0.25,
    }),
  ]);
});

test("copy without --yes is refused, and as a dry run says how many items it would copy", async () => {
  expect(await admin("restore", "copy", restored)).toMatchObject({ code: 2, out: "" });
  const { said } = await admin("restore", "copy", restored, "--dry-run");
  expect(said).toBe(
    "Would copy from restored the items that are missing here, 2 in all; no item here changes",
  );
});

test("copy brings back exactly what was lost, and no erased organization", async () => {
  const { said } = await admin("restore", "copy", restored, "--yes");
  expect(said).toContain("Will copy from restored the items that are missing here, 2 in all");
  const audited = (await itemsOf(tableName())).find(({ command }) => command === "restore copy");
  expect(audited).toMatchObject({ outcome: "done" });
  await remove({ pk: String(audited?.pk), sk: String(audited?.sk) });
  expect(await tableDigest()).toBe(digest);
  expect((await check()).ledger_differs).toEqual([]);
});

test("an item that has changed since is reported and stays as it is now", async () => {
  await result("org", "set", partner.organizationId, "--name", "Changed since");
  const { items } = await check();
  expect(items).toContainEqual(expect.objectContaining({ kind: "PROFILE", different: 1 }));
  expect((await admin("restore", "copy", restored, "--yes")).said).toBe(
    "This table has every item of restored: there is nothing to copy.",
  );
  expect((await result("org", "show", partner.organizationId)).name).toBe("Changed since");
});

test.each([
  ["survived", 2],
  ["is lost", undefined],
  ["had lost count", 7],
])("after a copy the open jobs take a slot each, if the number of jobs in flight %s", async (how, number) => {
  const [lost, kept] = await Promise.all(
    ["lost", "kept"].map(async (name) => (await partner.create(0, {}, `${name} ${how}`)).body.job_id),
  );
  const read = async (id: string) => {
    const Key = keys.generation(partner.organizationId, id);
    return (await table.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }))).Item;
  };
  for (const Item of [await read(lost), await read(job)]) {
    await table.send(new PutCommand({ TableName: restored, Item }));
    await remove({ pk: String(Item?.pk), sk: String(Item?.sk) });
  }
  const counter = keys.inFlight(partner.organizationId);
  if (number === undefined) await remove(counter);
  else
    await table.send(
      new PutCommand({ TableName: tableName(), Item: { ...counter, jobs_in_flight: number } }),
    );
  await result("restore", "copy", restored, "--yes");
  expect(await inFlight()).toBe(2);
  for (const id of [lost, kept]) await endJob(api, partner.organizationId, id, "succeeds");
  expect(await inFlight()).toBe(0);
});

test("a correction of the jobs in flight that arrives late changes nothing, though the number is what it was", async () => {
  const Key = keys.inFlight(partner.organizationId);
  const setTo = (number: number) =>
    new UpdateCommand({
      TableName: tableName(),
      Key,
      UpdateExpression: "SET jobs_in_flight = :number",
      ExpressionAttributeValues: { ":number": number },
    });
  await table.send(setTo(3));
  const sent = vi.spyOn(table, "send");
  await recountInFlight(partner.organizationId);
  const late = sent.mock.calls
    .map(([command]) => command)
    .find((command) => command instanceof UpdateCommand);
  sent.mockRestore();
  expect(await inFlight()).toBe(0);
  await table.send(setTo(3));
  await expect(table.send(late as UpdateCommand)).rejects.toThrow("conditional");
  await recountInFlight(partner.organizationId);
  expect(await inFlight()).toBe(0);
});
