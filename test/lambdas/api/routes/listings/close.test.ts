import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { handler as finish } from "../../../../../lambdas/pipeline/finish-generation.ts";
import { handler as sweep } from "../../../../../lambdas/pipeline/sweep.ts";
import { keys, openIndex } from "../../../../../lambdas/storage/keys.ts";
import { eraseItems } from "../../../../../lambdas/storage/organization/erasure.ts";
import { table } from "../../../../../lambdas/storage/table.ts";
import { startApi } from "../../../../support/api.ts";
import { backdate } from "../../../../support/jobs.ts";
import { newOutput } from "../../../../support/new-job.ts";
import type { Partner } from "../../../../support/partner.ts";
import { proCapture } from "../../../../support/requests.ts";
import { storedItem } from "../../../../support/table.ts";

const api = await startApi();
afterAll(() => api.stop());
const context = { awsRequestId: "task" } as Context;
const id = "elm-street-5";

let partner: Partner;
let asset: string;
beforeEach(async () => {
  partner = await api.newPartner();
  asset = await partner.addAsset();
  api.bus.reset();
  api.bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0 });
});

const create = (changes: object = {}) =>
  partner.send("createGeneration", { body: proCapture(asset, { listing: id, ...changes }) });
const created = async (changes: object = {}): Promise<string> => (await create(changes)).body.job_id;
const close = (headers = {}) => partner.send("closeListing", { id, headers });
const counts = async () => (await partner.sendOk("getListing", { id })).counts;

/** Ends a job as its state machine does. */
async function end(job_id: string, how: "succeeds" | "fails" = "succeeds"): Promise<void> {
  const reference = { organization_id: partner.organizationId, job_id };
  if (how === "fails") await finish({ ...reference, error: { Error: "inference_failed" } }, context);
  else {
    await api.startInference(reference);
    await finish({ ...reference, outputs: [newOutput(1, { output_id: `out_${job_id.slice(4)}` })] }, context);
  }
}

/** The events that a listing is complete, as published. */
const completions = () =>
  api.bus
    .commandCalls(PutEventsCommand)
    .flatMap(({ args }) => args[0].input.Entries ?? [])
    .filter(({ DetailType }) => DetailType === "listing.completed")
    .map(({ Detail }) => JSON.parse(Detail ?? ""));

// @contract added.62
test("a closed listing takes no more jobs, neither by create nor by regenerate, and keeps those that it has", async () => {
  const job_id = await created();
  await end(job_id);
  const { status, body } = await close();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    listing: id,
    counts: { total: 1, in_progress: 0, succeeded: 1, failed: 0 },
    partially_completed: false,
    first_job: { job_id },
    last_job: { job_id },
  });
  const refused = { status: 409, body: { error: { code: "listing_closed", retryable: false } } };
  expect(await create()).toMatchObject(refused);
  expect(await partner.send("regenerateGeneration", { id: job_id })).toMatchObject(refused);
  expect(await create({ listing: "elm-street-6" })).toMatchObject({ status: 200 });
  expect(await create({ listing: undefined })).toMatchObject({ status: 200 });
  expect(await counts()).toMatchObject({ total: 1 });
});

test("a create before the closing is repeated after it, byte for byte", async () => {
  const headers = { "Idempotency-Key": "before" };
  const body = proCapture(asset, { listing: id });
  const first = await partner.send("createGeneration", { body, headers });
  await close();
  expect(await partner.send("createGeneration", { body, headers })).toMatchObject({
    status: 200,
    text: first.text,
  });
});

// @contract added.63
describe("completion is announced once", () => {
  test.each([
    ["succeeds", "succeeds", false],
    ["succeeds", "fails", true],
  ] as const)("after the last job has ended: the first %s, the second %s", async (one, other, partially) => {
    const jobs = [await created(), await created()];
    await end(jobs[0] ?? "", one);
    await close();
    expect(completions()).toEqual([]);
    await end(jobs[1] ?? "", other);
    const [completed, ...more] = completions();
    expect(more).toEqual([]);
    expect(completed).toMatchObject({ organization_id: partner.organizationId, listing: id, jobs: 2 });
    expect(await partner.sendOk("getListing", { id })).toMatchObject({
      partially_completed: partially,
      completed_at: completed.last_ended_at,
    });
  });

  test("at the closing if every job had ended before, and not by what follows", async () => {
    const job_id = await created();
    await end(job_id);
    expect(completions()).toEqual([]);
    const headers = { "Idempotency-Key": "once" };
    const { text } = await close(headers);
    expect(completions()).toHaveLength(1);
    expect(await close(headers)).toMatchObject({ text, headers: { "idempotent-replayed": "true" } });
    expect(await close()).toMatchObject({ status: 200, text });
    await sweep({}, context);
    expect(new Set(completions().map((event) => JSON.stringify(event))).size).toBe(1);
  });

  test("if the last two jobs end at once, with the same words each time", async () => {
    const jobs = await Promise.all(Array.from({ length: 6 }, () => created()));
    await close();
    await Promise.all(jobs.map((job, nth) => end(job, nth % 2 ? "fails" : "succeeds")));
    const announced = completions().map((event) => JSON.stringify(event));
    expect(new Set(announced).size).toBe(1);
    expect(await counts()).toEqual({ total: 6, in_progress: 0, succeeded: 3, failed: 3 });
  });

  test("if a cancel ended the last job", async () => {
    const job_id = await created();
    await close();
    await partner.sendOk("cancelGeneration", { id: job_id });
    expect(completions()).toMatchObject([{ listing: id, failed: 1 }]);
  });

  test("by the sweeper if the bus failed at the closing, and it then leaves the sweeper's list", async () => {
    await end(await created());
    api.bus.on(PutEventsCommand).rejects(new Error("The bus is down."));
    expect(await close()).toMatchObject({ status: 200 });
    api.bus.on(PutEventsCommand).resolves({});
    const due = await storedItem(keys.listing(partner.organizationId, id));
    expect(due).toMatchObject({ gsi1pk: openIndex.attributes(id, new Date()).gsi1pk });
    await backdate(keys.listing(partner.organizationId, id), id, 2);
    await sweep({}, context);
    expect(completions()).toHaveLength(2);
    expect(await storedItem(keys.listing(partner.organizationId, id))).not.toHaveProperty("gsi1pk");
  });
});

test("creates and a closing at once: what was created is counted, and nothing after the closing", async () => {
  await created();
  const [closed, ...others] = await Promise.all([close(), ...Array.from({ length: 8 }, () => create())]);
  const accepted = others.filter(({ status }) => status === 200).length;
  for (const { status } of others) expect([200, 409]).toContain(status);
  expect(closed.body.counts.total).toBe(accepted + 1);
  expect(await counts()).toMatchObject({ total: accepted + 1 });
});

test("a listing whose first job comes while it is closed is closed", async () => {
  const send = table.send.bind(table);
  let comes = true;
  const spy = vi.spyOn(table, "send").mockImplementation((async (command: Parameters<typeof send>[0]) => {
    const { sk } = (command instanceof GetCommand && command.input.Key) || {};
    if (sk === keys.listing("", id).sk && comes) {
      comes = false;
      await create();
    }
    return send(command);
  }) as typeof table.send);
  const closed = await close();
  spy.mockRestore();
  expect(closed).toMatchObject({ status: 200, body: { closed_at: expect.any(String) } });
  expect(await create()).toMatchObject({ status: 409 });
});

test("another organization's listing is 404, and so is one that no job names", async () => {
  await created();
  const other = await api.newPartner();
  for (const operation of ["closeListing", "getListing"] as const) {
    expect(await other.send(operation, { id })).toMatchObject({
      status: 404,
      body: { error: { code: "not_found", message: "There is no listing with this name." } },
    });
    expect(await other.send(operation, { id: "no blanks" })).toMatchObject({ status: 404 });
  }
});

test("an erasure leaves nothing of listings", async () => {
  await created();
  await close();
  await eraseItems(partner.organizationId);
  expect(await storedItem(keys.listing(partner.organizationId, id))).toBeNull();
});
