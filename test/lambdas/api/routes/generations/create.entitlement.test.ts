import type { Context } from "aws-lambda";
import { afterAll, describe, expect, test } from "vitest";
import { billingPeriod } from "../../../../../lambdas/domain/billing/period.ts";
import { handler as finish } from "../../../../../lambdas/pipeline/finish-generation.ts";
import { findUsage } from "../../../../../lambdas/storage/billing/usage.ts";
import { startApi } from "../../../../support/api.ts";
import { type BilledPartner, newBilledPartner } from "../../../../support/billing/billed-partner.ts";
import { crowdOf } from "../../../../support/full-run.ts";

const withoutOverage = (included_units: number) => ({
  name: "fixed",
  included_units,
  unit_price_micro_usd: 250_000,
  overage_allowed: false,
});
const fail = ({ organization_id }: { organization_id: string }, job_id: string) =>
  finish({ organization_id, job_id, error: { Error: "inference_failed" } }, {
    awsRequestId: "task",
  } as Context);

const api = await startApi();
afterAll(() => api.stop());

const partnerWith = (included: number) => newBilledPartner(api, withoutOverage(included));
const createAtOnce = (partner: BilledPartner, requests: number) =>
  Promise.all(Array.from({ length: requests }, (_, number) => partner.create(0, {}, `request ${number}`)));
const usageOf = ({ organization }: BilledPartner) =>
  findUsage(organization.organization_id, billingPeriod(organization.anchors, new Date()));

describe("a plan without overage", () => {
  test("accepts one of many concurrent requests with one unit left", async () => {
    const partner = await partnerWith(1);
    const replies = await createAtOnce(partner, crowdOf(100));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 200);
    for (const { status, body } of refused)
      expect([status, body.error.code, body.error.retryable]).toEqual([403, "entitlement_required", false]);
    expect(await usageOf(partner)).toMatchObject({ totals: { committed: 1, consumed: 0 }, jobsInFlight: 1 });
  });

  test("accepts as many concurrent requests as units are included", async () => {
    const partner = await partnerWith(7);
    const replies = await createAtOnce(partner, crowdOf(60));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7);
  });

  test("with nothing included accepts nothing", async () => {
    const [reply] = await createAtOnce(await partnerWith(0), 1);
    expect(reply?.status).toBe(403);
  });

  test("gives the unit of a failed job to the next request", async () => {
    const partner = await partnerWith(1);
    const first = await partner.create(0, {}, "first");
    expect((await partner.create(0, {}, "second")).status).toBe(403);
    await fail(partner.organization, first.body.job_id);
    expect((await partner.create(0, {}, "second")).status).toBe(200);
  });

  test("counts a repeat of an accepted request once", async () => {
    const partner = await partnerWith(2);
    const replies = await Promise.all(Array.from({ length: 10 }, () => partner.create(0, {}, "the same")));
    expect(new Set(replies.map(({ body }) => body.job_id)).size).toBe(1);
    expect(await usageOf(partner)).toMatchObject({ totals: { committed: 1 }, jobsInFlight: 1 });
  });
});

test("an organization without a plan is refused", async () => {
  const partner = await newBilledPartner(api, null);
  expect(await partner.create(0, {}, "first")).toMatchObject({
    status: 403,
    body: { error: { code: "entitlement_required" } },
  });
});
