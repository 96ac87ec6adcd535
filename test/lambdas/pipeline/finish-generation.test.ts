import { Metrics } from "@aws-lambda-powertools/metrics";
import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { handler as approve } from "../../../lambdas/pipeline/approve-candidates.ts";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { markRunning } from "../../../lambdas/storage/generation/generations.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { table, tableName } from "../../../lambdas/storage/table.ts";
import { acceptJob, outputOf, type Reference, stored } from "../../support/accepted-job.ts";
import { startApi } from "../../support/api.ts";
import { backdate } from "../../support/jobs.ts";
import { goodAnswer } from "../../support/notification.ts";
import type { Partner } from "../../support/partner.ts";
import { storedItem } from "../../support/table.ts";

const api = await startApi();
let partner: Partner;
beforeEach(async () => {
  partner = await api.newPartner();
  process.env.MODEL_VERSION = "model-1";
});
afterAll(() => api.stop());

const context = { awsRequestId: "task" } as Context;

test.each(["succeeded", "failed"])("a job that has %s is not worked on again", async (status) => {
  const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
  await api.startInference(reference);
  const read = await stored(reference);
  const end =
    status === "succeeded" ? { outputs: [outputOf("a")] } : { error: { Error: "inference_failed" } };
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
    const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
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
    const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
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
    const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
    await backdate(keys.generation(reference.organization_id, reference.job_id), reference.job_id, 1);
    await api.startInference(reference);
    expect(seconds("TimeInQueue")).toEqual([expect.closeTo(0, -1.2)]);
    await api.startInference(reference);
    await finish({ ...reference, outputs: [outputOf("a")] }, context);
    expect(names()).toEqual(["TimeInQueue", "JobSucceeded", "JobDuration"]);
    expect(seconds("JobDuration")).toEqual([expect.closeTo(60, -1.2)]);
  });

  test("is by which code it failed", async () => {
    const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
    await finish({ ...reference, error: { Error: "inference_failed" } }, context);
    expect([names(), dimensions.mock.calls]).toEqual([["JobFailed"], [["code", "inference_failed"]]]);
  });

  test("is that it was answered from the cache", async () => {
    const source_asset_id = await partner.addAsset();
    const first = await acceptJob(partner, { source_asset_id });
    await api.startInference(first);
    await finish({ ...first, outputs: [outputOf("a")] }, context);
    await api.startInference(await acceptJob(partner, { source_asset_id }));
    expect(names().filter((name) => name === "CacheHit")).toHaveLength(1);
  });

  test("is nothing if it is a sandbox's", async () => {
    partner = await api.newPartner({ sandbox: true });
    const source_asset_id = await partner.addAsset();
    for (const end of [{ outputs: [outputOf("a")] }, { error: { Error: "inference_failed" } }]) {
      const reference = await acceptJob(partner, { source_asset_id });
      await api.startInference(reference);
      await finish({ ...reference, ...end }, context);
    }
    expect(names()).toEqual([]);
  });
});

describe("a job ends", () => {
  const endOf = async (end: object, reference?: Reference) => {
    const job = reference ?? (await acceptJob(partner, { source_asset_id: await partner.addAsset() }));
    await finish({ ...job, ...end } as never, context);
    const { status, failure } = await stored(job);
    return { status, code: failure?.code, message: failure?.message };
  };

  test("as failed if its pictures come with an error, or with neither", async () => {
    const outputs = [outputOf("a")];
    expect(await endOf({ outputs, error: { Error: "inference_timeout" } })).toMatchObject({
      status: "failed",
      code: "inference_timeout",
    });
    expect(await endOf({})).toMatchObject({ status: "failed", code: "internal_error" });
  });

  test("as a sandbox chose, if its first task ended it for that and not for another reason", async () => {
    partner = await api.newPartner({ sandbox: true });
    const source_asset_id = await partner.addAsset();
    const accept = () => acceptJob(partner, { source_asset_id, reference: "sandbox:source_too_large" });
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
    const reference = await acceptJob(partner, { source_asset_id: await partner.addAsset() });
    await expect(finish({ ...reference, job_id: "job_gone" }, context)).rejects.toThrow("There is no job");
    await table.send(
      new DeleteCommand({ TableName: tableName(), Key: keys.organization(partner.organizationId) }),
    );
    await expect(finish(reference, context)).rejects.toThrow("There is no organization");
  });
});
