import { randomUUID } from "node:crypto";
import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { SendTaskFailureCommand, TaskTimedOut } from "@aws-sdk/client-sfn";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { handler as approve } from "../../../../../lambdas/pipeline/approve-candidates.ts";
import { handler as finish } from "../../../../../lambdas/pipeline/finish-generation.ts";
import { handler as startInference } from "../../../../../lambdas/pipeline/start-inference.ts";
import { handler as sweep } from "../../../../../lambdas/pipeline/sweep.ts";
import { findApproved } from "../../../../../lambdas/storage/generation/approved-cache.ts";
import { findGeneration } from "../../../../../lambdas/storage/generation/generations.ts";
import { keys } from "../../../../../lambdas/storage/keys.ts";
import {
  completeIngest,
  findIngest,
  markIngesting,
} from "../../../../../lambdas/storage/source-asset/ingests.ts";
import { table } from "../../../../../lambdas/storage/table.ts";
import { startApi } from "../../../../support/api.ts";
import { backdate, succeededJob } from "../../../../support/jobs.ts";
import { newOutput } from "../../../../support/new-job.ts";
import { attemptFor, goodAnswer } from "../../../../support/notification.ts";
import type { Partner } from "../../../../support/partner.ts";
import { proCapture } from "../../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const context = { awsRequestId: "task" } as Context;
const source_url = "https://pictures.example.com/a.jpg";

let partner: Partner;
beforeEach(async () => {
  partner = await api.newPartner();
  api.bus.resetHistory();
  api.stateMachines.resetHistory();
});

const cancel = (id: string, headers = {}) => partner.send("cancelGeneration", { id, headers });
const reference = (job_id: string) => ({ organization_id: partner.organizationId, job_id });
const announced = () =>
  api.bus
    .commandCalls(PutEventsCommand)
    .flatMap(({ args }) => args[0].input.Entries?.map(({ DetailType }) => DetailType) ?? []);
const cancelled = { code: "cancelled", message: "The job was cancelled.", retryable: false };

/** A job in each state in which it has not ended. */
const open: Record<string, () => Promise<string>> = {
  ingesting: async () => (await partner.sendOk("createGeneration", { body: inline })).job_id,
  queued: async () =>
    (await partner.sendOk("createGeneration", { body: proCapture(await partner.addAsset()) })).job_id,
  running: async () => {
    const job_id = await open.queued?.();
    await api.startInference(reference(job_id ?? ""));
    return job_id ?? "";
  },
};
const inline = { source_url, workflow: "pro_capture", capture_type: "photo" };

async function expectCancelledOnce(id: string): Promise<void> {
  const [job, usage, { items }] = await Promise.all([
    partner.sendOk("getGeneration", { id }),
    partner.sendOk("getUsageSummary"),
    partner.sendOk("listBillingEvents"),
  ]);
  expect(job).toMatchObject({ status: "failed", failure: cancelled, outputs: [] });
  expect(usage.jobs).toMatchObject({ total: 1, succeeded: 0, failed: 1 });
  expect(usage.usage).toMatchObject({ consumed: 0, projected_overage_amount_usd: 0 });
  expect(items).toEqual([]);
  expect(announced()).toEqual(["generation.failed"]);
}

describe("a job that has not ended", () => {
  // @contract added.30
  test.each(Object.entries(open))(
    "and is %s is failed as cancelled, once, and nothing is charged",
    async (status, make) => {
      const id = await make();
      expect((await partner.sendOk("getGeneration", { id })).status).toBe(status);
      const { status: answered, body } = await cancel(id);
      expect(answered).toBe(200);
      expect(body.completed_at).toBe(body.updated_at);
      expect(body).toEqual(await partner.sendOk("getGeneration", { id }));
      await expectCancelledOnce(id);
      expect(await findGeneration(partner.organizationId, id)).toMatchObject({ failure: cancelled });
      expect(await sweep({}, context)).toMatchObject({ announce: 0, fail: 0, error: 0 });
    },
  );

  // @contract added.30
  test("gives its slot and its unit of the allowance back at once", async () => {
    const plan = { name: "one", included_units: 1, unit_price_micro_usd: 0, overage_allowed: false };
    partner = await api.newPartner({ plan, limits: { max_concurrent_jobs: 1 } });
    const id = (await open.queued?.()) ?? "";
    const again = { body: proCapture(await partner.addAsset()) };
    expect((await partner.send("createGeneration", again)).status).toBe(429);
    await cancel(id);
    expect((await partner.send("createGeneration", again)).status).toBe(200);
  });

  // @contract added.32
  test("is cancelled once by ten cancels at the same time, and each answers with it", async () => {
    const id = (await open.running?.()) ?? "";
    const replies = await Promise.all(Array.from({ length: 10 }, () => cancel(id)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    await expectCancelledOnce(id);
  });

  // @contract added.32
  test("is cancelled from the state that it has meanwhile", async () => {
    const id = (await open.ingesting?.()) ?? "";
    const source_asset_id = await partner.addAsset();
    const { ingest_id } = (await findGeneration(partner.organizationId, id)) ?? {};
    const ingest = await findIngest(partner.organizationId, ingest_id ?? "");
    if (!ingest) throw new Error("There is no ingest");
    await markIngesting(ingest, new Date());
    const send = table.send.bind(table);
    let first = true;
    const spy = vi.spyOn(table, "send").mockImplementation(async (command: object) => {
      if (command instanceof TransactWriteCommand && first) {
        first = false;
        await completeIngest(ingest, source_asset_id, new Date());
        await api.startInference(reference(id));
      }
      return send(command as never);
    });
    const { status, body } = await cancel(id);
    spy.mockRestore();
    expect(status).toBe(200);
    expect(body).toEqual({ ...(await partner.sendOk("getGeneration", { id })), source_asset_id });
    await expectCancelledOnce(id);
    expect((await findGeneration(partner.organizationId, id))?.config_fingerprint).toMatch(/^cfg_/);
  });

  // @contract added.35
  test("may be regenerated, with a source asset; a job that was cancelled before it had one can't be", async () => {
    const id = (await open.queued?.()) ?? "";
    await cancel(id);
    expect(await partner.send("regenerateGeneration", { id })).toMatchObject({
      status: 200,
      body: { status: "queued", parent_job_id: id },
    });
    const inlineId = (await open.ingesting?.()) ?? "";
    await cancel(inlineId);
    expect((await partner.send("regenerateGeneration", { id: inlineId })).status).toBe(422);
  });
});

describe("a job that has ended", () => {
  // @contract added.31
  test.each([
    ["succeeded", {}],
    [
      "failed",
      { status: "failed" as const, outputs: [], failure: { code: "x", message: "X.", retryable: true } },
    ],
  ])("and is %s is answered as it is, and nothing changes", async (_status, changes) => {
    const { job } = await succeededJob(partner.organizationId, changes);
    const before = await findGeneration(partner.organizationId, job.job_id);
    const { status, body } = await cancel(job.job_id);
    const read = await partner.sendOk("getGeneration", { id: job.job_id });
    const unsigned = (text: string) =>
      text.replaceAll(/X-Amz-[^&"]+/g, "").replaceAll(/"expires_at":"[^"]+"/g, "");
    expect(status).toBe(200);
    expect(unsigned(JSON.stringify(body))).toBe(unsigned(JSON.stringify(read)));
    expect(await findGeneration(partner.organizationId, job.job_id)).toEqual(before);
    expect(announced()).toEqual([]);
    expect((await partner.sendOk("getUsageSummary")).jobs.total).toBe(0);
  });

  // @contract added.31
  test("by a pipeline that finishes it at the same time, ends once: the first wins", async () => {
    const ends: string[] = [];
    for (let round = 0; round < 8; round++) {
      partner = await api.newPartner();
      api.bus.resetHistory();
      const id = (await open.running?.()) ?? "";
      const end = () => finish({ ...reference(id), outputs: [outputOf(id)] }, context);
      const [{ status, body }] = await Promise.all(
        round % 2 === 0 ? [cancel(id), end()] : [end().then(() => cancel(id)), undefined],
      );
      const job = await partner.sendOk("getGeneration", { id });
      expect([status, body.status, body.failure?.code]).toEqual([200, job.status, job.failure?.code]);
      ends.push(job.failure?.code ?? job.status);
      const [{ items }, { jobs }] = [
        await partner.sendOk("listBillingEvents"),
        await partner.sendOk("getUsageSummary"),
      ];
      expect(items).toHaveLength(job.status === "succeeded" ? 1 : 0);
      expect(jobs.total).toBe(1);
      expect(new Set(announced()).size).toBe(1);
    }
    expect(ends).toContain("succeeded");
  });
});

const outputOf = (id: string) =>
  newOutput(1, { output_id: `out_${id.slice(4)}`, object_key: `outputs/${id}.jpg` });

describe("the request", () => {
  // @contract added.33
  test("is answered again, byte for byte, under its Idempotency-Key, even if the job had ended", async () => {
    const { job } = await succeededJob(partner.organizationId);
    for (const id of [(await open.queued?.()) ?? "", job.job_id]) {
      const headers = { "Idempotency-Key": randomUUID() };
      const first = await cancel(id, headers);
      const again = await cancel(id, headers);
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect([first, again].map((reply) => reply.headers["idempotent-replayed"])).toEqual([
        undefined,
        "true",
      ]);
      expect((await cancel(id)).status).toBe(200);
    }
    expect(announced()).toEqual(["generation.failed"]);
  });

  // @contract added.33
  test("has no body, a blank one or an empty object, and an Idempotency-Key", async () => {
    const id = (await open.queued?.()) ?? "";
    const send = async (body: string | object | undefined, headers = {}) =>
      (await partner.send("cancelGeneration", { id, headers, ...(body !== undefined && { body }) })).status;
    expect([await send({ reason: "x" }), await send("[]"), await send("{")]).toEqual([422, 400, 400]);
    expect(await send(undefined, { "Idempotency-Key": undefined })).toBe(400);
    expect((await partner.sendOk("getGeneration", { id })).status).toBe("queued");
    expect([await send(undefined), await send(" "), await send({})]).toEqual([200, 200, 200]);
  });
});

describe("the pipeline of a cancelled job", () => {
  // @contract added.34
  test("stops: the task that waits for the model is ended, and no later task changes anything", async () => {
    const id = (await open.running?.()) ?? "";
    const attempt = await attemptFor(partner.organizationId, id);
    await cancel(id);
    const [ended] = api.stateMachines.commandCalls(SendTaskFailureCommand);
    expect(ended?.args[0].input).toMatchObject({ error: "job_ended", taskToken: expect.any(String) });
    const before = await findGeneration(partner.organizationId, id);
    const late = { ...reference(id), attempt, ...goodAnswer };
    await expect(startInference({ ...reference(id), task_token: "t" }, context)).rejects.toThrow(
      "ended already",
    );
    await expect(approve(late, context)).rejects.toThrow("ended already");
    await finish({ ...reference(id), outputs: [outputOf(id)] }, context);
    await finish({ ...reference(id), error: { Error: "inference_timeout" } }, context);
    expect(await findGeneration(partner.organizationId, id)).toEqual(before);
    await expectCancelledOnce(id);
  });

  // @contract added.34
  test("leaves nothing in the approved cache that a later job would get without a charge", async () => {
    const id = (await open.running?.()) ?? "";
    const fingerprint = (await findGeneration(partner.organizationId, id))?.config_fingerprint ?? "";
    const request = { organization_id: partner.organizationId, include_alternates: false };
    const remembered = () => findApproved(request, fingerprint, "model-1");
    await cancel(id);
    await finish({ ...reference(id), outputs: [outputOf(id)] }, context);
    expect(await remembered()).toBeNull();
  });

  test("does not count as a failure that alarms", async () => {
    const id = (await open.running?.()) ?? "";
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    await cancel(id);
    await finish({ ...reference(id), error: { Error: "internal_error" } }, context);
    const metrics = log.mock.calls.filter(([line]) => String(line).includes("JobFailed"));
    log.mockRestore();
    expect(metrics).toEqual([]);
  });

  // @contract added.34
  test("lets its ingest end in peace: the source asset is there for others", async () => {
    const id = (await open.ingesting?.()) ?? "";
    const ingest_id = (await findGeneration(partner.organizationId, id))?.ingest_id ?? "";
    const ingest = await findIngest(partner.organizationId, ingest_id);
    if (!ingest) throw new Error("there is no ingest");
    await markIngesting(ingest, new Date());
    await cancel(id);
    const asset = await partner.addAsset();
    expect(await completeIngest(ingest, asset, new Date())).toMatchObject({
      status: "ready",
      source_asset_id: asset,
    });
    await expectCancelledOnce(id);
    expect((await partner.send("createGeneration", { body: proCapture(asset) })).status).toBe(200);
  });
});

describe("if a part fails after the job has ended", () => {
  test("its announcement is made up for by the sweeper", async () => {
    const id = (await open.queued?.()) ?? "";
    api.bus.on(PutEventsCommand).rejectsOnce(new Error("down")).resolves({ FailedEntryCount: 0 });
    expect((await cancel(id)).status).toBe(200);
    const { organizationId } = partner;
    await backdate(keys.generation(organizationId, id), id, 2);
    expect(await sweep({}, context)).toMatchObject({ announce: 1 });
    expect(announced()).toEqual(["generation.failed", "generation.failed"]);
  });

  test.each([
    ["a token that has ended already", new TaskTimedOut({ message: "x", $metadata: {} })],
    ["an outage", new Error("down")],
  ])("the cancel is answered all the same: %s", async (_what, error) => {
    const id = (await open.running?.()) ?? "";
    api.stateMachines.on(SendTaskFailureCommand).rejectsOnce(error);
    expect((await cancel(id)).body).toMatchObject({ status: "failed", failure: cancelled });
  });
});
