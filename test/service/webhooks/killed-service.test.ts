import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leaseMs, type Message } from "../../../lambdas/domain/webhook/delivery.ts";
import { listAttempts } from "../../../lambdas/storage/webhook/deliveries.ts";
import { publishCompletion } from "../../../lambdas/storage/webhook/events.ts";
import { type DynamoDb, startDynamoDb } from "../../../local/dynamodb.ts";
import { messageOf, organizationWithWebhook, succeededJob } from "../../support/ended-job.ts";
import { startReceiver } from "../../support/receiver.ts";
import { isFullRun } from "./full-run.ts";

// The table is kept apart, so that this process sees it while the service is dead.
let database: DynamoDb;
let service: ChildProcess;
const dataDir = mkdtempSync(join(tmpdir(), "killed-"));

beforeAll(async () => {
  database = await startDynamoDb(":memory:", undefined, () => {});
  Object.assign(process.env, await startService());
});
afterAll(async () => {
  await kill();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the service as `npm start` does, and returns the environment with which an SDK reaches it. */
async function startService(): Promise<Record<string, string>> {
  const env = { ...process.env, PORT: "0", DATA_DIR: dataDir, AWS_ENDPOINT_URL_DYNAMODB: database.url };
  service = spawn(process.execPath, ["local/main.ts"], { env, stdio: "ignore" });
  const described = await until(() => description(service.pid));
  return described.environment;
}

/** What a running service says of itself; undefined while it has not written it, or only half of it. */
function description(pid: number | undefined): { environment: Record<string, string> } | undefined {
  try {
    const described = JSON.parse(readFileSync(join(dataDir, "service.json"), "utf8"));
    return described.pid === pid ? described : undefined;
  } catch {
    return undefined;
  }
}

async function kill() {
  service.kill("SIGKILL");
  await once(service, "exit");
}

async function until<T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    await setTimeout(50);
  }
}

/** The log of a message, once its attempt of this number has ended. */
const ended = (message: Message, number: number) =>
  until(async () => {
    const log = await listAttempts(message);
    return log[number - 1]?.result ? log : undefined;
  });

async function announcedJob(url: string) {
  const { organization } = await organizationWithWebhook(url);
  const { job } = await succeededJob(organization.organization_id);
  await publishCompletion(job);
  return messageOf(job);
}

test("a delivery goes on after the service was killed between two attempts", async () => {
  await using receiver = await startReceiver((response, _, count) =>
    response.writeHead(count === 1 ? 500 : 204).end(),
  );
  const message = await announcedJob(receiver.url);
  await ended(message, 1);
  await kill();
  await startService();
  const [first, second, ...more] = await ended(message, 2);
  expect([first?.result?.outcome, second?.result?.outcome, more]).toEqual(["http_error", "delivered", []]);
  const early = Date.parse(first?.next_attempt_at ?? "") - Date.parse(second?.started_at ?? "");
  expect(early).toBeLessThan(100);
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([
    message.message_id,
    message.message_id,
  ]);
});

test.runIf(isFullRun)(
  "a delivery goes on after the service was killed in the middle of an attempt",
  { timeout: 3 * leaseMs },
  async () => {
    await using receiver = await startReceiver((response, _, count) => void (count > 1 && response.end()));
    const message = await announcedJob(receiver.url);
    await until(() => receiver.received[0]);
    await kill();
    await startService();
    const outcomes = (await ended(message, 2)).map(({ result }) => result?.outcome);
    expect(outcomes).toEqual(["interrupted", "delivered"]);
  },
);
