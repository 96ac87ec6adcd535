import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { afterAll, expect, test, vi } from "vitest";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { table, tableName } from "../../../lambdas/storage/table.ts";
import { startApi } from "../../support/api.ts";
import { unitsOf } from "../../support/capacity.ts";
import { succeededJob } from "../../support/jobs.ts";
import { refurnish } from "../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const asset = await partner.addAsset();
await partner.send("getUsageSummary");

type Calls = { commands: string[]; roundTrips: number };

/** The DynamoDB calls that a request makes: calls that overlap in time are one round trip. */
async function callsOf(request: () => Promise<{ status: number }>): Promise<Calls> {
  const commands: string[] = [];
  let [open, roundTrips] = [0, 0];
  const send = table.send.bind(table);
  const spy = vi.spyOn(table, "send").mockImplementation(async (command: object) => {
    commands.push(command.constructor.name.replace(/Command$/, ""));
    if (open === 0) roundTrips++;
    open++;
    try {
      return await send(command as never);
    } finally {
      open--;
    }
  });
  expect((await request()).status).toBe(200);
  spy.mockRestore();
  return { commands: commands.toSorted(), roundTrips };
}

const report = (what: string, { commands, roundTrips }: Calls) =>
  console.log(`${what}: ${commands.join(" + ")}, ${roundTrips} sequential`);

/** The budgets for warm requests: the key is cached. */
test("a create from an asset makes two sequential round trips: the rate count with one read in parallel, one transaction", async () => {
  const calls = await callsOf(() => partner.send("createGeneration", { body: refurnish(asset) }));
  report("Create from an asset", calls);
  expect(calls).toEqual({ commands: ["BatchGet", "TransactWrite", "Update"], roundTrips: 2 });
  const body = refurnish(asset, { listing: "elm-street-5" });
  expect(await callsOf(() => partner.send("createGeneration", { body }))).toEqual(calls);
});

test("so does a regeneration", async () => {
  const { job } = await succeededJob(partner.organizationId);
  const calls = await callsOf(() => partner.send("regenerateGeneration", { id: job.job_id }));
  report("Regenerate", calls);
  expect(calls).toEqual({ commands: ["BatchGet", "TransactWrite", "Update"], roundTrips: 2 });
});

test("an upload is created, and a generation from it, in two sequential round trips each", async () => {
  const creating = await callsOf(() => partner.send("createUpload", { body: { content_length: 5 } }));
  report("Create an upload", creating);
  expect(creating).toEqual({ commands: ["Get", "TransactWrite", "Update"], roundTrips: 2 });
  const { upload_id } = await partner.sendOk("createUpload", { body: { content_length: 5 } });
  const body = { upload_id, workflow: "pro_capture", capture_type: "photo" };
  const using = await callsOf(() => partner.send("createGeneration", { body }));
  report("Create from an upload", using);
  expect(using).toEqual({ commands: ["BatchGet", "TransactWrite", "Update"], roundTrips: 2 });
});

test("a cancel makes three: one read, one transaction, then its announcement and the end of its execution", async () => {
  const { job_id } = await partner.sendOk("createGeneration", { body: refurnish(asset) });
  const calls = await callsOf(() => partner.send("cancelGeneration", { id: job_id }));
  report("Cancel", calls);
  const commands = ["BatchGet", "Query", "TransactWrite", "Update", "Update"];
  expect(calls).toEqual({ commands, roundTrips: 3 });
});

test("a write of settings reads its caller's key and organization for each request, before all else", async () => {
  const change = { default_url: "https://crm.example.com/hooks" };
  const calls = await callsOf(() => partner.send("putWebhookSettings", { body: change }));
  report("Change the webhook settings", calls);
  expect(calls).toEqual({ commands: ["Get", "Get", "Query", "TransactWrite", "Update"], roundTrips: 4 });
});

test("a replay makes one read and no write but the rate window", async () => {
  const request = { body: refurnish(asset), headers: { "Idempotency-Key": randomUUID() } };
  await partner.send("createGeneration", request);
  const calls = await callsOf(() => partner.send("createGeneration", request));
  report("Replay", calls);
  expect(calls).toEqual({ commands: ["BatchGet", "Update"], roundTrips: 1 });
});

test("a warm read of a job makes two calls at once", async () => {
  const { job } = await succeededJob(partner.organizationId);
  const calls = await callsOf(() => partner.send("getGeneration", { id: job.job_id }));
  report("Get", calls);
  expect(calls).toEqual({ commands: ["Get", "Update"], roundTrips: 1 });
});

test("a job costs the table the same with 5,000 jobs in flight as with one", async () => {
  const costs: { create: number; end: number }[] = [];
  for (const inFlight of [0, 4999]) {
    const busy = await api.newPartner();
    const source = await busy.addAsset();
    const Item = { ...keys.inFlight(busy.organizationId), jobs_in_flight: inFlight };
    await table.send(new PutCommand({ TableName: tableName(), Item }));
    await busy.send("getUsageSummary");
    let job_id = "";
    const create = await unitsOf(async () => {
      const reply = await busy.send("createGeneration", { body: refurnish(source) });
      expect(reply.status).toBe(200);
      job_id = reply.body.job_id;
    });
    expect((await busy.send("getUsageSummary")).body.jobs.total).toBe(inFlight + 1);
    const reference = { organization_id: busy.organizationId, job_id };
    const end = await unitsOf(async () =>
      finish({ ...reference, error: { Error: "inference_failed" } }, { awsRequestId: "test" } as Context),
    );
    const { jobs } = (await busy.send("getUsageSummary")).body;
    expect([jobs.total, jobs.failed]).toEqual([inFlight + 1, 1]);
    costs.push({ create, end });
  }
  console.log("Capacity units of a create and its end, with 1 and with 5,000 in flight:", costs);
  expect(costs[1]).toEqual(costs[0]);
  expect(costs[0]?.create).toBeGreaterThan(5);
});
