import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { engineCredentials } from "@image-staging/local-cloud/endpoints";
import { listen } from "@image-staging/local-cloud/http";
import { openObjects } from "@image-staging/local-cloud/s3/objects";
import { createS3 } from "@image-staging/local-cloud/s3/server";
import { openStore } from "@image-staging/local-cloud/store";
import { Webhook } from "standardwebhooks";
import * as v from "valibot";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { pauses } from "../../../lambdas/domain/webhook/retry-schedule.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { readItem } from "../../../lambdas/storage/table.ts";
import { listAttempts, listAttemptsSince } from "../../../lambdas/storage/webhook/deliveries.ts";
import { outcomeOf, runDelivery } from "../../support/delivery.ts";
import { messageOf, succeededJob } from "../../support/jobs.ts";
import { addOrganization } from "../../support/partner.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startTable } from "../../support/table.ts";

const directory = mkdtempSync(join(tmpdir(), "webhook-retries-"));
const hours = (count: number) => count * 3_600_000;
const database = await startTable();
const store = openStore(directory, true);
const s3 = await listen(
  0,
  createS3(["pictures"], openObjects(store, join(directory, "s3")), engineCredentials, "eu-central-1"),
);
Object.assign(process.env, {
  BUCKET_NAME: "pictures",
  ALLOW_LOCAL_NETWORK: "true",
  AWS_ENDPOINT_URL_S3: s3.url,
});
afterAll(async () => {
  await Promise.all([database.stop(), s3.close()]);
  store.close();
  rmSync(directory, { recursive: true });
});
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

test("a receiver that was down for three days gets the completion, with URLs that download", async () => {
  const start = Date.now();
  // The ninth attempt comes after 46 to 57 hours, as its pauses are spread.
  await using receiver = await startReceiver((response, { at }) =>
    response.writeHead(at.getTime() - start < hours(60) ? 503 : 204).end(),
  );
  const { organization, secret } = await addOrganization({ default_webhook_url: receiver.url });
  const { job, event } = await succeededJob(organization.organization_id);
  const [output] = job.outputs;
  await new S3Client({ forcePathStyle: true }).send(
    new PutObjectCommand({ Bucket: "pictures", Key: output?.object_key, Body: "the staged picture" }),
  );
  expect(await runDelivery(event)).toMatchObject({ delivered: true });
  const hoursLater = (Date.now() - start) / hours(1);
  expect(hoursLater).toBeGreaterThan(75 * 0.9);

  const last = receiver.last();
  const bodies = receiver.received.map(({ body }) => JSON.parse(body));
  const { image_url, expires_at } = bodies.at(-1).data.outputs[0];
  expect(new Date(expires_at).getTime()).toBeGreaterThan(last.at.getTime());
  const download = await fetch(image_url);
  expect([download.status, await download.text()]).toEqual([200, "the staged picture"]);
  expect((await fetch(bodies[0].data.outputs[0].image_url)).status).toBe(403);

  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  for (const { at, headers, body } of receiver.received) {
    vi.setSystemTime(at);
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  }
});

test("ten attempts are made by the schedule, each is logged, then the message is given up", async () => {
  await using receiver = await startReceiver((response) => response.writeHead(500).end("out of order"));
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { job, event } = await succeededJob(organization.organization_id);
  const { delivered, waits } = await runDelivery(event);
  expect(delivered).toBe(false);
  expect(receiver.received).toHaveLength(10);

  const log = await listAttempts(messageOf(job));
  expect(log.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(log.map(({ next_attempt_at }) => next_attempt_at)).toEqual([
    ...waits.map((wait) => wait.toISOString()),
    null,
  ]);
  expect(log[0]).toMatchObject({
    url: receiver.url,
    result: { outcome: "http_error", status: 500, detail: "out of order", duration_ms: expect.any(Number) },
  });
  log.slice(1).forEach(({ started_at }, index) => {
    const pause = Date.parse(started_at) - Date.parse(log[index]?.started_at ?? "");
    expect(pause / (pauses[index + 1] ?? 0)).toBeGreaterThan(0.89);
    expect(pause / (pauses[index + 1] ?? 0)).toBeLessThan(1.12);
  });
});

test("a message that is given up is not sent again if its execution starts again", async () => {
  await using receiver = await startReceiver((response) => response.writeHead(500).end());
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { event } = await succeededJob(organization.organization_id);
  await runDelivery(event);
  expect(await outcomeOf(event)).toEqual({ givenUp: true });
  expect(receiver.received).toHaveLength(10);
});

test("Retry-After is honoured", async () => {
  await using receiver = await startReceiver((response, _received, count) =>
    response.writeHead(count === 1 ? 429 : 200, { "retry-after": "3600" }).end(),
  );
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { event } = await succeededJob(organization.organization_id);
  const start = Date.now();
  const { waits } = await runDelivery(event);
  expect(waits).toHaveLength(1);
  expect(Number(waits[0]) - start).toBeGreaterThanOrEqual(hours(1));
  expect(Number(waits[0]) - start).toBeLessThan(hours(1) + 10_000);
});

test("the next attempt is made once its execution has waited, whatever the function's clock says", async () => {
  await using receiver = await startReceiver((response) => response.writeHead(500).end());
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { organization_id } = organization;
  const { job, event } = await succeededJob(organization_id);
  const { postponed } = await outcomeOf(event);
  const Kept = v.object({ expires_at: v.number() });
  const kept = () => readItem(Kept, keys.sentMessage(organization_id, messageOf(job).message_id));
  const first = await kept();
  expect(await outcomeOf(event)).toEqual({ postponed });
  expect(receiver.received).toHaveLength(1);
  vi.setSystemTime(Date.now() - 1000);
  expect(await outcomeOf(event, postponed)).not.toEqual({ postponed });
  expect(receiver.received).toHaveLength(2);
  expect(await kept()).toEqual(first);
});

test("a redirect is a failure and is not followed", async () => {
  await using elsewhere = await startReceiver();
  await using receiver = await startReceiver((response) =>
    response.writeHead(307, { location: elsewhere.url }).end(),
  );
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { job, event } = await succeededJob(organization.organization_id);
  expect(await outcomeOf(event)).toHaveProperty("postponed");
  expect(elsewhere.received).toHaveLength(0);
  expect((await listAttempts(messageOf(job)))[0]?.result).toMatchObject({
    outcome: "http_error",
    status: 307,
  });
});

test("an organization's deliveries are listed from a given time, without other organizations'", async () => {
  await using receiver = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const stranger = await addOrganization({ default_webhook_url: receiver.url });
  const deliverOne = async (organizationId: string) => {
    const { job, event } = await succeededJob(organizationId);
    await runDelivery(event);
    vi.setSystemTime(Date.now() + hours(1));
    return job.job_id;
  };
  await deliverOne(organization.organization_id);
  const since = new Date();
  const wanted = [await deliverOne(organization.organization_id)];
  await deliverOne(stranger.organization.organization_id);
  wanted.push(await deliverOne(organization.organization_id));
  const listed = await Array.fromAsync(listAttemptsSince(organization.organization_id, since));
  expect(listed.map(({ job_id }) => job_id)).toEqual(wanted);
});
