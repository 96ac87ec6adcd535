import { StartExecutionCommand } from "@aws-sdk/client-sfn";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { ulid } from "ulid";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { failure } from "../../../lambdas/domain/failures.ts";
import { type IngestSource, newIngestJob } from "../../../lambdas/domain/source-asset/ingest.ts";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { handler as ingest } from "../../../lambdas/pipeline/ingest-source.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import {
  completeIngest,
  failIngest,
  findAsset,
  findIngest,
  markIngesting,
  putIngest,
} from "../../../lambdas/storage/source-asset/ingests.ts";
import { table, tableName, transact } from "../../../lambdas/storage/table.ts";
import { acceptJob, stored } from "../../support/accepted-job.ts";
import { startApi } from "../../support/api.ts";
import { Form } from "../../support/form.ts";
import type { Partner } from "../../support/partner.ts";
import { drawRoom } from "../../support/pictures.ts";

const api = await startApi();
let partner: Partner;
beforeEach(async () => {
  partner = await api.newPartner();
});
afterAll(() => api.stop());

const context = { awsRequestId: "task" } as Context;

describe("an ingest", () => {
  const asset = () => ({
    organization_id: partner.organizationId,
    source_asset_id: `src_${ulid()}`,
    content_hash: "hash",
    object_key: "sources/a.jpg",
    width: 640,
    height: 480,
    pose_heading: null,
    created_at: new Date().toISOString(),
  });

  /** A URL that no fetch is allowed to reach. */
  const blocked: IngestSource = { kind: "url", url: "http://169.254.169.254/" };

  async function newIngest(jobId: string | null, source: IngestSource = blocked) {
    const ingest_id = `src_${ulid()}`;
    const job = newIngestJob(
      {
        organization_id: partner.organizationId,
        ingest_id: ingest_id,
        job_id: jobId,
        capture_type: null,
        source,
      },
      new Date(),
    );
    await transact({ guards: {}, writes: [putIngest(job)] });
    return { organization_id: partner.organizationId, ingest_id };
  }
  type IngestReference = Awaited<ReturnType<typeof newIngest>>;
  const found = async ({ organization_id, ingest_id }: IngestReference) => {
    const job = await findIngest(organization_id, ingest_id);
    if (!job) throw new Error(`${ingest_id} is gone`);
    return job;
  };

  test("that fails starts the waiting generation, at every repeat, and that fails for the same reason", async () => {
    const reference = await acceptJob(partner, { source_url: "https://pictures.example.com/a.jpg" });
    const { ingest_id } = await stored(reference);
    const waiting = { organization_id: reference.organization_id, ingest_id: ingest_id ?? "" };
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.ingest(waiting.organization_id, waiting.ingest_id),
        UpdateExpression: "SET #source.#url = :blocked",
        ExpressionAttributeNames: { "#source": "source", "#url": "url" },
        ExpressionAttributeValues: { ":blocked": "http://169.254.169.254/" },
      }),
    );
    for (let time = 0; time < 2; time++) await ingest(waiting, context);
    const starts = api.started().filter(({ name }) => name === reference.job_id);
    expect(starts.map(({ input }) => JSON.parse(input ?? ""))).toEqual([reference, reference]);
    await expect(api.startInference(reference)).rejects.toMatchObject({ name: "ingest_failed" });
    await finish({ ...reference, error: { Error: "ingest_failed" } }, context);
    const failure = { code: "source_url_blocked", retryable: false };
    expect(await found(waiting)).toMatchObject({ status: "failed", failure });
    expect(await stored(reference)).toMatchObject({ status: "failed", failure });
  });

  test("says so if its generation could not be started, and starts it when repeated", async () => {
    const waiting = await newIngest(`job_${ulid()}`);
    api.stateMachines.resetHistory();
    api.stateMachines.on(StartExecutionCommand).rejectsOnce(new Error("Step Functions is down")).resolves({});
    await expect(ingest(waiting, context)).rejects.toThrow("Step Functions is down");
    const before = api.started().length;
    await ingest(waiting, context);
    expect(api.started()).toHaveLength(before + 1);
  });

  test("that no generation waits for fails without starting one", async () => {
    const alone = await newIngest(null);
    const before = api.started().length;
    for (let time = 0; time < 2; time++) await ingest(alone, context);
    expect(api.started()).toHaveLength(before);
    expect(await found(alone)).toMatchObject({ status: "failed", failure: { code: "source_url_blocked" } });
  });

  test("of an upload under whose URL nothing was put says so", async () => {
    const alone = await newIngest(null, { kind: "upload", object_key: "uploads/none" });
    await ingest(alone, context);
    expect(await found(alone)).toMatchObject({ status: "failed", failure: { code: "upload_missing" } });
  });

  test("that nobody knows is an error that names it", async () => {
    const unknown = { organization_id: partner.organizationId, ingest_id: `src_${ulid()}` };
    await expect(ingest(unknown, context)).rejects.toThrow(unknown.ingest_id);
  });

  test("that could not be worked on is failed as an internal error, unless it has ended", async () => {
    const alone = await newIngest(null);
    const error = { Error: "Runtime.ExitError", Cause: "exit status 137" };
    await ingest({ ...alone, error }, context);
    const failed = await found(alone);
    expect(failed).toMatchObject({ status: "failed", failure: { code: "internal_error", retryable: true } });
    await ingest({ ...alone, error }, context);
    expect(await found(alone)).toEqual(failed);
  });

  test.each(["new", "known"])(
    "of a picture that its generation cannot use keeps no asset of it: a %s picture",
    async (kind) => {
      const picture = await drawRoom({ width: 640, height: 480, seed: kind === "new" ? 11 : 12 })
        .jpeg()
        .toBuffer();
      const send = async (fields: Record<string, string>) => {
        const form = new Form([...Object.entries(fields), ["file", picture]]);
        return partner.sendOk("createGeneration", { body: form });
      };
      const ingestOf = async ({ job_id }: { job_id: string }) => {
        const { ingest_id } = await stored({ organization_id: partner.organizationId, job_id });
        const reference = { organization_id: partner.organizationId, ingest_id: ingest_id ?? "" };
        await ingest(reference, context);
        return found(reference);
      };
      const sources = () =>
        [...api.stored.keys()].filter((path) => path.includes(`/sources/${partner.organizationId}`));
      if (kind === "known") {
        const used = await ingestOf(await send({ workflow: "pro_capture", capture_type: "photo" }));
        expect(used.status).toBe("ready");
      }
      const before = sources();
      const refused = await ingestOf(await send({ workflow: "pro_capture", capture_type: "panorama360" }));
      expect(refused).toMatchObject({
        status: "failed",
        source_asset_id: null,
        failure: { code: "image_dimensions_unsupported" },
      });
      expect(sources()).toEqual(before);
    },
  );

  test("of bytes that another ingest has kept meanwhile gets the asset that was kept first", async () => {
    const [first, second] = [await newIngest(null), await newIngest(null)];
    for (const one of [first, second]) await markIngesting(await found(one), new Date());
    const kept = asset();
    const { source_asset_id } = kept;
    await completeIngest(await found(first), source_asset_id, new Date(), { newAsset: kept });
    const other = { ...kept, object_key: "sources/b.jpg" };
    await completeIngest(await found(second), source_asset_id, new Date(), { newAsset: other });
    for (const one of [first, second])
      expect(await found(one)).toMatchObject({ status: "ready", source_asset_id });
    expect(await findAsset(partner.organizationId, source_asset_id)).toEqual(kept);
  });

  test("that is begun by a late write stays as the first one left it", async () => {
    const alone = await newIngest(null);
    const queued = await found(alone);
    await markIngesting(queued, new Date());
    const begun = await found(alone);
    await markIngesting(queued, new Date(Date.now() + 60_000));
    expect(await found(alone)).toEqual(begun);
  });

  test("that is ready stays ready when a late failure or a late start arrives", async () => {
    const alone = await newIngest(null);
    const { source_asset_id } = asset();
    await markIngesting(await found(alone), new Date());
    const ready = await completeIngest(await found(alone), source_asset_id, new Date());
    expect(ready).toMatchObject({ status: "ready", source_asset_id, failure: null });
    await ingest({ ...alone, error: { Error: "late" } }, context);
    expect(await failIngest(ready, failure("internal_error", "late"), new Date())).toEqual(ready);
    await markIngesting(ready, new Date());
    expect(await found(alone)).toEqual(ready);
  });

  test("that becomes ready after its generation has ended leaves the generation unchanged", async () => {
    const reference = await acceptJob(partner, { source_url: "https://pictures.example.com/a.jpg" });
    const { ingest_id } = await stored(reference);
    const waiting = { organization_id: reference.organization_id, ingest_id: ingest_id ?? "" };
    await markIngesting(await found(waiting), new Date());
    await finish({ ...reference, error: { Error: "job_overdue" } }, context);
    const ended = await stored(reference);
    const { source_asset_id } = asset();
    await completeIngest(await found(waiting), source_asset_id, new Date());
    expect((await found(waiting)).status).toBe("ready");
    expect(await stored(reference)).toEqual(ended);
    expect(ended).toMatchObject({ status: "failed", source_asset_id: null });
  });
});
