import { afterAll, afterEach, describe, expect, test } from "vitest";
import { findGeneration } from "../../../lambdas/storage/generation/generations.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { Form } from "../../support/form.ts";
import { backdate } from "../../support/jobs.ts";
import { attemptFor, goodAnswer, notification } from "../../support/notification.ts";
import type { Partner } from "../../support/partner.ts";
import { drawRoom } from "../../support/pictures.ts";
import { until } from "../../support/until.ts";
import { expectEndedOnce } from "./ended-once.ts";
import { firstOf, startPipelineService, workers } from "./pipeline-service.ts";
import { endOfIngest, endOfJob } from "./progress.ts";
import type { AwsCall } from "./proxy.ts";

const room = await drawRoom({ width: 256, height: 256 }).jpeg().toBuffer();
const service = await startPipelineService();
afterEach(() => service.intercept({}));
afterAll(() => service.stop());

/** Accepts a job with its picture; its pipeline begins at once. */
async function createJob() {
  const partner = await service.newPartner();
  const fields: [string, string][] = [
    ["workflow", "pro_capture"],
    ["capture_type", "photo"],
  ];
  const { job_id } = await partner.sendOk("createGeneration", {
    body: new Form([["file", room], ...fields]),
  });
  return { partner, jobId: job_id as string };
}

type Moment = "before" | "after";

/**
 * Kills every worker at each call that is due, before it takes effect or after, and leaves it unanswered. Calls are
 * numbered from the start of the next execution.
 */
function interrupt(moment: Moment, isDue: (what: string, nth: number) => boolean) {
  const numbers = new Map<AwsCall, number>();
  let hasBegun = false;
  let deaths = 0;
  const dieAt = async (call: AwsCall) => {
    const nth = numbers.get(call);
    if (nth === undefined || !isDue(call.what, nth)) return;
    deaths += 1;
    await service.kill(workers);
    throw new Error("the caller was killed");
  };
  service.intercept({
    before: (call) => {
      if (hasBegun) numbers.set(call, numbers.size);
      hasBegun ||= call.what === "StartExecution";
      return moment === "before" ? dieAt(call) : undefined;
    },
    after: (call) => (moment === "after" ? dieAt(call) : undefined),
  });
  return { deaths: () => deaths, calls: () => numbers.size };
}

const moments: [string, Moment, RegExp][] = [
  ["as the ingest has kept the picture", "after", /^PUT .*\/sources\//],
  ["as the model is asked", "after", /async-invocations$/],
  ["as the job is finished", "after", /^TransactWriteItems .*#JOB#/],
  ["between two outputs", "before", /^PUT .*\/outputs\//],
  ["as the ingest ends", "after", /^TransactWriteItems .*#INGEST#/],
  ["as the job is marked running", "after", /^UpdateItem .*#JOB#/],
  ["before the task gets the model's answer", "before", /^SendTaskSuccess/],
  ["as the task gets the model's answer", "after", /^SendTaskSuccess/],
  ["before the job is finished", "before", /^TransactWriteItems .*#JOB#/],
  ["before the job's end is announced", "before", /^PutEvents/],
  ["as the job's end is announced", "after", /^PutEvents/],
  ["before the ingest starts the generation", "before", /^StartExecution/],
];

describe("a worker that is killed", () => {
  test.each(moments)("%s does not keep the job from ending, once", async (_, moment, pattern) => {
    const { deaths } = interrupt(moment, firstOf(pattern));
    const { partner, jobId } = await createJob();
    await expectEndedOnce(service, partner, jobId, { status: "succeeded" });
    expect(deaths()).toBe(1);
  });

  test("at any call of the pipeline does not keep the job from ending, once", async () => {
    const { calls } = interrupt("before", () => false);
    const first = await createJob();
    await endOfJob(first.partner, first.jobId);
    const count = calls();
    for (const moment of ["before", "after"] as const)
      for (let nth = 0; nth < count; nth++) {
        const { deaths } = interrupt(moment, (_, number) => number === nth);
        const { partner, jobId } = await createJob();
        await expectEndedOnce(service, partner, jobId, { status: "succeeded" });
        expect(deaths()).toBe(1);
      }
    console.log(`killed before and after each of ${count} calls: ${2 * count} jobs ended once`);
  }, 600_000);
});

const failed = { status: "failed", code: "internal_error" } as const;

/** Lets the job's deadline pass and sweeps. */
async function sweepAfterDeadline({ organizationId }: Partner, jobId: string): Promise<unknown> {
  await backdate(keys.generation(organizationId, jobId), jobId, 60);
  return service.invoke("Sweep", {});
}

const isIn = async (status: string, { organizationId }: Partner, jobId: string) =>
  (await findGeneration(organizationId, jobId))?.status === status;

describe("a worker that dies every time", () => {
  const works: [string, RegExp][] = [
    ["asks the model", /async-invocations$/],
    ["ingests", /^GET .*\/uploads\//],
    ["looks for approved outputs", /^GetItem .*#APPROVED#/],
    ["approves", /^PUT .*\/outputs\//],
  ];
  test.each(works)("while it %s fails its job soon, once", async (_, pattern) => {
    interrupt("before", (what) => pattern.test(what));
    const { partner, jobId } = await createJob();
    await expectEndedOnce(service, partner, jobId, failed);
  });

  test("while it finishes leaves its job to the first sweep after the deadline", async () => {
    const { deaths } = interrupt("before", (what) => /^TransactWriteItems .*#JOB#/.test(what));
    const { partner, jobId } = await createJob();
    await until(async () => deaths() === 9);
    service.intercept({});
    expect(await isIn("running", partner, jobId)).toBe(true);
    await sweepAfterDeadline(partner, jobId);
    await expectEndedOnce(service, partner, jobId, failed);
  });

  test("while it passes on the model's answer leaves its job to the first sweep after the deadline; the answer comes too late", async () => {
    const { deaths } = interrupt("before", (what) => what.startsWith("SendTask"));
    const { partner, jobId } = await createJob();
    await until(async () => deaths() === 3);
    service.intercept({});
    await sweepAfterDeadline(partner, jobId);
    await expectEndedOnce(service, partner, jobId, failed);
    const { organizationId } = partner;
    const attempt = await attemptFor(organizationId, jobId);
    await service.invoke(
      "CompleteInference",
      notification({ organizationId, jobId, attempt }, { output: goodAnswer }),
    );
    await until(async () => service.logged(jobId).some(({ error }) => error?.name === "job_ended"));
    await expectEndedOnce(service, partner, jobId, failed);
  });

  test("while it ingests a source asset fails the ingest", async () => {
    interrupt("before", (what) => /^GET .*\/uploads\//.test(what));
    const partner = await service.newPartner();
    const { ingest_id } = await partner.sendOk("createSourceAsset", { body: new Form([["file", room]]) });
    const ingest = await endOfIngest(partner, ingest_id);
    expect(ingest).toMatchObject({ status: "failed", failure: { code: "internal_error", retryable: true } });
  });
});
