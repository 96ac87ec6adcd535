import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { Context } from "aws-lambda";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { handler as finish } from "../../../../lambdas/pipeline/finish-generation.ts";
import { handler as sweep } from "../../../../lambdas/pipeline/sweep.ts";
import { findGeneration } from "../../../../lambdas/storage/generation/generations.ts";
import { keys } from "../../../../lambdas/storage/keys.ts";
import { findListing } from "../../../../lambdas/storage/listing/listings.ts";
import { table } from "../../../../lambdas/storage/table.ts";
import { randomOf } from "../../../faults/simulation/random.ts";
import { startApi } from "../../../support/api.ts";
import { isFullRun } from "../../../support/full-run.ts";
import { newOutput } from "../../../support/new-job.ts";
import type { Reply } from "../../../support/requests.ts";
import { proCapture } from "../../../support/requests.ts";
import { storedItem } from "../../../support/table.ts";

const api = await startApi();
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  vi.useRealTimers();
  return api.stop();
});
const context = { awsRequestId: "task" } as Context;
const limit = 1_000_000;
const partner = await api.newPartner({
  sandbox: false,
  limits: {
    create_generation_per_minute: limit,
    regenerate_generation_per_minute: limit,
    max_concurrent_jobs: limit,
  },
});
const asset = await partner.addAsset();

type Random = ReturnType<typeof randomOf>;
class Lost extends Error {}

/** Every call of the table and the bus may be late, and in a history with faults fail before or after its effect. */
function breakCalls(random: Random) {
  const events: string[] = [];
  // Who meets another transaction tries again at once.
  vi.spyOn(Math, "random").mockReturnValue(0);
  let [fails, faults] = [true, 0];
  const send = table.send.bind(table);
  async function unreliably<Result>(call: () => Promise<Result>): Promise<Result> {
    for (let turns = random.below(4); turns > 0; turns--) await new Promise(setImmediate);
    const fate = fails ? random.next() : 1;
    if (fate < 0.14) faults++;
    if (fate < 0.06) throw new Lost("refused");
    const result = await call();
    if (fate < 0.14) throw new Lost("the answer is lost");
    return result;
  }
  vi.spyOn(table, "send").mockImplementation(((command: Parameters<typeof send>[0]) =>
    unreliably(() => send(command))) as typeof table.send);
  api.bus.reset();
  api.bus.on(PutEventsCommand).callsFake(({ Entries }) =>
    unreliably(async () => {
      for (const { DetailType, Detail } of Entries)
        if (DetailType === "listing.completed") events.push(Detail);
      return { FailedEntryCount: 0 };
    }),
  );
  return {
    events,
    faults: () => faults,
    heal: () => {
      fails = false;
    },
  };
}

/** Sends a write as partners do, again under its key until an answer says how it ended; null after eight tries. */
async function persist(send: () => Promise<Reply>): Promise<Reply | null> {
  for (let tries = 0; tries < 8; tries++) {
    const reply = await send();
    if (reply.status < 500 && reply.status !== 429) return reply;
  }
  return null;
}

/** Ends a job as its state machine does: its task is repeated while it fails. */
async function end(job_id: string, succeeds: boolean): Promise<void> {
  const reference = { organization_id: partner.organizationId, job_id };
  const outputs = [newOutput(1, { output_id: `out_${job_id.slice(4)}` })];
  const result = succeeds ? { outputs } : { error: { Error: "inference_failed" } };
  for (let tries = 0; tries < 4; tries++)
    try {
      if (succeeds) await api.startInference(reference);
      return void (await finish({ ...reference, ...result }, context));
    } catch {}
}

/** One listing's life: jobs are created, regenerated and ended while it is closed, once, twice or never. */
async function live(seed: number) {
  const random = randomOf(`listing ${seed}`);
  const calls = breakCalls(random);
  const listing = `home-${seed}`;
  const accepted = new Set<string>();
  const late: number[] = [];
  let closedSince = Number.POSITIVE_INFINITY;
  let moment = 0;

  async function create(nth: number, parent?: string): Promise<void> {
    for (let turns = random.below(30); turns > 0; turns--) await new Promise(setImmediate);
    const headers = { "Idempotency-Key": `${listing}/${nth}` };
    const began = ++moment;
    const reply = await persist(() =>
      parent === undefined
        ? partner.send("createGeneration", { headers, body: proCapture(asset, { listing }) })
        : partner.send("regenerateGeneration", { headers, id: parent }),
    );
    if (reply?.status !== 200) return;
    if (began > closedSince && reply.headers["idempotent-replayed"] === undefined) late.push(nth);
    const { job_id } = reply.body;
    accepted.add(job_id);
    const way = random.next();
    if (way < 0.15) await persist(() => partner.send("cancelGeneration", { id: job_id }));
    else if (way < 0.9) await end(job_id, way < 0.6);
    if (parent === undefined && random.chance(0.3)) await create(nth + 100, job_id);
  }

  async function close(): Promise<void> {
    for (let turns = random.below(80); turns > 0; turns--) await new Promise(setImmediate);
    const reply = await persist(() => partner.send("closeListing", { id: listing }));
    if (reply?.status === 200) closedSince = Math.min(closedSince, ++moment);
  }

  const closings = random.pick([0, 1, 1, 1, 2]);
  const jobs = 1 + random.below(4);
  await Promise.all([
    ...Array.from({ length: jobs }, (_, nth) => create(nth)),
    ...Array.from({ length: closings }, close),
  ]);
  return { listing, accepted, late, calls };
}

/** Lets a minute or two go by, and the sweeper come. */
async function settle(): Promise<void> {
  vi.setSystemTime(Date.now() + 2 * 60_000);
  await sweep({}, context);
}

async function check(
  seed: number,
): Promise<{ jobs: number; faults: number; events: number; closed: boolean }> {
  const { listing, accepted, late, calls } = await live(seed);
  calls.heal();
  expect(late, `history ${seed}: created after the closing was answered`).toEqual([]);
  const { organizationId } = partner;
  const { items } = await partner.sendOk("listGenerations", { query: { listing } });
  const before = await findListing(organizationId, listing);
  const early = calls.events.length;
  const isDone =
    before?.closed_at !== null && before?.jobs === (before?.succeeded ?? 0) + (before?.failed ?? 0);
  if (!isDone) expect(early, `history ${seed}: announced before its time`).toBe(0);
  for (const { job_id, status } of items) {
    expect(job_id, `history ${seed}`).toMatch(/^job_/);
    if (status !== "succeeded" && status !== "failed") await end(job_id, false);
  }
  for (const job_id of accepted) expect(items.map((job: { job_id: string }) => job.job_id)).toContain(job_id);
  await settle();

  const found = await findListing(organizationId, listing);
  if (!found) return { jobs: 0, faults: calls.faults(), events: 0, closed: false };
  const ended = await Promise.all(
    items.map(({ job_id }: { job_id: string }) => findGeneration(organizationId, job_id)),
  );
  const countOf = (status: string) => ended.filter((job) => job?.status === status).length;
  const numbers = { jobs: items.length, succeeded: countOf("succeeded"), failed: countOf("failed") };
  expect(found, `history ${seed}`).toMatchObject(numbers);
  expect(numbers.succeeded + numbers.failed, `history ${seed}`).toBe(numbers.jobs);
  const different = new Set(calls.events);
  expect(different.size, `history ${seed}: messages`).toBe(found.closed_at === null ? 0 : 1);
  for (const event of different) expect(JSON.parse(event), `history ${seed}`).toMatchObject(numbers);
  const item = await storedItem(keys.listing(organizationId, listing));
  expect(item?.gsi1pk, `history ${seed}: on the sweeper's list`).toBeUndefined();
  return { ...numbers, faults: calls.faults(), events: different.size, closed: found.closed_at !== null };
}

const histories = isFullRun ? 1000 : 12;

// @contract added.62 added.63
test(`${histories} histories of create, close and end with faults: one event each, none before its time`, {
  timeout: histories * 4000,
}, async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const sums = { jobs: 0, faults: 0, events: 0, closed: 0 };
  for (let seed = 1; seed <= histories; seed++) {
    const { jobs, faults, events, closed } = await check(seed);
    sums.jobs += jobs;
    sums.faults += faults;
    sums.events += events;
    sums.closed += Number(closed);
    vi.restoreAllMocks();
  }
  console.log(`${histories} listings`, sums);
  expect(sums.events).toBe(sums.closed);
  expect(sums.faults).toBeGreaterThan(histories);
});
