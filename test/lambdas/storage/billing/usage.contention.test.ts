import { ulid } from "ulid";
import { afterAll, expect, test } from "vitest";
import { adjustment } from "../../../../lambdas/domain/billing/adjustment.ts";
import { billingPeriod } from "../../../../lambdas/domain/billing/period.ts";
import type { Generation } from "../../../../lambdas/domain/generation/generation.ts";
import { recordAdjustment } from "../../../../lambdas/storage/billing/adjustments.ts";
import { findUsage } from "../../../../lambdas/storage/billing/usage.ts";
import { createGeneration, type UnitReservation } from "../../../../lambdas/storage/generation/create.ts";
import { finishGeneration } from "../../../../lambdas/storage/generation/finish.ts";
import { findGeneration, markRunning } from "../../../../lambdas/storage/generation/generations.ts";
import { crowdOf } from "../../../support/full-run.ts";
import { newJob } from "../../../support/new-job.ts";
import { addOrganization } from "../../../support/partner.ts";
import { startTable } from "../../../support/table.ts";
import { injectContention } from "../../../support/transactions.ts";

const jobs = crowdOf(50);
const creates = crowdOf(100);

const testTable = await startTable();
afterAll(() => testTable.stop());

test(`${jobs} jobs of one organization that finish at once all finish, priced as if one after the other`, async () => {
  const plan = { name: "plan", included_units: 5, unit_price_micro_usd: 250_000, overage_allowed: true };
  const { organization } = await addOrganization({ plan });
  const running = [];
  for (let number = 0; number < jobs; number++) running.push(await runningJob(organization.organization_id));

  const contention = injectContention();
  const started = performance.now();
  const finishing = running.map((job) =>
    finishGeneration({ job, organization, result: { status: "succeeded", outputs: [] }, now: new Date() }),
  );
  const ended = await Promise.all(finishing);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${jobs} jobs ended in ${seconds} s with`, contention);

  expect(ended.every(({ job: { status } }) => status === "succeeded")).toBe(true);
  expect(contention.conflicts).toBeGreaterThan(jobs);
  const usage = await findUsage(
    organization.organization_id,
    billingPeriod(organization.anchors, new Date()),
  );
  expect(usage).toMatchObject({
    totals: { consumed: jobs, jobs_succeeded: jobs, amount_micro_usd: (jobs - 5) * 250_000 },
    jobsInFlight: 0,
  });
});

test(`of ${creates} creates at once with one unit left, contended, one is accepted and none ends in an error`, async () => {
  const organizationId = `org_${ulid()}`;
  const reservation = { periodStart: "2026-03-01T00:00:00.000Z", units: 1, price: null };
  const contention = injectContention();
  const creating = Array.from({ length: creates }, () => create(newJob(organizationId), reservation));
  const outcomes = await Promise.all(creating);
  console.log(`${creates} creates with`, contention);
  expect(outcomes.filter((outcome) => outcome === "created")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "allowance_used_up")).toHaveLength(creates - 1);
  expect(contention.conflicts).toBeGreaterThan(0);
});

test("an adjustment that is recorded twice at once is booked once, and both answer with it", async () => {
  const { organization } = await addOrganization();
  const job = newJob(organization.organization_id, { config_fingerprint: "cfg_1" });
  const now = new Date();
  const recorded = adjustment(job, {
    amountMicroUsd: -100_000,
    reference: "T-1",
    reason: null,
    periodStart: null,
    occurredAt: now,
  });
  const twice = [recordAdjustment(organization, recorded), recordAdjustment(organization, recorded)];
  expect(await Promise.all(twice)).toEqual([recorded, recorded]);
  const { totals } = await findUsage(organization.organization_id, billingPeriod(organization.anchors, now));
  expect(totals.amount_micro_usd).toBe(-100_000);
});

const create = (job: Generation, reservation: UnitReservation | null) => {
  const { organization_id: organizationId, job_id: idempotencyKey } = job;
  const claim = { organizationId, route: "POST", idempotencyKey, requestHash: "" };
  return createGeneration({
    claim,
    response: "",
    job,
    ingest: null,
    cap: 1000,
    reservation,
    now: new Date(),
  });
};

async function runningJob(organizationId: string): Promise<Generation> {
  const job = newJob(organizationId);
  await create(job, null);
  await markRunning(job, "cfg_1", new Date());
  const stored = await findGeneration(organizationId, job.job_id);
  if (!stored) throw new Error("The job is not stored.");
  return stored;
}
