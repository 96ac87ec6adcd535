import { InvokeEndpointAsyncCommand, SageMakerRuntimeClient } from "@aws-sdk/client-sagemaker-runtime";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, describe, expect, test } from "vitest";
import { failure } from "../../../../lambdas/domain/failures.ts";
import { attemptSeconds } from "../../../../lambdas/domain/generation/inference.ts";
import type { Organization } from "../../../../lambdas/domain/organization/organization.ts";
import { invokeModel } from "../../../../lambdas/orchestration/inferences.ts";
import { findPeriodUsage } from "../../../../lambdas/storage/billing/plans.ts";
import { findUsage } from "../../../../lambdas/storage/billing/usage.ts";
import { finishGeneration, type JobResult } from "../../../../lambdas/storage/generation/finish.ts";
import { generationItem } from "../../../../lambdas/storage/generation/generations.ts";
import { startApi } from "../../../support/api.ts";
import { newJob } from "../../../support/new-job.ts";
import { refurnish } from "../../../support/requests.ts";
import { day, march, put, putMarch, sinceJanuary } from "../../../support/since-january.ts";
import { transactionsOf } from "../../../support/transactions.ts";

const api = await startApi();
afterAll(() => api.stop());

const created_at = day("03-05").toISOString();
const output = { rank: 1, is_primary: true, object_key: "outputs/a.jpg", cached: false, created_at };
const succeeded: JobResult = { status: "succeeded", outputs: [{ ...output, output_id: "out_1" }] };
const failed: JobResult = { status: "failed", failure: failure("inference_failed", "It failed.") };

describe("the end of a job", () => {
  /** A running job, and what ends it in March. */
  async function runningJob(organization: Organization) {
    const { organization_id } = organization;
    const config_fingerprint = "cfg_1";
    const job = newJob(organization_id, { status: "running", config_fingerprint, created_at });
    await put(generationItem(job));
    return (result: JobResult) => finishGeneration({ job, organization, result, now: day("03-10") });
  }

  test("is one transaction, and its repetition one that changes nothing", async () => {
    for (const result of [succeeded, failed]) {
      const end = await runningJob(await sinceJanuary());
      let [first, second]: object[] = [];
      expect(await transactionsOf(async () => (first = await end(result)))).toBe(1);
      expect(await transactionsOf(async () => (second = await end(failed)))).toBe(1);
      expect(first).toMatchObject({ job: { outputs: [], failure: null, ...result } });
      expect(second).toEqual(first);
    }
  });

  test("keeps the plan in force with its billing period if it succeeded", async () => {
    for (const [result, plans] of [
      [succeeded, [{ from: day("03-01").toISOString(), plan: expect.objectContaining({ name: "first" }) }]],
      [failed, []],
    ] as const) {
      const organization = await sinceJanuary();
      await (await runningJob(organization))(result);
      const usage = await findUsage(organization.organization_id, march(organization));
      expect(usage.plans).toEqual(plans);
      expect((await findPeriodUsage(organization, march(organization), day("03-11"))).recorded).toBe(true);
    }
  });

  test("is tried six times if the totals that price it change each time, and then fails", async () => {
    const organization = await sinceJanuary();
    const includedUnits = organization.plan?.included_units ?? 0;
    const end = await runningJob(organization);
    const changing = (number: number) => putMarch(organization, { committed: includedUnits * (number % 2) });
    const trying = transactionsOf(
      () => expect(end(succeeded)).rejects.toThrow("could not be ended"),
      changing,
    );
    expect(await trying).toBe(6);
    expect((await end(succeeded)).job.status).toBe("succeeded");
  });
});

test("a create is answered 500 if its transaction fails, other than for contention", async () => {
  const partner = await api.newPartner();
  const body = refurnish(await partner.addAsset());
  const creating = async () => expect((await partner.send("createGeneration", { body })).status).toBe(500);
  const sent = await transactionsOf(creating, () => {
    throw new Error("The table does not answer.");
  });
  expect(sent).toBe(1);
});

test("the model is asked with the limits of an attempt, and under its name", async () => {
  const model = mockClient(SageMakerRuntimeClient);
  model.on(InvokeEndpointAsyncCommand).resolves({});
  const attempt = { organization_id: "org_1", job_id: "job_1", attempt: "att_1" };
  await invokeModel(attempt, { request: {}, model: "staging", fault: null });
  expect(model.commandCalls(InvokeEndpointAsyncCommand).map(({ args }) => args[0].input)).toEqual([
    {
      EndpointName: "model",
      InputLocation: expect.stringMatching(/^s3:\/\/pictures\/inference\/org_1\/job_1\/att_1/),
      ContentType: "application/json",
      Accept: "application/json",
      InferenceId: "att_1",
      InvocationTimeoutSeconds: attemptSeconds.working,
      RequestTTLSeconds: attemptSeconds.waiting,
    },
  ]);
  model.restore();
});
