import { afterAll, describe, expect, test } from "vitest";
import { adjustment } from "../../../../lambdas/domain/billing/adjustment.ts";
import { type LedgerEvent, ledgerEvent } from "../../../../lambdas/domain/billing/ledger.ts";
import type { Organization } from "../../../../lambdas/domain/organization/organization.ts";
import { recordAdjustment } from "../../../../lambdas/storage/billing/adjustments.ts";
import { appendToLedger } from "../../../../lambdas/storage/billing/ledger.ts";
import { type LedgerFilters, listLedger } from "../../../../lambdas/storage/billing/ledger-pages.ts";
import { transact } from "../../../../lambdas/storage/table.ts";
import { succeededJob } from "../../../support/jobs.ts";
import { day, sinceJanuary } from "../../../support/since-january.ts";
import { startTable } from "../../../support/table.ts";

const database = await startTable();
afterAll(() => database.stop());

describe("the events of one job", () => {
  const filters = { from: null, to: null, usageType: null };
  const page = (organizationId: string, jobId: string, { after = null, limit = 9, ...given }: Given) =>
    listLedger(organizationId, { ...filters, ...given, jobId }, { after, limit });
  type Given = Partial<LedgerFilters> & { after?: string | null; limit?: number };

  /** A job that was charged on the first of March, and adjusted on the three days that follow. */
  async function adjustedJob(organization: Organization) {
    const { organization_id } = organization;
    const { job } = await succeededJob(organization_id, {
      config_fingerprint: "cfg_1",
      completed_at: day("03-01").toISOString(),
    });
    const charge = ledgerEvent(job, {
      occurred_at: day("03-01").toISOString(),
      usage_type: "generation",
      billable: true,
      unit_price_micro_usd: 5,
      amount_micro_usd: 5,
    });
    await transact({ guards: {}, writes: [appendToLedger(organization_id, charge)] });
    for (const number of [2, 3, 4])
      await recordAdjustment(
        organization,
        adjustment(job, {
          amountMicroUsd: -1,
          reference: `T ${number}`,
          reason: null,
          periodStart: null,
          occurredAt: day(`03-0${number}`),
        }),
      );
    return job.job_id;
  }
  const days = (events: LedgerEvent[]) => events.map(({ occurred_at }) => Number(occurred_at.slice(8, 10)));

  test("are in pages that follow each other, newest first", async () => {
    const organization = await sinceJanuary();
    const job = await adjustedJob(organization);
    const { organization_id } = organization;
    const first = await page(organization_id, job, { limit: 2 });
    expect(days(first.events)).toEqual([4, 3]);
    const second = await page(organization_id, job, { limit: 2, after: first.last });
    expect(days(second.events)).toEqual([2, 1]);
    expect(second.last).toBeNull();
    expect(await page(organization_id, job, { limit: 4 })).toMatchObject({ last: null });
  });

  test("from one time to another include the first time and not the last", async () => {
    const organization = await sinceJanuary();
    const job = await adjustedJob(organization);
    const between = async (from: Date | null, to: Date | null) =>
      days((await page(organization.organization_id, job, { from, to })).events);
    expect(await between(day("03-02"), day("03-04"))).toEqual([3, 2]);
    expect(await between(day("03-03"), null)).toEqual([4, 3]);
    expect(await between(null, day("03-02"))).toEqual([1]);
  });

  test("are none of a job that was not charged, or is not there", async () => {
    const { organization_id } = await sinceJanuary();
    const { job } = await succeededJob(organization_id, { status: "failed", outputs: [] });
    for (const jobId of [job.job_id, "job_unknown"])
      expect(await page(organization_id, jobId, {})).toEqual({ events: [], last: null });
  });
});
