import { DescribeExecutionCommand, SFNClient } from "@aws-sdk/client-sfn";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { findIngest } from "../../../lambdas/storage/source-asset/ingests.ts";
import { Form } from "../../support/form.ts";
import { drawRoom } from "../../support/pictures.ts";
import { until } from "../../support/until.ts";
import { expectEndedOnce } from "./ended-once.ts";
import { firstOf, startPipelineService } from "./pipeline-service.ts";
import { endOfJob } from "./progress.ts";
import type { AwsCall } from "./proxy.ts";

const room = await drawRoom({ width: 256, height: 256 }).jpeg().toBuffer();
const service = await startPipelineService();
afterEach(() => service.intercept({}));
afterAll(() => service.stop());

const states = new SFNClient();
/** The executions that the functions have started since the last job was accepted. */
let started: string[] = [];
const noteStart = ({ what, body }: AwsCall) => {
  if (what !== "StartExecution") return;
  const { stateMachineArn, name } = JSON.parse(body.toString());
  started.push(`${stateMachineArn.replace(":stateMachine:", ":execution:")}:${name}`);
};

/** Waits until every execution has ended, and expects that none has failed. */
async function expectAllSucceeded(): Promise<void> {
  const statuses = () =>
    Promise.all(
      started.map(async (executionArn) => {
        const { status } = await states.send(new DescribeExecutionCommand({ executionArn }));
        return status;
      }),
    );
  await until(async () => !(await statuses()).includes("RUNNING"));
  expect(new Set(await statuses())).toEqual(new Set(["SUCCEEDED"]));
}

type Moment = "before" | "after";

/**
 * Accepts a job with its picture, and cancels it before or after one call of its pipeline: `isDue` gets the call and its
 * number from the start of the ingest. The pipeline waits for the answer to the cancel, and then continues.
 */
async function cancelAt(moment: Moment, isDue: (what: string, nth: number) => boolean) {
  const partner = await service.newPartner();
  const numbers = new Map<AwsCall, number>();
  let hasBegun = false;
  let hasCancelled = false;
  started = [];
  let answered: (id: string) => void = () => {};
  const accepted = new Promise<string>((resolve) => {
    answered = resolve;
  });
  const cancel = async (call: AwsCall) => {
    const nth = numbers.get(call);
    if (hasCancelled || nth === undefined || !isDue(call.what, nth)) return;
    hasCancelled = true;
    await partner.sendOk("cancelGeneration", { id: await accepted });
  };
  service.intercept({
    before: async (call) => {
      if (hasBegun) numbers.set(call, numbers.size);
      hasBegun ||= call.what === "StartExecution";
      noteStart(call);
      if (moment === "before") await cancel(call);
    },
    after: async (call) => {
      if (moment === "after") await cancel(call);
    },
  });
  const fields: [string, string][] = [
    ["workflow", "pro_capture"],
    ["capture_type", "photo"],
  ];
  const body = new Form([["file", room], ...fields]);
  const { job_id: jobId } = await partner.sendOk("createGeneration", { body });
  answered(jobId);
  return { partner, jobId, cancelled: () => hasCancelled, calls: () => [...numbers.keys()] };
}

const cancelledEnd = { status: "failed", code: "cancelled" } as const;
type Cancelled = Awaited<ReturnType<typeof cancelAt>>;

/** Expects that the job ended once, as cancelled or, if its pipeline was first, as succeeded, and that all is at rest. */
async function expectOneEnd({ partner, jobId, cancelled }: Cancelled): Promise<string> {
  const job = await endOfJob(partner, jobId);
  const end = job.status === "failed" ? cancelledEnd : ({ status: "succeeded" } as const);
  await expectEndedOnce(service, partner, jobId, end);
  await until(async () => cancelled());
  await expectAllSucceeded();
  const ingest = await findIngest(partner.organizationId, job.ingest_id ?? "");
  expect(ingest).toMatchObject({ status: "ready", failure: null });
  await expectEndedOnce(service, partner, jobId, end);
  return job.failure?.code ?? job.status;
}

describe("a cancel", () => {
  // @contract added.30
  test.each<[string, Moment, RegExp, string]>([
    ["while the picture is ingested", "before", /^PUT .*\/sources\//, "cancelled"],
    ["as the model is asked", "after", /async-invocations$/, "cancelled"],
    ["while the outputs are stored", "before", /^PUT .*\/outputs\//, "cancelled"],
    ["just before the job is finished", "before", /^TransactWriteItems .*#JOB#/, "cancelled"],
    ["just after the job is finished", "after", /^TransactWriteItems .*#JOB#/, "succeeded"],
  ])("%s ends the job once, or changes nothing", async (_what, moment, pattern, end) => {
    expect(await expectOneEnd(await cancelAt(moment, firstOf(pattern)))).toBe(end);
  });

  // @contract added.34
  test("while the model works ends the execution at once; its answer comes too late", async () => {
    const partner = await service.newPartner();
    service.model.behave(partner.organizationId, { kind: "timeout" });
    const body = new Form([
      ["file", room],
      ["workflow", "pro_capture"],
      ["capture_type", "photo"],
    ]);
    started = [];
    service.intercept({ before: noteStart });
    const { job_id } = await partner.sendOk("createGeneration", { body });
    await until(async () => service.model.timesAsked(partner.organizationId) === 1);
    await partner.sendOk("cancelGeneration", { id: job_id });
    await expectAllSucceeded();
    await expectEndedOnce(service, partner, job_id, cancelledEnd);
  });

  // @contract added.30
  test("before or after any call of the pipeline ends the job once, or changes nothing", async () => {
    const first = await cancelAt("before", () => false);
    await endOfJob(first.partner, first.jobId);
    await expectAllSucceeded();
    const count = first.calls().length;
    const ends: Record<string, number> = {};
    for (const moment of ["before", "after"] as const)
      for (let nth = 0; nth < count; nth++) {
        const end = await expectOneEnd(await cancelAt(moment, (_what, number) => number === nth));
        ends[end] = (ends[end] ?? 0) + 1;
      }
    console.log(`cancelled before and after each of ${count} calls: ended once as`, ends);
  }, 900_000);
});
