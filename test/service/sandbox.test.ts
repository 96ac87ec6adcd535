import { onlyModel } from "@image-staging/laptop/model-variables";
import { listen } from "@image-staging/local-cloud/http";
import { Webhook } from "standardwebhooks";
import { afterAll, describe, expect, test } from "vitest";
import { failureCodes } from "../../lambdas/domain/failures.ts";
import { sandboxReferences } from "../../lambdas/domain/generation/sandbox.ts";
import { Form } from "../support/form.ts";
import { sampleOf } from "../support/full-run.ts";
import { drawRoom } from "../support/pictures.ts";
import { startReceiver } from "../support/receiver.ts";
import { proCapture, type Reply, refurnish } from "../support/requests.ts";
import { startService } from "../support/service.ts";
import { until, untilEnd } from "../support/until.ts";

/** The stage's model: it refuses everybody, so that whatever succeeds was served by the simulated one. */
let timesAsked = 0;
const stagesModel = await listen(0, (request, response) => {
  if (request.url === "/invocations") timesAsked += 1;
  response.writeHead(422).end();
});
const service = await startService({
  modelUrl: stagesModel.url,
  waits: { "Be slow": 2000 },
  environment: onlyModel,
});
Object.assign(process.env, service.environment);
const receiver = await startReceiver();
const sandbox = await service.newPartner({ sandbox: true, default_webhook_url: receiver.url });
const picture = await drawRoom({ width: 256, height: 256 }).jpeg().toBuffer();
afterAll(async () => {
  await receiver.close();
  await service.stop();
  await stagesModel.close();
});

type Body = Reply["body"];

async function ended(
  operation: "getSourceAsset" | "getGeneration",
  id: string,
  seen: string[] = [],
): Promise<Body> {
  return untilEnd(async () => {
    const body = await sandbox.sendOk(operation, { id });
    seen.push(body.status);
    return body.completed_at !== null && body;
  });
}
const created = (body: object): Promise<Body> => sandbox.sendOk("createGeneration", { body });

const ingest = await sandbox.sendOk("createSourceAsset", { body: new Form([["file", picture]]) });
const { source_asset_id: asset } = await ended("getSourceAsset", ingest.ingest_id);

/** The webhook about a job. Its signature must be valid. */
async function webhookOf(jobId: string): Promise<Body> {
  const delivery = await until(() => receiver.receivedFor(jobId)[0]);
  return new Webhook(sandbox.secret).verify(delivery.body, delivery.headers);
}

const failing = sandboxReferences.filter((reference) => !/:(slow|mask_proposed)$/.test(reference));

// @contract generation.failure errors.19
describe("a job of a sandbox fails as its reference asks, over HTTP and by webhook", () => {
  const withPicture = (reference: string) =>
    new Form([
      ["file", picture],
      ["workflow", "pro_capture"],
      ["capture_type", "photo"],
      ["reference", reference],
    ]);
  test.each([
    ["from a source asset", (reference: string) => proCapture(asset, { reference }), sampleOf(failing, 2)],
    ["with its own picture", withPicture, sampleOf(failing, 6)],
  ] as const)("%s, with every code", async (_source, bodyOf, asked) => {
    const jobs = await Promise.all(asked.map((reference) => created(bodyOf(reference))));
    const rows = await Promise.all(
      jobs.map(async ({ job_id, reference }) => {
        const job = await ended("getGeneration", job_id);
        const { type, data } = await webhookOf(job_id);
        expect(data).toEqual(job);
        const seconds = (Date.parse(job.completed_at) - Date.parse(job.created_at)) / 1000;
        const { code, retryable } = job.failure;
        return { reference, status: job.status, code, retryable, webhook: type, seconds };
      }),
    );
    console.table(rows);
    expect(rows).toEqual(
      asked.map((reference) => {
        const code = reference.slice("sandbox:".length);
        const retryable = new Map(Object.entries(failureCodes)).get(code)?.retryable;
        const failed = { reference, status: "failed", code, retryable, webhook: "generation.failed" };
        return { ...failed, seconds: expect.any(Number) };
      }),
    );
  });
});

test("sandbox:slow stays running for a while, then succeeds", async () => {
  const { job_id } = await created(refurnish(asset, { reference: "sandbox:slow" }));
  const seen: string[] = [];
  const job = await ended("getGeneration", job_id, seen);
  expect(seen).toContain("running");
  expect(job).toMatchObject({ status: "succeeded", failure: null });
  expect(Date.parse(job.completed_at) - Date.parse(job.created_at)).toBeGreaterThan(2000);
});

test("sandbox:slow leaves time to cancel the job", async () => {
  const { job_id } = await created(proCapture(asset, { reference: "sandbox:slow" }));
  await until(async () => (await sandbox.sendOk("getGeneration", { id: job_id })).status === "running");
  const job = await sandbox.sendOk("cancelGeneration", { id: job_id });
  expect(job).toMatchObject({ status: "failed", failure: { code: "cancelled", retryable: false } });
  expect(await webhookOf(job_id)).toMatchObject({
    type: "generation.failed",
    data: { failure: job.failure },
  });
});

test("another job of a sandbox succeeds, then comes from the sandbox's cache; nothing is charged or counted as used", async () => {
  const before = await sandbox.sendOk("getUsageSummary");
  const request = refurnish(asset, { style_preset: "boho", reference: "listing 4711" });
  for (const cached of [false, true]) {
    const { job_id } = await created(request);
    const job = await ended("getGeneration", job_id);
    expect(job).toMatchObject({ status: "succeeded", outputs: [{ cached }] });
    expect((await fetch(job.outputs[0].image_url)).status).toBe(200);
    expect(await webhookOf(job_id)).toMatchObject({ type: "generation.succeeded" });
    const { items } = await sandbox.sendOk("listBillingEvents");
    expect(items[0]).toMatchObject({
      job_id,
      usage_type: "sandbox",
      billable: false,
      unit_price_usd: 0,
      amount_usd: 0,
    });
  }
  const after = await sandbox.sendOk("getUsageSummary");
  expect(after.access).toEqual({ enabled: true, status: "active", plan: "sandbox" });
  const nothing = { included: 0, consumed: 0, overage: 0, remaining: 0, projected_overage_amount_usd: 0 };
  expect(after.usage).toEqual(nothing);
  expect(after.jobs.succeeded - before.jobs.succeeded).toBe(2);
  expect(after.jobs.cache_hit_count - before.jobs.cache_hit_count).toBe(1);
});

test("the stage's model is asked for other organizations, and never for a sandbox", async () => {
  expect(timesAsked).toBe(0);
  const partner = await service.newPartner();
  const fields: [string, string | Buffer<ArrayBuffer>][] = [
    ["file", picture],
    ["workflow", "pro_capture"],
    ["capture_type", "photo"],
    ["reference", "sandbox:invalid_image"],
  ];
  const { job_id } = await partner.sendOk("createGeneration", { body: new Form(fields) });
  const job = await untilEnd(async () => {
    const body = await partner.sendOk("getGeneration", { id: job_id });
    return body.completed_at !== null && body;
  });
  expect(job).toMatchObject({ reference: "sandbox:invalid_image", failure: { code: "inference_failed" } });
  expect(timesAsked).toBe(1);
});
