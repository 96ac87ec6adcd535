import { randomUUID } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { table } from "../../../lambdas/storage/table.ts";
import { startApi } from "../../support/api.ts";
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
test("a create from an asset makes two sequential round trips: the rate count beside one read, one transaction", async () => {
  const calls = await callsOf(() => partner.send("createGeneration", { body: refurnish(asset) }));
  report("Create from an asset", calls);
  expect(calls).toEqual({ commands: ["BatchGet", "TransactWrite", "Update"], roundTrips: 2 });
});

test("so does a regeneration", async () => {
  const { job } = await succeededJob(partner.organizationId);
  const calls = await callsOf(() => partner.send("regenerateGeneration", { id: job.job_id }));
  report("Regenerate", calls);
  expect(calls).toEqual({ commands: ["BatchGet", "TransactWrite", "Update"], roundTrips: 2 });
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
