import { Metrics } from "@aws-lambda-powertools/metrics";
import type { Context } from "aws-lambda";
import { afterAll, expect, test, vi } from "vitest";
import { failureCodes } from "../../../lambdas/domain/failures.ts";
import { handler as deliver } from "../../../lambdas/pipeline/deliver-webhook.ts";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { handler as sweep } from "../../../lambdas/pipeline/sweep.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { acceptJob, type Reference } from "../../support/accepted-job.ts";
import { startApi } from "../../support/api.ts";
import { backdate } from "../../support/jobs.ts";
import { startReceiver } from "../../support/receiver.ts";
import { definitionOf, runMachine } from "../../support/run-machine.ts";

const api = await startApi();
vi.stubEnv("ALLOW_LOCAL_NETWORK", "true");
const metric = vi.spyOn(Metrics.prototype, "addMetric");
const receiver = await startReceiver((response) => response.writeHead(410).end());
afterAll(async () => {
  vi.unstubAllEnvs();
  metric.mockRestore();
  await Promise.all([receiver.close(), api.stop()]);
});

const context = { awsRequestId: "task" } as Context;

/** Every way in which a job and its webhook can fail: what is counted, and the states of the webhook's machine. */
async function allThatFails(sandbox: boolean) {
  metric.mockClear();
  const partner = await api.newPartner({ sandbox, default_webhook_url: receiver.url });
  const newJob = async () => acceptJob(partner, { source_asset_id: await partner.addAsset() });
  let last: Reference | undefined;
  for (const code of [...Object.keys(failureCodes), "a fault"]) {
    last = await newJob();
    await finish({ ...last, error: { Error: code } }, context);
  }
  const stuck = await newJob();
  await backdate(keys.generation(stuck.organization_id, stuck.job_id), stuck.job_id, 70);
  await sweep({}, context);
  const { states } = await runMachine(
    definitionOf("webhook-delivery.asl.json"),
    { type: "generation.failed", organization_id: partner.organizationId, job_id: last?.job_id ?? "" },
    {
      "Deliver the webhook": (payload) => deliver(payload, context),
      "Keep in the dead-letter queue": () => null,
    },
  );
  return { counted: new Set(metric.mock.calls.map(([name]) => name)), states };
}

test("whatever fails in a sandbox counts in no alarm and leaves no dead letter", async () => {
  const { counted, states } = await allThatFails(true);
  expect([...counted]).toEqual([]);
  expect(states).toEqual(["Deliver the webhook"]);
});

test("the same of a partner counts, and leaves one", async () => {
  const { counted, states } = await allThatFails(false);
  expect([...counted].sort()).toEqual(["JobFailed", "JobStuck", "WebhookEndpointDisabled", "WebhookFailed"]);
  expect(states).toEqual(["Deliver the webhook", "Keep in the dead-letter queue"]);
});
