import { Metrics } from "@aws-lambda-powertools/metrics";
import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { ulid } from "ulid";
import { afterAll, expect, test, vi } from "vitest";
import { table } from "../../../../lambdas/storage/table.ts";
import { result } from "../../../support/admin.ts";
import { startApi } from "../../../support/api.ts";
import { type BilledPartner, newBilledPartner } from "../../../support/billing/billed-partner.ts";
import { endJob } from "../../../support/billing/end-job.ts";
import { outcomeOf } from "../../../support/delivery.ts";
import { startReceiver } from "../../../support/receiver.ts";

const api = await startApi();
process.env.ALLOW_LOCAL_NETWORK = "true";
process.env.WEBHOOK_STATE_MACHINE_ARN = "arn:aws:states:eu-central-1:000000000000:stateMachine:webhooks";
afterAll(() => api.stop());

const plan = { name: "plan", included_units: 5, unit_price_micro_usd: 250_000, overage_allowed: true };

/** The thresholds that were put on the bus for an organization, in order. */
const published = ({ organizationId }: BilledPartner) =>
  api.bus
    .commandCalls(PutEventsCommand)
    .flatMap(({ args }) => args[0].input.Entries ?? [])
    .filter(({ DetailType }) => DetailType === "usage.threshold_reached")
    .map(({ Detail }) => JSON.parse(Detail ?? ""))
    .filter(({ organization_id }) => organization_id === organizationId);

const reached = (partner: BilledPartner) =>
  published(partner).map(({ limit, percent, limit_value, used_value }) => [
    ...[limit, percent],
    ...[limit_value, used_value],
  ]);

async function useUnits(partner: BilledPartner, units: number, atOnce = false): Promise<string> {
  const { body } = await partner.create(0, {}, ulid());
  await endJob(api, partner.organizationId, body.job_id, "fails");
  const jobs = await Promise.all(
    Array.from({ length: units }, () => partner.regenerate(body.job_id, ulid())),
  );
  const ends = jobs.map((job) => () => endJob(api, partner.organizationId, job.body.job_id, "succeeds"));
  if (atOnce) await Promise.all(ends.map((end) => end()));
  else for (const end of ends) await end();
  return body.job_id;
}

// @contract added.37
test("80 and 100 % of the allowance are announced once each a period", async () => {
  const partner = await newBilledPartner(api, plan);
  await useUnits(partner, 3);
  expect(reached(partner)).toEqual([]);
  await useUnits(partner, 1);
  expect(reached(partner)).toEqual([["included_units", 80, 5, 4]]);
  await useUnits(partner, 3);
  await result("plan", "set", partner.organizationId, "--included-units", "8");
  await useUnits(partner, 3);
  expect(reached(partner)).toEqual([
    ["included_units", 80, 5, 4],
    ["included_units", 100, 5, 5],
  ]);
});

// @contract added.37
test("80 and 100 % of a spend cap are announced, 100 % once no further unit fits", async () => {
  const partner = await newBilledPartner(api, {
    ...plan,
    included_units: 0,
    spend_cap_micro_usd: 1_400_000,
  });
  await useUnits(partner, 5);
  expect(reached(partner)).toEqual([
    ["spend_cap_usd", 80, 1.4, 1.25],
    ["spend_cap_usd", 100, 1.4, 1.25],
  ]);
});

test("jobs that end at once may announce a threshold more than once, which is one message to its receiver", async () => {
  await using receiver = await startReceiver();
  const partner = await newBilledPartner(api, plan);
  await result("org", "set", partner.organizationId, "--webhook-url", receiver.url);
  const metric = vi.spyOn(Metrics.prototype, "addMetric");
  await useUnits(partner, 5, true);
  const counted = metric.mock.calls.filter(([name]) => name === "UsageThresholdReached");
  metric.mockRestore();
  expect(counted).toHaveLength(2);
  const events = published(partner);
  expect(new Set(events.map(({ percent, occurred_at }) => `${percent} ${occurred_at}`)).size).toBe(2);
  for (const event of events) await outcomeOf(event);
  expect(receiver.received).toHaveLength(2);
  const bodies = receiver.received.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ type, data }) => [type, data.percent]).toSorted()).toEqual([
    ["usage.threshold_reached", 100],
    ["usage.threshold_reached", 80],
  ]);
  expect(bodies[0].data).toEqual({
    billing_period: { start_at: events[0].period_start, end_at: events[0].period_end },
    limit: "included_units",
    percent: bodies[0].data.percent,
    limit_value: 5,
    used_value: expect.any(Number),
  });
});

test("a threshold is announced at the end of the next job if its announcement failed", async () => {
  const partner = await newBilledPartner(api, plan);
  const parent = await useUnits(partner, 3);
  const { body } = await partner.regenerate(parent, ulid());
  let isDown = true;
  api.bus.on(PutEventsCommand).callsFake(({ Entries: [entry] }) => {
    if (isDown && entry.DetailType === "usage.threshold_reached") throw new Error("no bus");
    return { FailedEntryCount: 0 };
  });
  await expect(endJob(api, partner.organizationId, body.job_id, "succeeds")).rejects.toThrow("no bus");
  api.bus.resetHistory();
  isDown = false;
  await endJob(api, partner.organizationId, (await partner.regenerate(parent, ulid())).body.job_id, "fails");
  expect(reached(partner).at(-1)).toEqual(["included_units", 80, 5, 4]);
});

test("a threshold is announced even if the answer to its first write was lost", async () => {
  const partner = await newBilledPartner(api, plan);
  let lost = 0;
  table.middlewareStack.add(
    (next) => async (request) => {
      const output = await next(request);
      if (lost > 0 || !JSON.stringify(request.input).includes("reached_included_units_80")) return output;
      lost += 1;
      throw Object.assign(new Error("The answer was lost."), { name: "TimeoutError" });
    },
    { step: "deserialize", name: "lost answer", override: true },
  );
  try {
    await useUnits(partner, 4);
  } finally {
    table.middlewareStack.remove("lost answer");
  }
  expect(lost).toBe(1);
  expect(reached(partner)).toEqual([["included_units", 80, 5, 4]]);
});

/** What the deliveries were started with that an operator started last. */
const redelivered = (count: number) =>
  api
    .started()
    .slice(-count)
    .map(({ input }) => JSON.parse(input ?? ""));

test("an operator delivers a threshold again by its event_id, word for word", async () => {
  await using receiver = await startReceiver();
  const partner = await newBilledPartner(api, plan);
  const { organizationId } = partner;
  await result("org", "set", organizationId, "--webhook-url", receiver.url);
  await useUnits(partner, 4);
  await outcomeOf(published(partner)[0]);
  const { headers, body } = receiver.last();
  await useUnits(partner, 2);
  const shown = await result("webhook", "show", organizationId, `${headers["webhook-id"]}`);
  expect(shown.attempts).toHaveLength(1);
  await result("webhook", "redeliver", organizationId, `${headers["webhook-id"]}`);
  const [again] = redelivered(1);
  expect(again).toMatchObject({
    type: "usage.threshold_reached",
    used_value: 4,
    redelivery_id: expect.any(String),
  });
  expect(await outcomeOf(again)).toEqual({ ended: true });
  expect(receiver.received).toHaveLength(2);
  expect(receiver.last().headers["webhook-id"]).toBe(headers["webhook-id"]);
  expect(receiver.last().body).toBe(body);
});

test("a threshold that was not sent is listed as such, and redeliver-all sends it", async () => {
  await using receiver = await startReceiver();
  const partner = await newBilledPartner(api, plan);
  const { organizationId } = partner;
  await useUnits(partner, 5);
  await result("org", "set", organizationId, "--webhook-url", receiver.url);
  const listed = await result("webhook", "list", organizationId);
  expect(listed).toMatchObject([
    { type: "usage.threshold_reached", state: "not_sent", attempts: 0 },
    { type: "usage.threshold_reached", state: "not_sent", attempts: 0 },
  ]);
  await result("webhook", "redeliver-all", organizationId, "--since", "2020-01-01", "--undelivered");
  for (const event of redelivered(2)) await outcomeOf(event);
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.percent).toSorted()).toEqual([100, 80]);
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(
    listed.map(({ message_id }: { message_id: string }) => message_id),
  );
});

test("a plan without an allowance or a cap announces nothing", async () => {
  const partner = await newBilledPartner(api, { ...plan, included_units: 0 });
  await useUnits(partner, 3);
  expect(reached(partner)).toEqual([]);
});
