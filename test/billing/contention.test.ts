import { ulid } from "ulid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newOrganization } from "../../bin/admin/new-organization.ts";
import { billingPeriod } from "../../lambdas/domain/billing-period.ts";
import { newGeneration } from "../../lambdas/domain/generation.ts";
import { createGeneration } from "../../lambdas/storage/creates.ts";
import { finishGeneration } from "../../lambdas/storage/finish.ts";
import { findGeneration, markRunning } from "../../lambdas/storage/generations.ts";
import { createOrganization } from "../../lambdas/storage/organizations.ts";
import { findUsage } from "../../lambdas/storage/usage.ts";
import { contend } from "../support/contention.ts";
import { startTable, type TestTable } from "../support/table.ts";

const jobs = 50;

let testTable: TestTable;
beforeAll(async () => {
  testTable = await startTable();
});
afterAll(() => testTable.stop());

test("50 jobs of one organization that finish at once all finish, priced as if one after the other", async () => {
  const plan = { name: "plan", included_units: 20, unit_price_micro_usd: 250_000, overage_allowed: true };
  const organization = { ...newOrganization("Partner", null, new Date()), plan };
  await createOrganization(organization);
  const running = [];
  for (let number = 0; number < jobs; number++) running.push(await runningJob(organization.organization_id));

  const contention = contend();
  const started = performance.now();
  const finishing = running.map((job) =>
    finishGeneration({ job, organization, result: { status: "succeeded", outputs: [] }, now: new Date() }),
  );
  const ended = await Promise.all(finishing);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${jobs} jobs ended in ${seconds} s with`, contention);

  expect(ended.every(({ status }) => status === "succeeded")).toBe(true);
  expect(contention.conflicts).toBeGreaterThan(jobs);
  const usage = await findUsage(
    organization.organization_id,
    billingPeriod(organization.anchors, new Date()),
  );
  expect(usage).toMatchObject({
    totals: { consumed: jobs, jobs_succeeded: jobs, amount_micro_usd: (jobs - 20) * 250_000 },
    jobsInFlight: 0,
  });
});

async function runningJob(organizationId: string) {
  const now = new Date();
  const job = newGeneration({
    organizationId,
    jobId: `job_${ulid()}`,
    parentJobId: null,
    ingestId: null,
    sourceAssetId: "src_P0",
    configuration: {
      workflow: "pro_capture",
      capture_type: "photo",
      mode: null,
      room_types: [],
      style_preset: null,
    },
    includeAlternates: false,
    reference: null,
    metadata: null,
    webhookUrl: null,
    reservedPeriod: null,
    now,
  });
  const claim = { organizationId, route: "POST", idempotencyKey: job.job_id, requestHash: "" };
  await createGeneration({ claim, response: "", job, ingest: null, cap: jobs, reservation: null, now });
  await markRunning(job, "cfg_1", now);
  const stored = await findGeneration(organizationId, job.job_id);
  if (!stored) throw new Error("The job is not stored.");
  return stored;
}
