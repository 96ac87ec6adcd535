import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { DynamoDBClient, ListTablesCommand, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, BatchWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { deleteItems, putItems, readItems } from "../../lambdas/storage/batch.ts";
import { findGeneration, markRunning } from "../../lambdas/storage/generation/generations.ts";
import { uploadObject } from "../../lambdas/storage/signed-urls.ts";
import { table, tableName } from "../../lambdas/storage/table.ts";
import { smallCalls } from "../../lambdas/storage/time-limits.ts";
import { startApi } from "../support/api.ts";
import { succeededJob } from "../support/jobs.ts";
import { refurnish } from "../support/requests.ts";

const api = await startApi();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
afterAll(() => api.stop());

const noWaiting = () => vi.spyOn(Math, "random").mockReturnValue(0);

/** An object store that answers one status after the other, and the last one ever after; 0 breaks the connection. */
async function unreliableStore(...statuses: number[]) {
  const puts: number[] = [];
  const server: Server = createServer(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    const status = statuses[Math.min(puts.length, statuses.length - 1)] ?? 200;
    puts.push(bytes);
    if (status === 0) return void request.socket.destroy();
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  vi.stubEnv("AWS_ENDPOINT_URL_S3", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { puts, stop: () => server.close() };
}

test.each([[[500, 200]], [[503, 0, 200]], [[0, 200]]])(
  "an upload is sent again if S3 answers %j",
  async (statuses) => {
    noWaiting();
    const store = await unreliableStore(...statuses);
    await uploadObject("uploads/a", new Uint8Array(1000), new Date());
    expect(store.puts).toEqual(statuses.map(() => 1000));
    store.stop();
  },
);

test("an upload that S3 refuses is not sent again, and one that keeps failing is given up", async () => {
  noWaiting();
  for (const [status, times] of [
    [403, 1],
    [500, 3],
  ] as const) {
    const store = await unreliableStore(status);
    await expect(uploadObject("uploads/a", new Uint8Array(1), new Date())).rejects.toThrow(String(status));
    expect(store.puts).toHaveLength(times);
    store.stop();
  }
});

/** Lets the first `times` answers to a batch leave everything unread, as a throttled table does. */
function leaveUnread(times: number) {
  const send = table.send.bind(table);
  let batches = 0;
  vi.spyOn(table, "send").mockImplementation(async (command: object) => {
    if (!(command instanceof BatchGetCommand)) return send(command as never);
    if (++batches > times) return send(command as never);
    return { Responses: { [tableName()]: [] }, UnprocessedKeys: command.input.RequestItems } as never;
  });
  return () => batches;
}

test("a create reads again what a throttled table leaves unread, three times at most", async () => {
  const partner = await api.newPartner();
  const body = refurnish(await partner.addAsset());
  await partner.send("getUsageSummary");
  noWaiting();
  const batches = leaveUnread(3);
  expect((await partner.send("createGeneration", { body })).status).toBe(200);
  expect(batches()).toBe(4);
  vi.restoreAllMocks();
  noWaiting();
  leaveUnread(4);
  expect((await partner.send("createGeneration", { body })).status).toBe(500);
  vi.restoreAllMocks();
  noWaiting();
  leaveUnread(4);
  await expect(readItems([{ pk: "A", sk: "B" }])).rejects.toThrow("left keys of a batch unread");
});

test.each([
  ["put", putItems],
  ["deleted", deleteItems],
])("what a throttled table leaves undone of a batch that is %s is sent again", async (_how, write) => {
  const items = Array.from({ length: 55 }, (_, number) => ({ pk: "BATCH", sk: String(number) }));
  if (write === deleteItems) await putItems(items);
  const waiting = noWaiting();
  const send = table.send.bind(table);
  const sizes: number[] = [];
  vi.spyOn(table, "send").mockImplementation(async (command: object) => {
    if (!(command instanceof BatchWriteCommand)) return send(command as never);
    const requests = command.input.RequestItems?.[tableName()] ?? [];
    sizes.push(requests.length);
    const done = requests.slice(0, 10);
    await send(new BatchWriteCommand({ RequestItems: { [tableName()]: done } }));
    return { UnprocessedItems: requests.length > 10 ? { [tableName()]: requests.slice(10) } : {} } as never;
  });
  await write(items);
  expect(sizes).toEqual([25, 15, 5, 25, 15, 5, 5]);
  expect(waiting, "before what is sent again, and only there").toHaveBeenCalledTimes(4);
  vi.restoreAllMocks();
  expect((await readItems(items)).items).toHaveLength(write === putItems ? 55 : 0);
});

test("a single write that meets a transaction is sent again", async () => {
  const partner = await api.newPartner();
  const { job } = await succeededJob(partner.organizationId, { status: "queued", outputs: [] });
  noWaiting();
  const send = table.send.bind(table);
  let conflicts = 0;
  vi.spyOn(table, "send").mockImplementation(async (command: object) => {
    if (command instanceof UpdateCommand && ++conflicts <= 2)
      throw new TransactionConflictException({ message: "held", $metadata: {} });
    return send(command as never);
  });
  expect(await markRunning(job, "cfg_1", new Date())).toBe(true);
  vi.restoreAllMocks();
  expect((await findGeneration(partner.organizationId, job.job_id))?.status).toBe("running");
  expect(conflicts).toBe(3);
});

test("a call into a connection that never answers ends after five seconds", async () => {
  const silent = createTcpServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    maxAttempts: 1,
    requestHandler: smallCalls,
  });
  const started = performance.now();
  await expect(client.send(new ListTablesCommand())).rejects.toMatchObject({ name: "TimeoutError" });
  expect(performance.now() - started).toBeGreaterThan(4500);
  client.destroy();
  silent.close();
});
