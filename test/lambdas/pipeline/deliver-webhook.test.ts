import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import type { Generation } from "../../../lambdas/domain/generation/generation.ts";
import { leaseMs, messageId } from "../../../lambdas/domain/webhook/delivery.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { updateOrganization } from "../../../lambdas/storage/organization/organizations.ts";
import { readItem, table, tableName } from "../../../lambdas/storage/table.ts";
import { findSentMessage, listAttempts, startAttempt } from "../../../lambdas/storage/webhook/deliveries.ts";
import { rotateSigningSecret } from "../../../lambdas/storage/webhook/signing-secrets.ts";
import { outcomeOf } from "../../support/delivery.ts";
import { messageOf, succeededJob } from "../../support/jobs.ts";
import { addOrganization } from "../../support/partner.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startTable } from "../../support/table.ts";

const database = await startTable();
Object.assign(process.env, { BUCKET_NAME: "pictures", ALLOW_LOCAL_NETWORK: "true" });
afterAll(() => database.stop());

const ended = { ended: true };

// @contract events.1 events.5 events.6
test("a completion arrives signed at the organization's default URL, once however often it is announced", async () => {
  await using receiver = await startReceiver();
  const { organization, secret } = await addOrganization({ default_webhook_url: receiver.url });
  const { job, event } = await succeededJob(organization.organization_id, { reference: "Rue Molière № 7" });
  expect(await outcomeOf(event)).toEqual(ended);
  expect(await outcomeOf(event)).toEqual(ended);
  expect(receiver.received).toHaveLength(1);
  const { headers, body } = receiver.last();
  expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  expect(() => new SvixWebhook(secret).verify(body, headers)).not.toThrow();
  expect(headers).toMatchObject({
    "webhook-id": messageId(job.job_id, "generation.succeeded"),
    "content-type": "application/json",
    "user-agent": "image-staging-api/1.0",
  });
  expect(JSON.parse(body)).toMatchObject({
    type: "generation.succeeded",
    timestamp: job.completed_at,
    data: {
      job_id: job.job_id,
      status: "succeeded",
      reference: "Rue Molière № 7",
      metadata: { floor: 2 },
      outputs: [{ rank: 1, image_url: expect.stringContaining("X-Amz-Signature=") }],
    },
  });
});

test("the log of an attempt is kept for 30 days", async () => {
  await using receiver = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { job, event } = await succeededJob(organization.organization_id);
  await outcomeOf(event);
  const { organization_id, occurred_at, message_id } = messageOf(job);
  const Kept = v.object({ started_at: v.string(), expires_at: v.number() });
  const logged = await readItem(Kept, keys.delivery(organization_id, occurred_at, message_id, 1));
  const started = Math.floor(Date.parse(logged?.started_at ?? "") / 1000);
  expect(logged?.expires_at).toBe(started + 30 * 24 * 3600);
});

test("by what it is sent again is kept with the first attempt", async () => {
  await using receiver = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { organization_id } = organization;
  const own = await succeededJob(organization_id, { webhook_url: receiver.url });
  const defaulted = await succeededJob(organization_id);
  for (const { job, event } of [own, defaulted]) {
    await outcomeOf(event);
    const kept = await findSentMessage(organization_id, messageOf(job).message_id);
    expect(kept).toEqual({ ...messageOf(job), own_url: job.webhook_url, own_url_key_id: null, event });
  }
});

test("an attempt that follows goes to the default URL if the key that named the job's URL has leaked meanwhile", async () => {
  await using owner = await startReceiver();
  await using thief = await startReceiver((response) => response.writeHead(500).end());
  const { organization } = await addOrganization({ default_webhook_url: owner.url });
  const { organization_id } = organization;
  const named = { webhook_url: thief.url, webhook_key_id: "leaked" };
  const { job, event } = await succeededJob(organization_id, { ...named, key_id: "another" });
  const { postponed } = await outcomeOf(event);
  await updateOrganization(organization_id, { leaked_keys: ["leaked"] });
  expect(await outcomeOf(event, postponed)).toEqual(ended);
  expect(thief.received).toHaveLength(1);
  expect(owner.receivedFor(job.job_id)).toHaveLength(1);
  const test = { type: "webhook.test", organization_id, test_id: "test_1", occurred_at: job.created_at };
  expect(await outcomeOf({ ...test, url: thief.url, key_id: "leaked" })).toEqual(ended);
  expect(thief.received).toHaveLength(1);
});

test("without a signing secret nothing is sent, and the delivery continues by its schedule", async () => {
  await using receiver = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { organization_id } = organization;
  const { job, event } = await succeededJob(organization_id);
  await table.send(new DeleteCommand({ TableName: tableName(), Key: keys.signingSecrets(organization_id) }));
  const { postponed } = await outcomeOf(event);
  expect(receiver.received).toHaveLength(0);
  const [attempt] = await listAttempts(messageOf(job));
  expect(attempt).toMatchObject({
    next_attempt_at: postponed,
    result: {
      outcome: "no_signing_secret",
      status: null,
      duration_ms: 0,
      detail: "The organization has no signing secret.",
    },
  });
});

test("an answer of 299 is success, and no answer at all is not", async () => {
  await using receiver = await startReceiver((response) => response.writeHead(299).end());
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { organization_id } = organization;
  expect(await outcomeOf((await succeededJob(organization_id)).event)).toEqual(ended);
  const { job, event } = await succeededJob(organization_id, { webhook_url: "http://127.0.0.1:9/hook" });
  expect(await outcomeOf(event)).toHaveProperty("postponed");
  expect((await listAttempts(messageOf(job)))[0]?.result).toMatchObject({
    outcome: "unreachable",
    status: null,
    detail: expect.stringContaining("127.0.0.1"),
  });
});

// @contract events.1
test("a failed job is announced with its failure", async () => {
  await using receiver = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const failure = { code: "no_approved_output", message: "No picture passed approval.", retryable: true };
  const { event } = await succeededJob(organization.organization_id, {
    status: "failed",
    outputs: [],
    failure,
  });
  expect(await outcomeOf(event)).toEqual(ended);
  expect(JSON.parse(receiver.last().body)).toMatchObject({
    type: "generation.failed",
    data: { failure, outputs: [] },
  });
});

// @contract post-generations.webhook events.2
test("the URL of the request takes precedence over the organization's", async () => {
  await using ofOrganization = await startReceiver();
  await using ofRequest = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: ofOrganization.url });
  const { event } = await succeededJob(organization.organization_id, { webhook_url: ofRequest.url });
  await outcomeOf(event);
  expect([ofOrganization.received.length, ofRequest.received.length]).toEqual([0, 1]);
});

test("without any URL nothing is sent and nothing is logged", async () => {
  const { organization } = await addOrganization();
  const { job, event } = await succeededJob(organization.organization_id);
  expect(await outcomeOf(event)).toEqual(ended);
  expect(await listAttempts(messageOf(job))).toEqual([]);
});

test("for a day after a rotation both the new and the old secret verify", async () => {
  await using receiver = await startReceiver();
  const { organization, secret } = await addOrganization({ default_webhook_url: receiver.url });
  const next = await rotateSigningSecret(organization.organization_id, new Date());
  await outcomeOf((await succeededJob(organization.organization_id)).event);
  const { headers, body } = receiver.last();
  for (const accepted of [secret, next])
    for (const Verifier of [Webhook, SvixWebhook])
      expect(() => new Verifier(accepted).verify(body, headers)).not.toThrow();
});

test("of executions at the same time one sends and the others wait for it", async () => {
  await using receiver = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { job, event } = await succeededJob(organization.organization_id);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(event)));
  expect(receiver.received).toHaveLength(1);
  expect(outcomes.filter((outcome) => "ended" in outcome)).not.toHaveLength(0);
  expect(outcomes.filter((outcome) => "givenUp" in outcome)).toHaveLength(0);
  expect(await listAttempts(messageOf(job))).toHaveLength(1);
});

/** Logs an attempt that began so many milliseconds ago, as if its process then ended. */
async function loseAttempt(job: Generation, url: string, msAgo: number) {
  const started = new Date(Date.now() - msAgo);
  const began = { number: 1, made: 0, redelivery_id: null, started_at: started.toISOString() };
  await startAttempt({ ...messageOf(job), url, ...began, result: null, next_attempt_at: null });
  return new Date(started.getTime() + leaseMs).toISOString();
}

test("an attempt under way in another execution is waited for until its time limit", async () => {
  await using receiver = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { job, event } = await succeededJob(organization.organization_id);
  const mayTakeUntil = await loseAttempt(job, receiver.url, leaseMs - 5000);
  expect(await outcomeOf(event)).toEqual({ postponed: mayTakeUntil });
  expect(receiver.received).toHaveLength(0);
});

test("an attempt counts as failed if its process died, and the next one is made", async () => {
  await using receiver = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { job, event } = await succeededJob(organization.organization_id);
  await loseAttempt(job, receiver.url, leaseMs);
  const outcome = await outcomeOf(event);
  expect(outcome).toEqual({ postponed: expect.any(String) });
  expect(await outcomeOf(event, outcome.postponed)).toEqual(ended);
  expect(receiver.received).toHaveLength(1);
  const log = await listAttempts(messageOf(job));
  expect(log.map(({ number, result }) => [number, result?.outcome])).toEqual([
    [1, "interrupted"],
    [2, "delivered"],
  ]);
});

test("a redelivery is sent again under the same id, once however often its execution starts", async () => {
  await using receiver = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { job, event } = await succeededJob(organization.organization_id);
  await outcomeOf(event);
  const again = { ...event, redelivery_id: "again" };
  expect(await outcomeOf(again)).toEqual(ended);
  expect(await outcomeOf(again)).toEqual(ended);
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(
    Array(2).fill(messageId(job.job_id, "generation.succeeded")),
  );
});

test("a test event arrives signed at the default URL", async () => {
  await using receiver = await startReceiver();
  const { organization, secret } = await addOrganization({ default_webhook_url: receiver.url });
  const occurred_at = new Date().toISOString();
  const testEvent = {
    type: "webhook.test",
    organization_id: organization.organization_id,
    test_id: "test_1",
    occurred_at,
  };
  expect(await outcomeOf(testEvent)).toEqual(ended);
  const { headers, body } = receiver.last();
  expect(new Webhook(secret).verify(body, headers)).toEqual({
    type: "webhook.test",
    timestamp: occurred_at,
    data: { test_id: "test_1" },
  });
});

test("a statement that has closed arrives as it is", async () => {
  await using receiver = await startReceiver();
  const { organization } = await addOrganization({ default_webhook_url: receiver.url });
  const { organization_id } = organization;
  const closed_at = new Date().toISOString();
  const billing_period = { start_at: "2026-10-01T00:00:00.000Z", end_at: "2026-11-01T00:00:00.000Z" };
  const sums = { currency: "USD", total_usd: 12.5 };
  const statement = { number: "2026-10", state: "closed", closed_at, billing_period, ...sums };
  expect(await outcomeOf({ type: "statement.closed", organization_id, statement })).toEqual(ended);
  expect(JSON.parse(receiver.last().body)).toEqual({
    type: "statement.closed",
    timestamp: closed_at,
    data: statement,
  });
});

test("an event that does not fit its job, or names another organization, is refused", async () => {
  const { organization } = await addOrganization({ default_webhook_url: "http://127.0.0.1:9/hook" });
  const { event } = await succeededJob(organization.organization_id);
  const running = await succeededJob(organization.organization_id, { status: "queued", completed_at: null });
  const announced = { ...running.event, type: "generation.succeeded" };
  await expect(outcomeOf(announced)).rejects.toThrow(/has not ended as/);
  const tested = { type: "webhook.test", organization_id: "org_other", test_id: "test_1", occurred_at: "" };
  await expect(outcomeOf(tested)).rejects.toThrow(/There is no organization/);
  await expect(outcomeOf({ ...event, type: "generation.failed" })).rejects.toThrow(/has not ended as/);
  await expect(outcomeOf({ ...event, organization_id: "org_other" })).rejects.toThrow(/There is no/);
});
