import { Metrics } from "@aws-lambda-powertools/metrics";
import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { ExecutionAlreadyExists, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { ulid } from "ulid";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { failure } from "../../../lambdas/domain/failures.ts";
import { type Generation, outputIdOf } from "../../../lambdas/domain/generation/generation.ts";
import { type IngestJob, newIngestJob } from "../../../lambdas/domain/source-asset/ingest.ts";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { handler } from "../../../lambdas/pipeline/sweep.ts";
import { generationItem } from "../../../lambdas/storage/generation/generations.ts";
import { scheduleNextSweep } from "../../../lambdas/storage/generation/sweeping.ts";
import { keys, openIndex } from "../../../lambdas/storage/keys.ts";
import { objectKeys } from "../../../lambdas/storage/object-keys.ts";
import {
  completeIngest,
  failIngest,
  findIngest,
  markIngesting,
  noteStoring,
  putIngest,
} from "../../../lambdas/storage/source-asset/ingests.ts";
import { table, tableName, transact } from "../../../lambdas/storage/table.ts";
import { startApi } from "../../support/api.ts";
import { isFullRun } from "../../support/full-run.ts";
import { backdate } from "../../support/jobs.ts";
import { newJob } from "../../support/new-job.ts";
import { proCapture } from "../../support/requests.ts";
import { storedItem } from "../../support/table.ts";

const metric = vi.spyOn(Metrics.prototype, "addMetric");
/** What was counted since it was last asked, in order. */
const counted = () => metric.mock.calls.splice(0).map(([name]) => name);

const api = await startApi();
beforeEach(() => {
  api.stateMachines.resetHistory();
  api.stateMachines.on(StartExecutionCommand).resolves({});
});
afterAll(() => api.stop());

const organizationId = `org_${ulid()}`;
const sweep = () => handler({}, { awsRequestId: "sweep" } as Context);
const nothing = { start: 0, wait: 0, fail: 0, announce: 0, clear: 0, close: 0, leave: 0, error: 0 };
const started = () => api.started().map(({ name, input }) => ({ name, input: JSON.parse(input ?? "") }));

/** Puts a job on the sweeper's list, as if it had been created so many minutes ago. */
async function listJob(minutes: number, changes: Partial<Generation> = {}): Promise<Generation> {
  const created_at = new Date(Date.now() - minutes * 60_000).toISOString();
  const job = newJob(organizationId, { created_at, ...changes });
  const due = openIndex.attributes(job.job_id, new Date(Date.parse(job.created_at) + 60_000));
  await table.send(new PutCommand({ TableName: tableName(), Item: { ...generationItem(job), ...due } }));
  return job;
}

async function listIngest(minutes: number, jobId: string | null = null): Promise<IngestJob> {
  const ingest = newIngestJob(
    {
      organization_id: organizationId,
      ingest_id: `src_${ulid()}`,
      job_id: jobId,
      capture_type: null,
      source: { kind: "url", url: "https://pictures.example.com/a.jpg" },
    },
    new Date(Date.now() - minutes * 60_000),
  );
  await transact({ guards: {}, writes: [putIngest(ingest)] });
  return ingest;
}

const put = (Item: object) => table.send(new PutCommand({ TableName: tableName(), Item: { ...Item } }));
const assetOf = (source_asset_id: string) => ({
  organization_id: organizationId,
  source_asset_id,
  content_hash: source_asset_id,
  object_key: objectKeys.source(organizationId, source_asset_id),
  ...{ width: 640, height: 480, pose_heading: null, created_at: new Date().toISOString() },
});

/** A bucket that holds these keys until they are deleted. */
function storeOf(all: string[], modified: Record<string, Date> = {}) {
  const held = new Set(all);
  const made = new Date();
  const client = mockClient(S3Client);
  client.on(ListObjectsV2Command).callsFake(({ Prefix }) => ({
    Contents: [...held]
      .filter((key) => key.startsWith(Prefix))
      .map((Key) => ({ Key, LastModified: modified[Key] ?? made })),
  }));
  client.on(DeleteObjectsCommand).callsFake(({ Delete }) => {
    for (const { Key } of Delete.Objects) held.delete(Key);
    return {};
  });
  return { keys: held, stop: () => client.restore() };
}

/** Takes a job off the list, as finishing it does. */
const unlist = ({ job_id }: Generation) =>
  table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.generation(organizationId, job_id),
      UpdateExpression: "REMOVE gsi1pk, gsi1sk",
    }),
  );

describe("a job", () => {
  test("is due a minute after it is accepted, at its deadline once it runs, and a minute after its end", async () => {
    const partner = await api.newPartner();
    const source_asset_id = await partner.addAsset();
    const { job_id, created_at } = await partner.sendOk("createGeneration", {
      body: proCapture(source_asset_id),
    });
    const reference = { organization_id: partner.organizationId, job_id };
    const minutesUntilDue = async (since: string) => {
      const stored = await storedItem(keys.generation(partner.organizationId, job_id));
      return (Date.parse(String(stored?.gsi1sk).split("#")[0] ?? "") - Date.parse(since)) / 60_000;
    };
    expect(await minutesUntilDue(created_at)).toBe(1);
    await api.startInference(reference);
    expect(await minutesUntilDue(created_at)).toBe(60);
    api.bus.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries: [] });
    const error = { Error: "inference_failed", Cause: "It failed." };
    await expect(finish({ ...reference, error }, { awsRequestId: "task" } as Context)).rejects.toThrow();
    api.bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [] });
    const { completed_at } = await partner.sendOk("getGeneration", { id: job_id });
    expect(await minutesUntilDue(completed_at)).toBe(1);
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.generation(partner.organizationId, job_id),
        UpdateExpression: "REMOVE gsi1pk, gsi1sk",
      }),
    );
  });

  test("that never started is started once it is a minute old, under its own name, and then left until its deadline", async () => {
    const job = await listJob(0.5);
    expect(await sweep()).toEqual(nothing);
    await backdate(keys.generation(organizationId, job.job_id), job.job_id, 2);
    expect(await sweep()).toEqual({ ...nothing, start: 1 });
    expect(started()).toEqual([
      { name: job.job_id, input: { organization_id: organizationId, job_id: job.job_id } },
    ]);
    expect(await sweep()).toEqual(nothing);
    await unlist(job);
  });

  test.each(["ready", "failed"] as const)(
    "that waits for its ingest is swept every minute, and started if the ingest is %s and did not start it",
    async (end) => {
      const ingest = await listIngest(2, `job_${ulid()}`);
      const job = await listJob(2, {
        job_id: ingest.job_id ?? "",
        ingest_id: ingest.ingest_id,
        status: "ingesting",
        source_asset_id: null,
      });
      const aMinuteLater = () => backdate(keys.generation(organizationId, job.job_id), job.job_id, 3);
      expect(await sweep()).toEqual({ ...nothing, start: 1, wait: 1 });
      expect(started()).toMatchObject([{ name: ingest.ingest_id }]);
      expect(await sweep()).toEqual(nothing);
      await markIngesting(ingest, new Date());
      await aMinuteLater();
      expect(await sweep()).toEqual({ ...nothing, wait: 1 });

      if (end === "ready") await completeIngest(ingest, `src_${ulid()}`, new Date());
      else await failIngest(ingest, failure("invalid_image", "It is broken."), new Date());
      api.stateMachines.resetHistory();
      await aMinuteLater();
      expect(await sweep()).toEqual({ ...nothing, start: 1 });
      expect(started()).toMatchObject([{ name: job.job_id }]);
      expect(await sweep()).toEqual(nothing);
      await unlist(job);
    },
  );

  test("that runs already is not started twice", async () => {
    api.stateMachines
      .on(StartExecutionCommand)
      .rejects(new ExecutionAlreadyExists({ $metadata: {}, message: "It runs." }));
    const job = await listJob(2);
    expect(await sweep()).toEqual({ ...nothing, start: 1 });
    expect(await sweep()).toEqual(nothing);
    await unlist(job);
  });

  test("that has changed or left the list since it was read keeps its own time", async () => {
    const job = await listJob(2);
    const key = keys.generation(organizationId, job.job_id);
    const schedule = (status: Generation["status"]) =>
      scheduleNextSweep(
        key,
        { kind: "generation", job: { ...job, status }, ingest: null, announced: false },
        new Date(),
      );
    const due = async () => {
      return (await storedItem(key))?.gsi1sk;
    };
    const before = await due();
    await schedule("running");
    expect(await due()).toBe(before);
    await unlist(job);
    await schedule("queued");
    expect(await due()).toBeUndefined();
  });

  test.each(["ingesting", "queued", "running"] as const)(
    "that is %s at its deadline is failed by a separate execution, again until it has ended",
    async (status) => {
      const job = await listJob(61, { status });
      for (let time = 0; time < 2; time++) {
        api.stateMachines.resetHistory();
        counted();
        expect(await sweep()).toEqual({ ...nothing, fail: 1 });
        expect(counted()).toEqual(["JobStuck"]);
        expect(started()).toMatchObject([
          {
            name: expect.stringMatching(new RegExp(`^${job.job_id}-overdue-\\d{4}-\\d\\d-\\d\\dT\\d\\d$`)),
            input: { organization_id: organizationId, job_id: job.job_id },
          },
        ]);
        await expect(api.startInference(job)).rejects.toMatchObject({ name: "job_overdue" });
      }
      await unlist(job);
      expect(await sweep()).toEqual(nothing);
    },
  );

  test.each(["succeeded", "failed"] as const)(
    "that has %s and is still listed was not announced, and is",
    async (status) => {
      const job = await listJob(61, { status, completed_at: new Date().toISOString() });
      api.bus.resetHistory();
      expect(await sweep()).toEqual({ ...nothing, announce: 1 });
      expect(started()).toEqual([]);
      const [{ args } = { args: [] }, ...more] = api.bus.commandCalls(PutEventsCommand);
      expect(args[0]?.input.Entries).toMatchObject([{ DetailType: `generation.${status}` }]);
      expect([more, args[0]?.input.Entries?.[0]?.Detail?.includes(job.job_id)]).toEqual([[], true]);
      expect(await sweep()).toEqual(nothing);
    },
  );

  test("that failed after it ran loses the pictures that it stored, a quarter of an hour later, and nothing else", async () => {
    const job = await listJob(5, {
      status: "failed",
      config_fingerprint: "cfg_1",
      disclosure: "label_and_page",
    });
    const { job_id } = job;
    const left = [
      objectKeys.output(organizationId, job_id, outputIdOf(job_id, 1)),
      objectKeys.preview(organizationId, outputIdOf(job_id, 1), "original"),
      objectKeys.preview(organizationId, outputIdOf(job_id, 1), "altered"),
    ];
    const others = [
      objectKeys.output(organizationId, `job_${ulid()}`, outputIdOf(job_id, 1)),
      objectKeys.preview(organizationId, "out_1", "altered"),
    ];
    const bucket = storeOf([...left, ...others]);
    expect(await sweep()).toEqual({ ...nothing, announce: 1 });
    expect(await sweep(), "too early: a picture may be on its way").toEqual(nothing);
    expect(bucket.keys).toEqual(new Set([...left, ...others]));
    const key = keys.generation(organizationId, job_id);
    const due = (await storedItem(key))?.gsi1sk;
    expect(due).toBe(`${new Date(Date.parse(job.updated_at) + 15 * 60_000).toISOString()}#${job_id}`);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 });
    expect(await sweep()).toEqual({ ...nothing, clear: 1 });
    vi.useRealTimers();
    expect(bucket.keys).toEqual(new Set(others));
    expect(await storedItem(key)).not.toHaveProperty("gsi1pk");
    bucket.stop();
  });
});

describe("an ingest", () => {
  test("loses the pictures of assets that it did not keep, a quarter of an hour later, but no asset's and no new one", async () => {
    const ingest = await listIngest(5);
    await markIngesting(ingest, new Date());
    const [orphan, kept, renewed, final] = ["a", "b", "c", "d"].map((name) => `src_${name}${ulid()}`) as [
      string,
      string,
      string,
      string,
    ];
    let noted = ingest;
    for (const id of [orphan, kept, renewed, final]) noted = await noteStoring(noted, id);
    await put({ ...keys.asset(organizationId, kept), ...assetOf(kept) });
    const keyOf = (id: string) => objectKeys.source(organizationId, id);
    const bucket = storeOf([orphan, kept, renewed, final].map(keyOf), {
      [keyOf(renewed)]: new Date(Date.now() + 12 * 60_000),
    });
    await completeIngest(noted, final, new Date(), { newAsset: assetOf(final) });
    expect(await sweep(), "too early: a picture may be on its way").toEqual(nothing);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 });
    expect(await sweep()).toEqual({ ...nothing, clear: 1 });
    vi.useRealTimers();
    expect(bucket.keys).toEqual(new Set([kept, renewed, final].map(keyOf)));
    expect(await storedItem(keys.ingest(organizationId, ingest.ingest_id))).not.toHaveProperty("gsi1pk");
    expect(await sweep()).toEqual(nothing);
    bucket.stop();
  });

  test("that never started is started under its own name, and failed at its deadline", async () => {
    const { ingest_id } = await listIngest(2);
    expect(await sweep()).toEqual({ ...nothing, start: 1 });
    expect(started()).toEqual([{ name: ingest_id, input: { organization_id: organizationId, ingest_id } }]);
    expect(await sweep()).toEqual(nothing);
    await backdate(keys.ingest(organizationId, ingest_id), ingest_id, 15);
    api.stateMachines.resetHistory();
    expect(await sweep()).toEqual({ ...nothing, fail: 1 });
    expect(started(), "no generation waits for it").toEqual([]);
    expect(await findIngest(organizationId, ingest_id)).toMatchObject({
      status: "failed",
      failure: { code: "internal_error", retryable: true },
      source_asset_id: null,
      completed_at: expect.any(String),
    });
    expect(await sweep()).toEqual(nothing);
  });

  test("that is failed at its deadline starts the waiting generation, so that it ends", async () => {
    const job_id = `job_${ulid()}`;
    const { ingest_id } = await listIngest(16, job_id);
    expect(await sweep()).toEqual({ ...nothing, fail: 1 });
    expect(await findIngest(organizationId, ingest_id)).toMatchObject({ status: "failed" });
    expect(started()).toEqual([{ name: job_id, input: { organization_id: organizationId, job_id } }]);
  });
});

test("what is gone since it was listed is left, and wakes nobody", async () => {
  const job = await listJob(2);
  table.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const answer = await next(request);
        const Key = keys.generation(organizationId, job.job_id);
        if (commandName === "QueryCommand" && JSON.stringify(answer.output).includes(job.job_id))
          await table.send(new DeleteCommand({ TableName: tableName(), Key }));
        return answer;
      },
    { step: "initialize", name: "meanwhile" },
  );
  counted();
  expect(await sweep()).toEqual({ ...nothing, leave: 1 });
  table.middlewareStack.remove("meanwhile");
  expect(counted()).toEqual([]);
});

describe("of many", () => {
  // `npm run test:long -- pipeline` has a thousand.
  const others = isFullRun ? 1000 : 60;

  test("one that cannot be read and one that cannot be started do not keep the others waiting", {
    timeout: 90_000,
  }, async () => {
    const broken = await listJob(30);
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.generation(organizationId, broken.job_id),
        UpdateExpression: "REMOVE created_at",
      }),
    );
    const unlucky = await listJob(30);
    api.stateMachines
      .on(StartExecutionCommand, { name: unlucky.job_id }, false)
      .rejectsOnce(new Error("Step Functions is down"))
      .resolves({});
    const jobs = await Promise.all(Array.from({ length: others }, () => listJob(2)));
    const begun = performance.now();
    counted();
    expect(await sweep()).toEqual({ ...nothing, start: others, error: 2 });
    expect(counted()).toEqual(["SweepFailed", "SweepFailed"]);
    console.log(`${others + 2} due items swept in ${Math.round(performance.now() - begun)} ms`);
    const names = new Set(started().map(({ name }) => name));
    expect(jobs.filter(({ job_id }) => !names.has(job_id))).toEqual([]);
    expect(await sweep()).toEqual({ ...nothing, start: 1, error: 1 });
    await unlist(broken);
  });
});
