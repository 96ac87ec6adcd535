import { Metrics } from "@aws-lambda-powertools/metrics";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { listAttempts } from "../../../lambdas/storage/webhook/deliveries.ts";
import { enableReceiver, findReceiver, listReceivers } from "../../../lambdas/storage/webhook/receivers.ts";
import { outcomeOf } from "../../support/delivery.ts";
import { messageOf, succeededJob } from "../../support/jobs.ts";
import { addOrganization } from "../../support/partner.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startTable } from "../../support/table.ts";

const hours = (count: number) => count * 3_600_000;
const events = mockClient(EventBridgeClient);
const metric = vi.spyOn(Metrics.prototype, "addMetric");
/** What was counted since it was last asked, in order. */
const counted = () => metric.mock.calls.splice(0).map(([name]) => name);
const database = await startTable();
Object.assign(process.env, {
  BUCKET_NAME: "pictures",
  EVENT_BUS_NAME: "completions",
  ALLOW_LOCAL_NETWORK: "true",
});
afterAll(async () => {
  events.restore();
  await database.stop();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  events.reset();
  events.on(PutEventsCommand).resolves({ FailedEntryCount: 0 });
});
afterEach(() => vi.useRealTimers());

test("410 ends the delivery and disables the receiver until it is enabled again", async () => {
  let isGone = true;
  await using receiver = await startReceiver((response) => response.writeHead(isGone ? 410 : 200).end());
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { organization_id } = organization;
  const first = await succeededJob(organization_id);
  const second = await succeededJob(organization_id);
  expect(await outcomeOf(first.event)).toEqual({ givenUp: true });
  expect(counted()).toEqual(["WebhookFailed", "WebhookEndpointDisabled"]);
  expect(await outcomeOf(second.event)).toEqual({ givenUp: true });
  expect(receiver.received).toHaveLength(1);
  expect((await listAttempts(messageOf(second.job)))[0]?.result?.outcome).toBe("endpoint_disabled");
  expect(await listReceivers(organization_id)).toMatchObject([
    { url: receiver.url, disabled_because: "gone" },
  ]);
  const published = events.commandCalls(PutEventsCommand).map((call) => call.args[0].input.Entries?.[0]);
  expect(published).toMatchObject([
    { Source: "image-staging-api", DetailType: "webhook.endpoint_disabled", EventBusName: "completions" },
  ]);
  expect(JSON.parse(published[0]?.Detail ?? "")).toMatchObject({ organization_id, url: receiver.url });

  isGone = false;
  expect(await enableReceiver(organization_id, receiver.url)).toBe(true);
  expect(await enableReceiver(organization_id, receiver.url)).toBe(false);
  counted();
  expect(await outcomeOf({ ...second.event, redelivery_id: "again" })).toEqual({ ended: true });
  expect(counted()).toEqual(["WebhookDelivered"]);
});

test("a receiver that fails for 5 days without a success is disabled once, other URLs are not", async () => {
  await using receiver = await startReceiver((response) => response.writeHead(500).end());
  await using other = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { organization_id } = organization;
  for (const day of [0, 1, 2, 3, 4, 5]) {
    expect(events.commandCalls(PutEventsCommand), `on day ${day}`).toHaveLength(0);
    await outcomeOf((await succeededJob(organization_id)).event);
    vi.setSystemTime(Date.now() + hours(24.1));
  }
  expect(await findReceiver(organization_id, receiver.url)).toMatchObject({ disabled_because: "failing" });
  expect(events.commandCalls(PutEventsCommand)).toHaveLength(1);
  const toOther = await succeededJob(organization_id, { webhook_url: other.url });
  expect(await outcomeOf(toOther.event)).toEqual({ ended: true });
  const skipped = await succeededJob(organization_id);
  expect(await outcomeOf(skipped.event)).toEqual({ givenUp: true });
});

test("many deliveries that fail at the same time disable their receiver with one event", async () => {
  await using receiver = await startReceiver((response) => response.writeHead(410).end());
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const jobs = await Promise.all(
    Array.from({ length: 10 }, () => succeededJob(organization.organization_id)),
  );
  await Promise.all(jobs.map(({ event }) => outcomeOf(event)));
  expect(events.commandCalls(PutEventsCommand)).toHaveLength(1);
});

test("an event that the bus refuses ends with an error that names no URL", async () => {
  events.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries: [{ ErrorCode: "InternalFailure" }] });
  await using receiver = await startReceiver((response) => response.writeHead(410).end());
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { event } = await succeededJob(organization.organization_id);
  await expect(outcomeOf(event)).rejects.toThrow(
    /^The event bus refused webhook\.endpoint_disabled: InternalFailure$/,
  );
});
