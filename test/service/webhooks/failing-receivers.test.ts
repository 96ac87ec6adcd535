import { setTimeout } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, expect, test } from "vitest";
import type { Generation } from "../../../lambdas/domain/generation/generation.ts";
import type { DeliveryAttempt } from "../../../lambdas/domain/webhook/delivery.ts";
import { pauses } from "../../../lambdas/domain/webhook/retry-schedule.ts";
import { publishCompletion } from "../../../lambdas/orchestration/events.ts";
import { listAttempts, listAttemptsSince } from "../../../lambdas/storage/webhook/deliveries.ts";
import { isFullRun } from "../../support/full-run.ts";
import { messageOf, succeededJob } from "../../support/jobs.ts";
import { addOrganization } from "../../support/partner.ts";
import { startService } from "../../support/service.ts";
import { deadLetters } from "./dead-letters.ts";
import { type Failure, startFailingReceiver } from "./failing-receiver.ts";

const completions = isFullRun ? 1000 : 20;
const receiver = await startFailingReceiver();
const service = await startService({ waits: { "Wait for the next attempt": 20 } });
Object.assign(process.env, service.environment);
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const failures: Failure[] = [
  "500",
  "redirect",
  "reset",
  "garbage",
  "cut-off",
  ...(isFullRun ? ["hang" as const] : []),
];

/** A URL for the job of this number: failing 0 to 90 % of the time in every way; some always redirect, some are gone. */
function urlFor(number: number): string {
  const url = (failure: Failure, percent: number, name = `job${number}`) =>
    receiver.at(`/${failure}/${percent}/${name}`);
  if (number % 20 === 0) return url("redirect", 100);
  if (number % 20 === 1) return url("gone", 100);
  if (number % 20 === 2) return url("gone", 100, "shared");
  const failure = failures[number % failures.length] ?? "500";
  return url(failure, failure === "hang" ? 20 : (number * 7) % 91);
}

type Sent = { job: Generation; url: string; attempts: DeliveryAttempt[] };

async function logOf(organizationId: string, since: Date): Promise<Map<string, DeliveryAttempt[]>> {
  const attempts: DeliveryAttempt[] = [];
  for await (const attempt of listAttemptsSince(organizationId, since)) attempts.push(attempt);
  return Map.groupBy(attempts, ({ message_id }) => message_id);
}

const isOver = (attempts: DeliveryAttempt[] | undefined) => {
  const last = attempts?.at(-1);
  return last?.result != null && last.next_attempt_at === null;
};

/** Publishes all completions, every tenth one twice, and waits until no attempt is left for any of them. */
async function deliverAll(organizationId: string): Promise<Sent[]> {
  const since = new Date();
  const jobs = [];
  for (let number = 0; number < completions; number++) {
    const url = urlFor(number);
    const { job } = await succeededJob(organizationId, { webhook_url: url });
    for (let time = 0; time < (number % 10 === 5 ? 2 : 1); time++) await publishCompletion(job);
    jobs.push({ job, url });
  }
  for (;;) {
    const log = await logOf(organizationId, since);
    const sent = jobs.map(({ job, url }) => ({
      job,
      url,
      attempts: log.get(messageOf(job).message_id) ?? [],
    }));
    if (sent.every(({ attempts }) => isOver(attempts))) return sent;
    await setTimeout(200);
  }
}

test("a delivery at the first attempt costs one state transition, each further attempt three", async () => {
  const { organization } = await addOrganization();
  const { organization_id } = organization;
  const transitions = () =>
    Object.entries(service.transitions()).find(([name]) => /Webhook/.test(name))?.[1] ?? 0;
  const costOf = async (url: string) => {
    const before = transitions();
    const { job } = await succeededJob(organization_id, { webhook_url: url });
    await publishCompletion(job);
    for (;;) {
      const attempts = await listAttempts(messageOf(job));
      if (isOver(attempts)) return { attempts: attempts.length, transitions: transitions() - before };
      await setTimeout(20);
    }
  };
  expect(await costOf(receiver.at("/500/0/first"))).toEqual({ attempts: 1, transitions: 1 });
  const { attempts, transitions: cost } = await costOf(receiver.at("/500/60/later"));
  expect(attempts).toBeGreaterThan(1);
  expect(cost).toBe(1 + 3 * (attempts - 1));
});

test(`${completions} completions to receivers that fail in every way are delivered or in the dead-letter queue`, {
  timeout: 600_000,
}, async () => {
  const { organization, secret } = await addOrganization();
  const started = performance.now();
  const all = await deliverAll(organization.organization_id);
  const seconds = (performance.now() - started) / 1000;
  const delivered = all.filter(({ attempts }) => attempts.at(-1)?.result?.outcome === "delivered");
  const givenUp = all.filter((sent) => !delivered.includes(sent));
  const count = all.reduce((sum, { attempts }) => sum + attempts.length, 0);
  console.log(
    `${completions} completions: ${delivered.length} delivered, ${givenUp.length} given up, ${count} attempts, ${seconds.toFixed(0)} s`,
  );

  expect((await deadLetters(service, givenUp.length)).sort()).toEqual(
    givenUp.map(({ job }) => job.job_id).sort(),
  );
  expect(delivered.length).toBeGreaterThan(completions / 2);
  expect(givenUp.length).toBeGreaterThan(completions / 10);
  // The paths of these URLs stand for the tokens that many receivers have in theirs.
  const log = service.readLog();
  expect(log).toContain(new URL(receiver.at("/")).origin);
  expect(log).not.toMatch(/\/(?:500|redirect|reset|garbage|cut-off|hang|gone)\/\d+/);
  for (const sent of all) {
    expectCompleteLog(sent);
    expectSchedule(sent);
    if (!sent.url.endsWith("shared")) expectSignedRequests(sent, secret);
  }
});

/** The log has every request, in order, under one id, and ends with the delivery or with the last attempt. */
function expectCompleteLog({ job, url, attempts }: Sent) {
  const { message_id } = messageOf(job);
  expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_, index) => index + 1));
  for (const attempt of attempts) expect(attempt).toMatchObject({ message_id, url, job_id: job.job_id });
  const outcomes = attempts.map(({ result }) => result?.outcome);
  expect(outcomes.slice(0, -1)).not.toContain("delivered");
  const isFinal = ["delivered", "gone", "endpoint_disabled"].includes(outcomes.at(-1) ?? "");
  expect(isFinal || attempts.length === pauses.length).toBe(true);
}

/** Each attempt was due after the schedule's pause, ± 10 %; a busy machine gets a minute on top. */
function expectSchedule({ attempts }: Sent) {
  for (const [index, { started_at, result, next_attempt_at }] of attempts.slice(0, -1).entries()) {
    const ended = Date.parse(started_at) + (result?.duration_ms ?? 0);
    const pause = Date.parse(next_attempt_at ?? "") - ended;
    expect(pause).toBeGreaterThanOrEqual((pauses[index + 1] ?? 0) * 0.9);
    expect(pause).toBeLessThanOrEqual((pauses[index + 1] ?? 0) * 1.1 + 60_000);
  }
}

/** The receiver saw what the log says, each request under the stable id and signed, and accepted at most one. */
function expectSignedRequests({ job, url, attempts }: Sent, secret: string) {
  const requests = receiver.requestsAt(url);
  expect(requests).toHaveLength(attempts.length);
  expect(requests.filter(({ accepted }) => accepted).length).toBeLessThanOrEqual(1);
  expect(requests.at(-1)?.accepted).toBe(attempts.at(-1)?.result?.outcome === "delivered");
  for (const { headers, body } of requests) {
    expect(headers["webhook-id"]).toBe(messageOf(job).message_id);
    for (const Verifier of [Webhook, SvixWebhook])
      expect(() => new Verifier(secret).verify(body, headers)).not.toThrow();
  }
}
