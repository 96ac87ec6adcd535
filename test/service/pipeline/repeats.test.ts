import { DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, describe, expect, test } from "vitest";
import { findGeneration } from "../../../lambdas/storage/generation/generations.ts";
import { Form, type Parts } from "../../support/form.ts";
import { isFullRun } from "../../support/full-run.ts";
import { attemptFor, goodAnswer, notification } from "../../support/notification.ts";
import type { Partner } from "../../support/partner.ts";
import { drawRoom } from "../../support/pictures.ts";
import { proCapture } from "../../support/requests.ts";
import { until } from "../../support/until.ts";
import { expectEndedOnce } from "./ended-once.ts";
import type { Behaviour } from "./faulty-model.ts";
import { startPipelineService } from "./pipeline-service.ts";
import { endOfIngest, endOfJob } from "./progress.ts";

const room = await drawRoom({ width: 256, height: 256 }).jpeg().toBuffer();
const service = await startPipelineService();
afterAll(() => service.stop());

const fields: Parts = [
  ["workflow", "pro_capture"],
  ["capture_type", "photo"],
];

async function createJob(partner: Partner): Promise<string> {
  const { job_id } = await partner.sendOk("createGeneration", {
    body: new Form([["file", room], ...fields]),
  });
  return job_id;
}

async function ingested(partner: Partner, picture: Buffer): Promise<string> {
  const { ingest_id } = await partner.sendOk("createSourceAsset", { body: new Form([["file", picture]]) });
  return (await endOfIngest(partner, ingest_id)).source_asset_id ?? "";
}

describe("the same bytes", () => {
  const times = isFullRun ? 50 : 5;
  test(`ingested ${times} times at once are one asset, named by every ingest`, async () => {
    const partner = await service.newPartner();
    const kept: string[] = [];
    service.intercept({
      after: ({ what, body }) => {
        const asset = /"Put":\{.*?"(ORG#[^"]+#ASSET#[^"]+)"/.exec(body.toString())?.[1];
        if (what.startsWith("TransactWriteItems") && asset) kept.push(asset);
      },
    });
    const started = performance.now();
    const body = new Form([["file", room]]);
    const ingests = await Promise.all(
      Array.from({ length: times }, () => partner.sendOk("createSourceAsset", { body })),
    );
    const assets: (string | null)[] = [];
    for (const { ingest_id } of ingests) assets.push((await endOfIngest(partner, ingest_id)).source_asset_id);
    console.log(
      `${times} ingests of one picture: ${Math.round(performance.now() - started)} ms, ${kept.length} raced to keep it`,
    );
    service.intercept({});
    expect(new Set(assets)).toEqual(new Set([expect.stringMatching(/^src_/)]));
    expect(new Set(kept).size).toBe(1);
    expect(await ingested(partner, room)).toBe(assets[0]);
  });

  test.runIf(isFullRun)("of two organizations are two assets", async () => {
    const [one, other] = [await service.newPartner(), await service.newPartner()];
    expect(await ingested(one, room)).not.toBe(await ingested(other, room));
  });

  test("brought as a panorama fail their job and leave the asset unchanged", async () => {
    const partner = await service.newPartner();
    const asset = await ingested(partner, room);
    const panorama: Parts = [
      ["file", room],
      ["workflow", "staging"],
      ["capture_type", "panorama360"],
      ["style_preset", "boho"],
    ];
    const { job_id } = await partner.sendOk("createGeneration", { body: new Form(panorama) });
    await expectEndedOnce(service, partner, job_id, {
      status: "failed",
      code: "image_dimensions_unsupported",
    });
    expect(await ingested(partner, room)).toBe(asset);
  });
});

/** A job once its model was asked so often, and the notification that its first attempt has timed out. */
async function askedJob(times: number, ...behaviours: Behaviour[]) {
  const partner = await service.newPartner();
  const { organizationId } = partner;
  service.model.behave(organizationId, ...behaviours);
  const jobId = await createJob(partner);
  const attempt = await attemptFor(organizationId, jobId);
  await until(async () => service.model.timesAsked(organizationId) === times);
  const failed = { failureReason: "Your invocation timed out" };
  return { partner, jobId, timedOut: notification({ organizationId, jobId, attempt }, failed) };
}

describe("a notification", () => {
  test("that arrives again, at once and later, changes nothing", async () => {
    const partner = await service.newPartner();
    const { organizationId } = partner;
    service.model.behave(organizationId, { kind: "slow", delay_ms: 300 });
    const jobId = await createJob(partner);
    const attempt = await attemptFor(organizationId, jobId);
    await expectEndedOnce(service, partner, jobId, { status: "succeeded" });
    const ended = await findGeneration(organizationId, jobId);
    const reference = { organizationId, jobId, attempt };
    const events = [
      notification(reference, { output: goodAnswer }),
      notification(reference, { failureReason: "Received server error (500) from primary" }),
      notification(reference, { failureReason: "Your invocation timed out" }),
      notification({ ...reference, attempt: "unknown" }, { output: goodAnswer }),
      notification({ ...reference, jobId: "job_unknown" }, { output: goodAnswer }),
    ];
    await Promise.all([...events, ...events].map((event) => service.invoke("CompleteInference", event)));
    await expectEndedOnce(service, partner, jobId, { status: "succeeded" });
    expect(await findGeneration(organizationId, jobId)).toEqual(ended);
  });

  test("that arrives ten times at once ends the waiting task once", async () => {
    const { partner, jobId, timedOut } = await askedJob(1, { kind: "timeout" });
    await Promise.all(Array.from({ length: 10 }, () => service.invoke("CompleteInference", timedOut)));
    await expectEndedOnce(service, partner, jobId, { status: "failed", code: "inference_timeout" });
    expect(service.model.timesAsked(partner.organizationId)).toBe(1);
  });

  test.runIf(isFullRun)("of an attempt that was given up does not end the next one", async () => {
    const behaviours: Behaviour[] = [{ kind: "http_500" }, { kind: "slow", delay_ms: 600 }];
    const { partner, jobId, timedOut } = await askedJob(2, ...behaviours);
    await service.invoke("CompleteInference", timedOut);
    await expectEndedOnce(service, partner, jobId, { status: "succeeded" });
  });
});

describe("the same configuration", () => {
  async function succeeded(partner: Partner, { job_id: id }: { job_id: string }) {
    expect((await endOfJob(partner, id)).status).toBe("succeeded");
    return partner.sendOk("getGeneration", { id });
  }
  const generate = async (partner: Partner, asset: string, changes: object = {}) =>
    succeeded(partner, await partner.sendOk("createGeneration", { body: proCapture(asset, changes) }));
  const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

  test("again gives the pictures made before, as cached, without an inference; a regeneration makes new ones", async () => {
    const partner = await service.newPartner();
    const asset = await ingested(partner, room);
    const first = await generate(partner, asset, { include_alternates: true });
    const again = await generate(partner, asset, { include_alternates: true, reference: "b" });
    expect(first.outputs).toMatchObject([
      { rank: 1, cached: false },
      { rank: 2, cached: false },
    ]);
    expect(again.outputs).toMatchObject([
      { rank: 1, is_primary: true, cached: true },
      { rank: 2, is_primary: false, cached: true },
    ]);
    expect(again.outputs[0].output_id).not.toBe(first.outputs[0].output_id);
    expect(await bytesOf(again.outputs[0].image_url)).toEqual(await bytesOf(first.outputs[0].image_url));
    expect(service.model.timesAsked(partner.organizationId)).toBe(1);
    const regenerated = await succeeded(
      partner,
      await partner.sendOk("regenerateGeneration", { id: again.job_id }),
    );
    expect(regenerated.outputs).toMatchObject([{ cached: false }, { cached: false }]);
    expect(service.model.timesAsked(partner.organizationId)).toBe(2);
  });

  test.runIf(isFullRun)("of another organization is not in the cache", async () => {
    for (const partner of [await service.newPartner(), await service.newPartner()]) {
      const job = await generate(partner, await ingested(partner, room));
      expect(job.outputs).toMatchObject([{ cached: false }]);
    }
  });

  test.runIf(isFullRun)("is made again if its picture was removed since", async () => {
    const partner = await service.newPartner();
    const asset = await ingested(partner, room);
    const first = await generate(partner, asset);
    const stored = await findGeneration(partner.organizationId, first.job_id);
    const Key = stored?.outputs[0]?.object_key;
    const Bucket = process.env.BUCKET_NAME;
    await new S3Client({ forcePathStyle: true }).send(new DeleteObjectCommand({ Bucket, Key }));
    const again = await generate(partner, asset);
    expect(again.outputs).toMatchObject([{ cached: false }]);
    expect((await fetch(again.outputs[0].image_url)).status).toBe(200);
    const third = await generate(partner, asset);
    expect(third.outputs).toMatchObject([{ cached: true }]);
  });
});
