import { Metrics } from "@aws-lambda-powertools/metrics";
import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { HeadObjectCommand, NotFound, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SendTaskSuccessCommand, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { ulid } from "ulid";
import * as v from "valibot";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { failure } from "../../lambdas/domain/failures.ts";
import { pageOf } from "../../lambdas/domain/generation/disclosure.ts";
import { configFingerprint } from "../../lambdas/domain/generation/fingerprint.ts";
import {
  configurationOf,
  type Generation,
  type StoredOutput,
} from "../../lambdas/domain/generation/generation.ts";
import { attemptSeconds } from "../../lambdas/domain/generation/inference.ts";
import { type IngestSource, newIngestJob } from "../../lambdas/domain/source-asset/ingest.ts";
import { handler as approve } from "../../lambdas/pipeline/approve-candidates.ts";
import { handler as finish } from "../../lambdas/pipeline/finish-generation.ts";
import { handler as ingest } from "../../lambdas/pipeline/ingest-source.ts";
import { handler as start } from "../../lambdas/pipeline/start-inference.ts";
import { findApproved, rememberApproved } from "../../lambdas/storage/generation/approved-cache.ts";
import { setDisclosureRevoked } from "../../lambdas/storage/generation/disclosures.ts";
import { findGeneration, markRunning } from "../../lambdas/storage/generation/generations.ts";
import { keys } from "../../lambdas/storage/keys.ts";
import {
  completeIngest,
  failIngest,
  findAsset,
  findIngest,
  markIngesting,
  putIngest,
} from "../../lambdas/storage/source-asset/ingests.ts";
import { listUnder, table, tableName, transact } from "../../lambdas/storage/table.ts";
import { startApi } from "../support/api.ts";
import { newPageId, publish } from "../support/disclosures.ts";
import { Form } from "../support/form.ts";
import { backdate } from "../support/jobs.ts";
import { goodAnswer } from "../support/notification.ts";
import type { Partner } from "../support/partner.ts";
import { drawRoom } from "../support/pictures.ts";
import { storedItem } from "../support/table.ts";

const api = await startApi();
let partner: Partner;
beforeEach(async () => {
  partner = await api.newPartner();
  process.env.MODEL_VERSION = "model-1";
});
afterAll(() => api.stop());

const context = { awsRequestId: "task" } as Context;

/** The reference to a new job by which its state machine names it. */
async function acceptJob(body: object) {
  const reply = await partner.send("createGeneration", {
    body: { workflow: "pro_capture", capture_type: "photo", ...body },
  });
  const job_id: string = reply.body.job_id;
  return { organization_id: partner.organizationId, job_id };
}
type Reference = Awaited<ReturnType<typeof acceptJob>>;

const stored = async ({ organization_id, job_id }: Reference): Promise<Generation> => {
  const job = await findGeneration(organization_id, job_id);
  if (!job) throw new Error(`${job_id} is gone`);
  return job;
};

const output = (id: string) => ({
  output_id: `out_${id}`,
  rank: 1,
  is_primary: true,
  object_key: `outputs/${id}.jpg`,
  cached: false,
  created_at: new Date().toISOString(),
});

test.each(["succeeded", "failed"])("a job that has %s is not worked on again", async (status) => {
  const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
  await api.startInference(reference);
  const read = await stored(reference);
  const end = status === "succeeded" ? { outputs: [output("a")] } : { error: { Error: "inference_failed" } };
  await finish({ ...reference, ...end }, context);
  const ended = await stored(reference);
  expect(ended.status).toBe(status);
  for (const task of [
    () => api.startInference(reference),
    () => approve({ ...reference, ...goodAnswer, attempt: "1" }, context),
  ])
    await expect(task()).rejects.toMatchObject({ name: "job_ended" });
  await finish({ ...reference, error: { Error: "late" } }, context);
  expect(await markRunning(read, "cfg_late", new Date()), "by a task that read it before").toBe(false);
  expect(await stored(reference)).toEqual(ended);
});

test("a job that ends while its work begins is not worked on", async () => {
  const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
  const asked = api.timesAsked();
  let ended = false;
  table.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        if (commandName === "UpdateItemCommand" && !ended) {
          ended = true;
          await finish({ ...reference, error: { Error: "job_overdue" } }, context);
        }
        return next(request);
      },
    { step: "initialize", name: "meanwhile" },
  );
  await expect(api.startInference(reference)).rejects.toMatchObject({ name: "job_ended" });
  table.middlewareStack.remove("meanwhile");
  expect([ended, api.timesAsked()]).toEqual([true, asked]);
});

test("a job whose source asset is gone is not worked on, and the error names both", async () => {
  const source_asset_id = await partner.addAsset();
  const reference = await acceptJob({ source_asset_id });
  const Key = keys.asset(reference.organization_id, source_asset_id);
  await table.send(new DeleteCommand({ TableName: tableName(), Key }));
  const error = `Source asset ${source_asset_id} of job ${reference.job_id} is gone.`;
  await expect(api.startInference(reference)).rejects.toThrow(error);
});

test("a start that is repeated or late leaves the job as the first one left it", async () => {
  const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
  const queued = await stored(reference);
  await api.startInference(reference);
  const running = await stored(reference);
  const later = new Date(Date.now() + 60_000);
  expect(await markRunning(queued, "cfg_late", later)).toBe(true);
  expect(await markRunning(running, "cfg_late", later)).toBe(true);
  expect(await stored(reference)).toEqual(running);
});

describe("the end of a job", () => {
  const announced = ({ job_id }: Reference) =>
    api.bus
      .commandCalls(PutEventsCommand)
      .flatMap(({ args }) => args[0].input.Entries ?? [])
      .filter(({ Detail }) => Detail?.includes(job_id));

  /** Whether the job is on the sweeper's list. */
  const isListed = async ({ organization_id, job_id }: Reference) => {
    const Key = keys.generation(organization_id, job_id);
    return (await storedItem(Key))?.gsi1pk !== undefined;
  };

  test("is announced on the bus, and again by every repeat, as it was", async () => {
    const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
    for (let time = 0; time < 2; time++)
      await finish({ ...reference, error: { Error: "inference_failed" } }, context);
    const type = "generation.failed";
    const entry = { EventBusName: "completions", Source: "image-staging-api", DetailType: type };
    expect(announced(reference)).toEqual(
      Array(2).fill({ ...entry, Detail: JSON.stringify({ type, ...reference }) }),
    );
  });

  test.each([
    ["refuses the event", { FailedEntryCount: 1 }],
    ["cannot be reached", new Error("EventBridge is down")],
  ])("is kept if the bus %s, and announced by the next try", async (_, answer) => {
    const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
    api.bus.resetHistory();
    const first = api.bus.on(PutEventsCommand);
    const then = answer instanceof Error ? first.rejectsOnce(answer) : first.resolvesOnce(answer);
    then.resolves({ FailedEntryCount: 0 });
    const end = { ...reference, error: { Error: "inference_failed" } };
    await expect(finish(end, context)).rejects.toThrow();
    const ended = await stored(reference);
    expect(ended.status).toBe("failed");
    expect(await isListed(reference)).toBe(true);
    await finish(end, context);
    expect(await stored(reference)).toEqual(ended);
    expect(announced(reference)).toHaveLength(2);
    expect(await isListed(reference)).toBe(false);
  });
});

describe("what operators measure of a job", () => {
  const measured = vi.spyOn(Metrics.prototype, "addMetric");
  const dimensions = vi.spyOn(Metrics.prototype, "addDimension");
  beforeEach(() => vi.clearAllMocks());
  const seconds = (name: string) =>
    measured.mock.calls.filter(([metric]) => metric === name).map(([, , value]) => value);
  const names = () => measured.mock.calls.map(([name]) => name);

  test("is its time in the queue, once, and if it succeeds how long it took", async () => {
    const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
    await backdate(keys.generation(reference.organization_id, reference.job_id), reference.job_id, 1);
    await api.startInference(reference);
    expect(seconds("TimeInQueue")).toEqual([expect.closeTo(0, -1.2)]);
    await api.startInference(reference);
    await finish({ ...reference, outputs: [output("a")] }, context);
    expect(names()).toEqual(["TimeInQueue", "JobSucceeded", "JobDuration"]);
    expect(seconds("JobDuration")).toEqual([expect.closeTo(60, -1.2)]);
  });

  test("is by which code it failed", async () => {
    const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
    await finish({ ...reference, error: { Error: "inference_failed" } }, context);
    expect([names(), dimensions.mock.calls]).toEqual([["JobFailed"], [["code", "inference_failed"]]]);
  });

  test("is that it was answered from the cache", async () => {
    const source_asset_id = await partner.addAsset();
    const first = await acceptJob({ source_asset_id });
    await api.startInference(first);
    await finish({ ...first, outputs: [output("a")] }, context);
    await api.startInference(await acceptJob({ source_asset_id }));
    expect(names().filter((name) => name === "CacheHit")).toHaveLength(1);
  });

  test("is nothing if it is a sandbox's", async () => {
    partner = await api.newPartner({ sandbox: true });
    const source_asset_id = await partner.addAsset();
    for (const end of [{ outputs: [output("a")] }, { error: { Error: "inference_failed" } }]) {
      const reference = await acceptJob({ source_asset_id });
      await api.startInference(reference);
      await finish({ ...reference, ...end }, context);
    }
    expect(names()).toEqual([]);
  });
});

describe("a job ends", () => {
  const endOf = async (end: object, reference?: Reference) => {
    const job = reference ?? (await acceptJob({ source_asset_id: await partner.addAsset() }));
    await finish({ ...job, ...end } as never, context);
    const { status, failure } = await stored(job);
    return { status, code: failure?.code, message: failure?.message };
  };

  test("as failed if its pictures come with an error, or with neither", async () => {
    const outputs = [output("a")];
    expect(await endOf({ outputs, error: { Error: "inference_timeout" } })).toMatchObject({
      status: "failed",
      code: "inference_timeout",
    });
    expect(await endOf({})).toMatchObject({ status: "failed", code: "internal_error" });
  });

  test("as a sandbox chose, if its first task ended it for that and not for another reason", async () => {
    partner = await api.newPartner({ sandbox: true });
    const source_asset_id = await partner.addAsset();
    const accept = () => acceptJob({ source_asset_id, reference: "sandbox:source_too_large" });
    const first = await accept();
    await expect(api.startInference(first)).rejects.toMatchObject({ name: "failure_simulated" });
    const message = "Simulated, because the reference is sandbox:source_too_large.";
    expect(await endOf({ error: { Error: "failure_simulated" } }, first)).toMatchObject({
      code: "source_too_large",
      message,
    });
    expect(await endOf({ error: { Error: "job_overdue" } }, await accept())).toMatchObject({
      status: "failed",
      code: "internal_error",
    });
  });

  test("not at all if it, or its organization, is unknown", async () => {
    const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
    await expect(finish({ ...reference, job_id: "job_gone" }, context)).rejects.toThrow("There is no job");
    await table.send(
      new DeleteCommand({ TableName: tableName(), Key: keys.organization(partner.organizationId) }),
    );
    await expect(finish(reference, context)).rejects.toThrow("There is no organization");
  });
});

describe("candidates that are suspected of drift", () => {
  const attempt = "01J9ZK3V7Q";
  const candidates = [{ candidate_id: "c1", score: 0.9, safe: true, mask: false }];
  const rejected = { Error: "candidates_suspected" };
  const answered_at = "2026-11-22T09:00:00.000Z";
  const suspected = { rejected, attempt, candidates, answered_at };
  const pendingOf = ({ organization_id, job_id }: Reference) =>
    listUnder(
      v.object({ rejections: v.number(), suspected: v.optional(v.unknown()) }),
      keys.inference(organization_id, job_id, ""),
    );
  const ask = (reference: Reference, previous: object) =>
    start({ ...reference, task_token: "again", previous } as never, context);

  test("are kept while the model is asked for better ones, and rejected ones are not", async () => {
    const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
    const kept = { attempt, candidates };
    for (const [previous, expected] of [
      [suspected, { ...kept, answered_at }],
      [{ ...suspected, answered_at: undefined }, kept],
      [{ ...suspected, rejected: { Error: "candidates_rejected" } }, undefined],
      [{ rejected, candidates }, undefined],
      [{ rejected, attempt }, undefined],
    ] as const) {
      const known = (await pendingOf(reference)).length;
      await ask(reference, { ...previous, rejections: 1 });
      const pending = await pendingOf(reference);
      expect(pending).toHaveLength(known + 1);
      expect(pending.at(-1)).toEqual({ rejections: 2, ...(expected && { suspected: expected }) });
    }
  });

  test("stand if it is too late to ask again; of rejected ones none is approved then", async () => {
    const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
    await api.startInference(reference);
    await backdate(keys.generation(reference.organization_id, reference.job_id), reference.job_id, 21);
    await ask(reference, suspected);
    const [answer] = api.stateMachines.commandCalls(SendTaskSuccessCommand, { taskToken: "again" });
    expect(JSON.parse(answer?.args[0].input.output ?? "")).toEqual({
      ...reference,
      rejections: 1,
      attempt,
      candidates,
      answered_at,
    });
    const late = ask(reference, { ...suspected, rejected: { Error: "candidates_rejected" } });
    await expect(late).rejects.toMatchObject({
      name: "no_approved_output",
      message: expect.stringMatching(/^No picture passed approval\. /),
    });
  });
});

describe("the approved cache", () => {
  test("keeps what a job was given by the model, and not again what it was given by the cache", async () => {
    const source_asset_id = await partner.addAsset();
    const first = await acceptJob({ source_asset_id });
    await api.startInference(first);
    const { config_fingerprint } = await stored(first);
    const kept = async () => findApproved(await stored(first), config_fingerprint ?? "", "model-1");
    await finish({ ...first, outputs: [{ ...output("cached"), cached: true }] }, context);
    expect(await kept()).toBeNull();
    const second = await acceptJob({ source_asset_id });
    expect(await api.startInference(second)).toBeNull();
    await finish({ ...second, outputs: [output("made")] }, context);
    expect(await kept()).toMatchObject([{ output_id: "out_made" }]);
    const { body } = await partner.send("regenerateGeneration", { id: second.job_id, body: {} });
    expect(await api.startInference({ ...second, job_id: body.job_id })).toBeNull();
  });

  test("is missed by another version of the model and hit by the one that it was filled by", async () => {
    const source_asset_id = await partner.addAsset();
    const first = await acceptJob({ source_asset_id });
    expect(await api.startInference(first)).toBeNull();
    const { content_hash = "" } = (await findAsset(partner.organizationId, source_asset_id)) ?? {};
    const job = await stored(first);
    const fingerprint = configFingerprint(
      partner.organizationId,
      content_hash,
      configurationOf(job),
      job.disclosure,
    );
    expect(job.config_fingerprint).toBe(fingerprint);
    await rememberApproved(job, fingerprint, "model-1", [output("kept")]);

    process.env.MODEL_VERSION = "model-2";
    const second = await acceptJob({ source_asset_id });
    expect(await api.startInference(second)).toBeNull();
    process.env.MODEL_VERSION = "model-1";
    const third = await acceptJob({ source_asset_id });
    const outputs = await api.startInference(third);
    expect(outputs).toMatchObject([{ object_key: "outputs/kept.jpg", cached: true }]);
    const approved = { ...third, outputs };
    expect(await approve(approved, context)).toEqual(approved);
    expect((await stored(third)).status).toBe("running");
  });

  test("gives out no picture from before the stage signed, and gives out signed ones", async () => {
    const source_asset_id = await partner.addAsset();
    const first = await acceptJob({ source_asset_id });
    await api.startInference(first);
    const job = await stored(first);
    const remember = (outputs: StoredOutput[]) =>
      rememberApproved(job, job.config_fingerprint ?? "", "model-1", outputs);
    const again = async () => api.startInference(await acceptJob({ source_asset_id }));
    await remember([output("kept")]);
    expect(await again()).toMatchObject([{ cached: true }]);
    vi.stubEnv("OUTPUTS_ARE_SIGNED", "true");
    expect(await again()).toBeNull();
    await remember([{ ...output("kept"), signed: true }]);
    expect(await again()).toMatchObject([{ cached: true, signed: true }]);
    vi.unstubAllEnvs();
  });

  test("gives out no picture if an operator has removed one of the job, or revoked its page", async () => {
    const source_asset_id = await partner.addAsset();
    const accept = () => acceptJob({ source_asset_id, include_alternates: true });
    const first = await accept();
    await api.startInference(first);
    const job = await stored(first);
    const alternate = { ...output("alternate"), rank: 2, is_primary: false, disclosure_id: newPageId() };
    const pictures = { original_key: "previews/a.jpg", altered_key: "previews/b.jpg" };
    const page = pageOf(job, alternate, pictures);
    if (page) await publish(page);
    const approved = [output("kept"), alternate];
    await rememberApproved(job, job.config_fingerprint ?? "", "model-1", approved);
    const again = async () => (await api.startInference(await accept()))?.length;

    expect(await again()).toBe(2);
    await setDisclosureRevoked(alternate.disclosure_id, new Date());
    expect(await again()).toBeUndefined();
    await setDisclosureRevoked(alternate.disclosure_id, null);
    expect(await again()).toBe(2);
    const bucket = mockClient(S3Client).on(HeadObjectCommand).resolves({});
    bucket.on(PutObjectCommand).resolves({});
    const gone = new NotFound({ message: "", $metadata: {} });
    bucket.on(HeadObjectCommand, { Key: alternate.object_key }).rejects(gone);
    expect(await again()).toBeUndefined();
    bucket.restore();
  });

  test("keeps nothing of a job that had failed before its pictures came", async () => {
    const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
    await api.startInference(reference);
    await finish({ ...reference, error: { Error: "job_overdue" } }, context);
    await finish({ ...reference, outputs: [output("late")] }, context);
    const job = await stored(reference);
    expect(job.status).toBe("failed");
    expect(await findApproved(job, job.config_fingerprint ?? "", "model-1")).toBeNull();
  });
});

describe("a model", () => {
  test("is not asked for a job that is too old for an answer in time, and only a repeat counts as its timeout", async () => {
    const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
    await backdate(keys.generation(reference.organization_id, reference.job_id), reference.job_id, 21);
    const before = api.timesAsked();
    await expect(api.startInference(reference)).rejects.toMatchObject({ name: "job_overdue" });
    await expect(api.startInference(reference)).rejects.toMatchObject({ name: "inference_timeout" });
    expect(api.timesAsked()).toBe(before);
  });

  test("is given the picture, and where to put each candidate and its mask, for as long as it may take", async () => {
    const source_asset_id = await partner.addAsset();
    const { job_id } = await acceptJob({ source_asset_id, include_alternates: true });
    await api.startInference({ organization_id: partner.organizationId, job_id });
    const [request = ""] = [...api.stored].flatMap(([path, body]) =>
      path.endsWith(`request.json`) && path.includes(job_id) ? [body.toString()] : [],
    );
    const { source, candidates } = JSON.parse(request);
    expect(source).toMatchObject({ width: 1024, height: 512, content_type: "image/jpeg" });
    expect(new URL(source.url).searchParams.get("X-Amz-Expires")).toBe(String(attemptSeconds.both));
    for (const [index, { candidate_id, url, content_type, mask }] of candidates.entries()) {
      expect([candidate_id, content_type, mask.content_type]).toEqual([
        `c${index + 1}`,
        "image/jpeg",
        "image/png",
      ]);
      for (const [target, name] of [
        [url, `${candidate_id}.jpg`],
        [mask.url, `${candidate_id}-mask.png`],
      ]) {
        const { pathname, searchParams } = new URL(target);
        expect(pathname.endsWith(`/${name}`)).toBe(true);
        expect(searchParams.get("X-Amz-Expires")).toBe(String(attemptSeconds.both));
        expect(searchParams.get("X-Amz-SignedHeaders")).toContain("content-type");
      }
    }
    expect(candidates.length).toBeGreaterThan(1);
  });

  test("is asked with another seed and under other keys at every attempt", async () => {
    const reference = await acceptJob({ source_asset_id: await partner.addAsset() });
    for (let attempt = 0; attempt < 2; attempt++) await api.startInference(reference);
    const requests = [...api.stored]
      .filter(([path]) => path.includes(`${reference.job_id}/`))
      .map(([, body]) => JSON.parse(body.toString()));
    expect(new Set(requests.map(({ seed }) => seed)).size).toBe(2);
    expect(new Set(requests.map(({ inference_id }) => inference_id)).size).toBe(2);
    expect(requests.map(({ candidates }) => candidates.length)).toEqual([1, 1]);
    const { organization_id, job_id } = reference;
    const pending = await listUnder(
      v.object({ expires_at: v.number() }),
      keys.inference(organization_id, job_id, ""),
    );
    const hours = pending.map(({ expires_at }) => Math.round((expires_at * 1000 - Date.now()) / 3_600_000));
    expect(hours, "kept so long").toEqual([24, 24]);
  });
});

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
    const reference = await acceptJob({ source_url: "https://pictures.example.com/a.jpg" });
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
    await completeIngest(await found(first), source_asset_id, new Date(), kept);
    const other = { ...kept, object_key: "sources/b.jpg" };
    await completeIngest(await found(second), source_asset_id, new Date(), other);
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
    const reference = await acceptJob({ source_url: "https://pictures.example.com/a.jpg" });
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
