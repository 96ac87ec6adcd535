import { expect } from "vitest";
import { findUsage } from "../../../lambdas/storage/billing/usage.ts";
import type { Partner } from "../../support/partner.ts";
import { until } from "../../support/until.ts";
import type { PipelineService } from "./pipeline-service.ts";
import { endOfJob } from "./progress.ts";

type Expected = { status: "succeeded" } | { status: "failed"; code: string };

/**
 * Waits for the end of an organization's only job and expects that it ended this way, once: one ledger event if it
 * succeeded and none if it failed, one job in the totals, no slot taken, one webhook.
 */
export async function expectEndedOnce(
  service: PipelineService,
  partner: Partner,
  jobId: string,
  expected: Expected,
): Promise<void> {
  const job = await endOfJob(partner, jobId);
  expect([job.status, job.failure?.code]).toEqual([
    expected.status,
    expected.status === "failed" ? expected.code : undefined,
  ]);
  await until(async () => service.webhooksOf(jobId).length > 0);
  const [{ items }, { jobs }, usage] = await Promise.all([
    partner.sendOk("listBillingEvents"),
    partner.sendOk("getUsageSummary"),
    findUsage(partner.organizationId, { start: new Date(), end: new Date() }),
  ]);
  const succeeded = expected.status === "succeeded" ? 1 : 0;
  expect(items).toHaveLength(succeeded);
  expect(jobs).toMatchObject({ total: 1, succeeded, failed: 1 - succeeded });
  expect(job.outputs).toHaveLength(succeeded);
  expect(usage.jobsInFlight).toBe(0);
  expect(service.webhooksOf(jobId)).toHaveLength(1);
}
