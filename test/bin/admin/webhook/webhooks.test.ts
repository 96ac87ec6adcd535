import { SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { runAdmin } from "../../../../bin/admin/run.ts";
import { newOrganization } from "../../../../lambdas/domain/organization/new-organization.ts";
import { messageId } from "../../../../lambdas/domain/webhook/delivery.ts";
import { systemRandom } from "../../../../lambdas/runtime/random.ts";
import { listGeneration } from "../../../../lambdas/storage/generation/lists.ts";
import { createOrganization } from "../../../../lambdas/storage/organization/organizations.ts";
import { table, transact } from "../../../../lambdas/storage/table.ts";
import { findReceiver, recordAnswer } from "../../../../lambdas/storage/webhook/receivers.ts";
import {
  createSigningSecret,
  findSigningSecrets,
  rotateSigningSecret,
} from "../../../../lambdas/storage/webhook/signing-secrets.ts";
import { admin as run } from "../../../support/admin.ts";
import { outcomeOf } from "../../../support/delivery.ts";
import { succeededJob } from "../../../support/jobs.ts";
import { addOrganization } from "../../../support/partner.ts";
import { startReceiver } from "../../../support/receiver.ts";
import { startTable, type TestTable } from "../../../support/table.ts";

const executions = mockClient(SFNClient);
let database: TestTable;

beforeAll(async () => {
  database = await startTable();
  Object.assign(process.env, {
    BUCKET_NAME: "pictures",
    ALLOW_LOCAL_NETWORK: "true",
    WEBHOOK_STATE_MACHINE_ARN: "arn:aws:states:eu-central-1:000000000000:stateMachine:webhooks",
  });
});
afterAll(async () => {
  executions.restore();
  await database.stop();
});
beforeEach(() => {
  executions.reset();
  executions.on(StartExecutionCommand).resolves({});
});

/** Runs a command as an operator would, with --json, and returns what it prints. */
async function admin(...args: string[]) {
  const out = vi.spyOn(console, "log").mockImplementation(() => {});
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    const code = await runAdmin(["webhook", ...args, "--json", "--yes"]);
    const printed = out.mock.calls.map(([line]) => String(line)).join("\n");
    const said = errors.mock.calls.map(([line]) => String(line)).join("\n");
    return { code, result: printed ? JSON.parse(printed) : undefined, said };
  } finally {
    out.mockRestore();
    errors.mockRestore();
  }
}

const started = () =>
  executions.commandCalls(StartExecutionCommand).map(({ args: [{ input }] }) => ({
    name: input.name,
    event: JSON.parse(input.input ?? ""),
  }));

/** An organization with one job that has its webhook delivered and one with a failed first attempt. */
async function organizationWithDeliveries(url: string) {
  const { organization } = await addOrganization({ default_webhook_url: url });
  const { organization_id } = organization;
  const good = await succeededJob(organization_id);
  const bad = await succeededJob(organization_id, { webhook_url: `${url}/failing` });
  await outcomeOf(good.event);
  await outcomeOf(bad.event);
  return { organization_id, good: good.job, bad: bad.job };
}

const startFailing = () =>
  startReceiver((response, { path }) =>
    response.writeHead(path.endsWith("failing") ? 500 : 200).end("noted"),
  );

test("list gives the state of each delivery, show every attempt with the receiver's answer", async () => {
  await using receiver = await startFailing();
  const { organization_id, good, bad } = await organizationWithDeliveries(receiver.url);
  const listed = await admin("list", organization_id);
  expect(listed.result).toMatchObject([
    { job_id: good.job_id, state: "delivered", attempts: 1, last_status: 200 },
    { job_id: bad.job_id, state: "waiting", attempts: 1, last_outcome: "http_error", last_status: 500 },
  ]);
  const undelivered = await admin("list", organization_id, "--undelivered");
  expect(undelivered.result).toMatchObject([{ job_id: bad.job_id }]);
  const shown = await admin("show", organization_id, bad.job_id);
  expect(shown.result).toMatchObject({
    message_id: messageId(bad.job_id, "generation.succeeded"),
    attempts: [{ number: 1, result: { status: 500, detail: "noted" }, next_attempt_at: expect.any(String) }],
  });
});

/** An organization as it was made before one came with a signing secret. */
async function organizationWithoutSecret(url: string) {
  const organization = newOrganization("Partner", url, new Date(), systemRandom);
  await createOrganization(organization);
  const { organization_id } = organization;
  return { organization_id, ...(await succeededJob(organization_id)) };
}

test("a delivery without a signing secret is listed as waiting with its reason, and its receiver is not blamed", async () => {
  await using receiver = await startReceiver();
  const { organization_id, job, event } = await organizationWithoutSecret(receiver.url);
  expect(await outcomeOf(event)).toEqual({ postponed: expect.any(String) });
  expect((await admin("list", organization_id)).result).toMatchObject([
    {
      job_id: job.job_id,
      state: "waiting",
      last_outcome: "no_signing_secret",
      next_attempt_at: expect.any(String),
    },
  ]);
  expect((await admin("list", organization_id)).said).toContain(
    `Waiting for a signing secret: 1. webhook rotate-secret ${organization_id} makes one and sends them.`,
  );
  expect(receiver.received).toHaveLength(0);
  expect((await admin("endpoints", organization_id)).result).toEqual([]);
});

test("rotate-secret makes the missing secret and sends what waited for it, once", async () => {
  await using receiver = await startReceiver();
  const { organization_id, job, event } = await organizationWithoutSecret(receiver.url);
  const { postponed } = await outcomeOf(event);
  const { result, said } = await admin("rotate-secret", organization_id);
  expect(said).toContain("send 1 delivery that waited for a signing secret");
  expect(started().map(({ event }) => event.job_id)).toEqual([job.job_id]);
  expect(await outcomeOf(started()[0]?.event)).toEqual({ ended: true });
  expect(await outcomeOf(event, postponed)).toEqual({ ended: true });
  expect(receiver.received).toHaveLength(1);
  const { headers, body } = receiver.last();
  expect(() => new Webhook(result.signing_secret).verify(body, headers)).not.toThrow();
  executions.resetHistory();
  await admin("rotate-secret", organization_id);
  expect(started()).toEqual([]);
});

test("a delivery without a signing secret also arrives by its schedule, once there is one", async () => {
  await using receiver = await startReceiver();
  const { organization_id, event } = await organizationWithoutSecret(receiver.url);
  const { postponed } = await outcomeOf(event);
  await createSigningSecret(organization_id);
  expect(await outcomeOf(event, postponed)).toEqual({ ended: true });
  expect(receiver.received).toHaveLength(1);
});

test("list fits 120 columns and names the job and the event of each delivery", async () => {
  await using receiver = await startFailing();
  const { organization_id, bad } = await organizationWithDeliveries(receiver.url);
  const unsigned = await organizationWithoutSecret(receiver.url);
  await outcomeOf(unsigned.event);
  for (const id of [organization_id, unsigned.organization_id]) {
    const { out } = await run("webhook", "list", id);
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
  }
  const { out } = await run("webhook", "list", organization_id);
  expect(out).toMatch(/^job +event_id +state +tries +last_answer +next_attempt\n/);
  const message_id = messageId(bad.job_id, "generation.succeeded");
  expect(out).toMatch(new RegExp(`^${bad.job_id} +${message_id} +waiting +1 +500 +20\\S+Z$`, "m"));
});

test("redeliver starts one more delivery under the same message id", async () => {
  await using receiver = await startFailing();
  const { organization_id, good } = await organizationWithDeliveries(receiver.url);
  const { result } = await admin("redeliver", organization_id, good.job_id);
  const message_id = messageId(good.job_id, "generation.succeeded");
  expect(result).toMatchObject({ message_id });
  expect(started()).toEqual([
    {
      name: `${message_id}-${result.redelivery_id}`,
      event: {
        organization_id,
        job_id: good.job_id,
        type: "generation.succeeded",
        redelivery_id: result.redelivery_id,
      },
    },
  ]);
  expect(await outcomeOf(started()[0]?.event)).toEqual({ ended: true });
  expect(receiver.received).toHaveLength(3);
});

test("redeliver-all starts every completion since a time, or only what was given up", async () => {
  await using receiver = await startFailing();
  const { organization_id, good, bad } = await organizationWithDeliveries(receiver.url);
  const gone = await succeededJob(organization_id, { webhook_url: `${receiver.url}/disabled` });
  await recordAnswer(await findReceiver(organization_id, `${receiver.url}/disabled`), "gone", new Date());
  expect(await outcomeOf(gone.event)).toEqual({ givenUp: true });

  await admin("redeliver-all", organization_id, "--since", good.completed_at ?? "");
  expect(started().map(({ event }) => event.job_id)).toEqual([good, bad, gone.job].map((job) => job.job_id));
  executions.resetHistory();
  await admin("redeliver-all", organization_id, "--since", good.completed_at ?? "", "--undelivered");
  expect(started().map(({ event }) => event.job_id)).toEqual([gone.job.job_id]);
  executions.resetHistory();
  expect((await admin("redeliver-all", organization_id, "--since", "2999-01-01")).code).toBe(2);
  expect(started()).toEqual([]);
});

test("a completion of which no delivery began is listed, and redeliver-all starts its delivery", async () => {
  const { organization } = await addOrganization({ default_webhook_url: "https://hooks.example/" });
  const { organization_id } = organization;
  const tenMinutesAgo = new Date(Date.now() - 10 * 60_000).toISOString();
  const { job: lost } = await succeededJob(organization_id, { completed_at: tenMinutesAgo });
  const { job: onItsWay } = await succeededJob(organization_id);
  await transact({ guards: {}, writes: [lost, onItsWay].flatMap(listGeneration) });
  expect((await admin("list", organization_id)).result).toMatchObject([
    { job_id: lost.job_id, state: "not_sent", attempts: 0 },
  ]);
  await admin("redeliver-all", organization_id, "--since", tenMinutesAgo, "--undelivered");
  expect(started().map(({ event }) => event.job_id)).toEqual([lost.job_id]);
});

test("a disabled receiver is shown, refuses redelivery and is enabled with one command", async () => {
  await using receiver = await startFailing();
  const { organization_id, good } = await organizationWithDeliveries(receiver.url);
  await recordAnswer(await findReceiver(organization_id, receiver.url), "gone", new Date());
  expect((await admin("endpoints", organization_id)).result).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ url: receiver.url, disabled_because: "gone" })]),
  );
  const refused = await admin("redeliver", organization_id, good.job_id);
  expect([refused.code, refused.said]).toEqual([2, expect.stringContaining("webhook enable")]);
  expect((await admin("enable", organization_id, receiver.url)).code).toBe(0);
  expect((await admin("redeliver", organization_id, good.job_id)).code).toBe(0);
  expect((await admin("enable", organization_id, receiver.url)).code).toBe(2);
});

test("test sends a signed test event that list then shows", async () => {
  await using receiver = await startFailing();
  const { organization_id } = await organizationWithDeliveries(receiver.url);
  const { result } = await admin("test", organization_id);
  expect(await outcomeOf(started()[0]?.event)).toEqual({ ended: true });
  expect(JSON.parse(receiver.last().body)).toMatchObject({
    type: "webhook.test",
    data: { test_id: result.test_id },
  });
  expect((await admin("list", organization_id)).result).toContainEqual(
    expect.objectContaining({ type: "webhook.test", state: "delivered", message_id: result.message_id }),
  );
});

// @contract authentication.6
test("rotate-secret shows the new secret once; the old one stays valid too", async () => {
  const { organization, secret } = await addOrganization();
  const { result } = await admin("rotate-secret", organization.organization_id);
  expect(result.signing_secret).not.toBe(secret);
  expect(await findSigningSecrets(organization.organization_id)).toMatchObject({
    current: result.signing_secret,
    previous: { secret },
  });
});

test("of two rotations at once one is refused, and its secret is nowhere", async () => {
  const { organization } = await addOrganization();
  const { organization_id } = organization;
  const send = table.send.bind(table);
  let other: string | undefined;
  const spy = vi.spyOn(table, "send").mockImplementation(async (command: object) => {
    if (command instanceof TransactWriteCommand && other === undefined) {
      other = "under way";
      other = await rotateSigningSecret(organization_id, new Date());
    }
    return send(command as never);
  });
  const { code, said } = await admin("rotate-secret", organization_id);
  spy.mockRestore();
  expect([code, said]).toEqual([1, expect.stringContaining("was rotated by someone else")]);
  expect(await findSigningSecrets(organization_id)).toMatchObject({ current: other });
});

test("--dry-run changes nothing", async () => {
  await using receiver = await startFailing();
  const { organization_id, good } = await organizationWithDeliveries(receiver.url);
  const before = await findSigningSecrets(organization_id);
  await admin("redeliver", organization_id, good.job_id, "--dry-run");
  await admin("redeliver-all", organization_id, "--since", good.completed_at ?? "", "--dry-run");
  await admin("test", organization_id, "--dry-run");
  await admin("rotate-secret", organization_id, "--dry-run");
  expect(started()).toEqual([]);
  expect(await findSigningSecrets(organization_id)).toEqual(before);
});

test.each([
  [["list", "org_none"], "no organization org_none"],
  [["show", "org_none", "job_none"], "no organization org_none"],
  [["redeliver", "org_none", "msg_none"], "no organization org_none"],
  [["redeliver", "org_none", "job_none"], "no organization org_none"],
  [["redeliver-all", "org_none", "--since", "2026-11-20"], "no organization org_none"],
  [["redeliver-all", "org_none", "--since", "yesterday"], "--since must be a date"],
  [["test", "org_none"], "no organization org_none"],
  [["rotate-secret", "org_none"], "no organization org_none"],
])("%j changes nothing and says: %s", async (args, sentence) => {
  const { code, said, result } = await admin(...args);
  expect([code, result]).toEqual([2, undefined]);
  expect(said).toContain(sentence);
  expect(started()).toEqual([]);
});
