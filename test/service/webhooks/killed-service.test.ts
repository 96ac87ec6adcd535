import { startDynamoDb } from "@image-staging/local-cloud/dynamodb/engine";
import { silent } from "@image-staging/local-cloud/terminal";
import { afterAll, expect, test } from "vitest";
import { leaseMs, type Message } from "../../../lambdas/domain/webhook/delivery.ts";
import { publishCompletion } from "../../../lambdas/orchestration/events.ts";
import { listAttempts } from "../../../lambdas/storage/webhook/deliveries.ts";
import { messageOf, succeededJob } from "../../support/jobs.ts";
import { addOrganization } from "../../support/partner.ts";
import { startReceiver } from "../../support/receiver.ts";
import { serviceProcess } from "../../support/service-process.ts";
import { until } from "../../support/until.ts";

// The table is kept apart, so that this process sees it while the service is dead.
const database = await startDynamoDb(":memory:", {
  endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB,
  log: () => {},
  terminal: silent,
});
const service = serviceProcess({ AWS_ENDPOINT_URL_DYNAMODB: database.url });
Object.assign(process.env, (await service.start()).environment);
afterAll(async () => {
  await service.discard();
  await database.stop();
});

/** The log of a message, once its attempt of this number has ended. */
const ended = (message: Message, number: number) =>
  until(async () => {
    const log = await listAttempts(message);
    return log[number - 1]?.result ? log : null;
  });

async function announcedJob(url: string) {
  const { organization } = await addOrganization({ default_webhook_url: url });
  const { job } = await succeededJob(organization.organization_id);
  await publishCompletion(job);
  return messageOf(job);
}

test("a delivery continues after the service was killed between two attempts", async () => {
  await using receiver = await startReceiver((response, _, count) =>
    response.writeHead(count === 1 ? 500 : 204).end(),
  );
  const message = await announcedJob(receiver.url);
  await ended(message, 1);
  await service.kill();
  await service.start();
  const [first, second, ...more] = await ended(message, 2);
  expect([first?.result?.outcome, second?.result?.outcome, more]).toEqual(["http_error", "delivered", []]);
  const early = Date.parse(first?.next_attempt_at ?? "") - Date.parse(second?.started_at ?? "");
  expect(early).toBeLessThan(100);
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([
    message.message_id,
    message.message_id,
  ]);
});

test("a delivery continues after the service was killed in the middle of an attempt", {
  timeout: 3 * leaseMs,
}, async () => {
  await using receiver = await startReceiver((response, _, count) => void (count > 1 && response.end()));
  const message = await announcedJob(receiver.url);
  await until(() => receiver.received[0]);
  await service.kill();
  await service.start();
  const outcomes = (await ended(message, 2)).map(({ result }) => result?.outcome);
  expect(outcomes).toEqual(["interrupted", "delivered"]);
});
