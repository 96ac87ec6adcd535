import { ulid } from "ulid";
import { describe, expect, test, vi } from "vitest";
import type { Plan } from "../../../../../lambdas/domain/organization/organization.ts";
import { findUsage } from "../../../../../lambdas/storage/billing/usage.ts";
import { result } from "../../../../support/admin.ts";
import { type BilledPartner, newBilledPartner } from "../../../../support/billing/billed-partner.ts";
import { endJob } from "../../../../support/billing/end-job.ts";
import { startApiInMarch } from "../../../../support/billing/march.ts";
import { crowdOf } from "../../../../support/full-run.ts";

const price = 250_000;
const capped = (included_units: number, spend_cap_micro_usd: number | null): Plan => ({
  name: "capped",
  included_units,
  unit_price_micro_usd: price,
  overage_allowed: true,
  spend_cap_micro_usd,
});

const api = await startApiInMarch();

const create = (partner: BilledPartner) => partner.create(0, {}, ulid());
const regenerateOften = (partner: BilledPartner, parent: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => partner.regenerate(parent, ulid())));
const end = (partner: BilledPartner, job: string, how: "succeeds" | "fails" = "succeeds") =>
  endJob(api, partner.organizationId, job, how);
const march = { start: new Date("2026-03-01"), end: new Date("2026-04-01") };
const totalsOf = async ({ organizationId }: BilledPartner, period = march) =>
  (await findUsage(organizationId, period)).totals;
const setPlan = (partner: BilledPartner, ...terms: string[]) =>
  result("plan", "set", partner.organizationId, ...terms);

/** A partner with one job that was ended as failed, to regenerate from. */
async function newPartner(plan: Plan) {
  const partner = await newBilledPartner(api, plan);
  const { body } = await create(partner);
  await end(partner, body.job_id, "fails");
  return { partner, parent: body.job_id };
}

describe("a spend cap", () => {
  // @contract added.36
  test("of many requests at once accepts as many as are free or affordable, and charges for no more", async () => {
    const { partner, parent } = await newPartner(capped(2, 3 * price + 1));
    const replies = await regenerateOften(partner, parent, crowdOf(50));
    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(5);
    for (const { status, body } of replies.filter(({ status }) => status !== 200))
      expect([status, body.error.code, body.error.message]).toEqual([
        403,
        "entitlement_required",
        "The plan's spend cap for this billing period is reached.",
      ]);
    await Promise.all(accepted.map(({ body }) => end(partner, body.job_id)));
    expect(await totalsOf(partner)).toMatchObject({
      consumed: 5,
      committed: 5,
      charged_micro_usd: 3 * price,
      amount_micro_usd: 3 * price,
    });
    expect((await partner.regenerate(parent, "one more")).status).toBe(403);
  });

  test("gives back the unit of a job that failed, and charges by what was consumed", async () => {
    const { partner, parent } = await newPartner(capped(1, price));
    const [a, b] = await regenerateOften(partner, parent, 2);
    expect([a?.status, b?.status, (await partner.regenerate(parent, "x")).status]).toEqual([200, 200, 403]);
    await end(partner, a?.body.job_id, "fails");
    await end(partner, b?.body.job_id);
    expect(await totalsOf(partner)).toMatchObject({ consumed: 1, committed: 1, charged_micro_usd: 0 });
    expect((await partner.regenerate(parent, "y")).status).toBe(200);
  });

  test("below the price of a unit leaves the allowance; without an allowance it leaves nothing", async () => {
    const { partner, parent } = await newPartner(capped(1, price - 1));
    const replies = await regenerateOften(partner, parent, 5);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const none = await newBilledPartner(api, capped(0, price - 1));
    expect((await create(none)).status).toBe(403);
  });

  test("that begins within a period counts what was charged before", async () => {
    const { partner, parent } = await newPartner(capped(1, null));
    for (const { body } of await regenerateOften(partner, parent, 3)) await end(partner, body.job_id);
    expect(await totalsOf(partner)).toMatchObject({ consumed: 3, charged_micro_usd: 2 * price });
    await setPlan(partner, "--spend-cap", "1");
    vi.setSystemTime("2026-03-10T09:01:00.000Z");
    const replies = await regenerateOften(partner, parent, crowdOf(20));
    const accepted = replies.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(2);
    await Promise.all(accepted.map(({ body }) => end(partner, body.job_id)));
    expect(await totalsOf(partner)).toMatchObject({ consumed: 5, charged_micro_usd: 4 * price });
    await setPlan(partner, "--no-spend-cap");
    vi.setSystemTime("2026-03-10T09:02:00.000Z");
    expect((await partner.regenerate(parent, "uncapped")).status).toBe(200);
  });

  // @contract added.36
  test("holds also for jobs that were accepted before it: beyond it they cost nothing", async () => {
    const { partner, parent } = await newPartner(capped(0, null));
    const jobs = (await regenerateOften(partner, parent, 4)).map(({ body }) => body.job_id);
    await setPlan(partner, "--spend-cap", "0.5");
    await Promise.all(jobs.map((job) => end(partner, job)));
    expect(await totalsOf(partner)).toMatchObject({ consumed: 4, charged_micro_usd: 2 * price });
  });

  test("charges a job at most what it was accepted for", async () => {
    const { partner, parent } = await newPartner(capped(0, 2 * price));
    const [job] = await regenerateOften(partner, parent, 1);
    await setPlan(partner, "--unit-price", "0.5", "--no-spend-cap");
    await end(partner, job?.body.job_id);
    expect(await totalsOf(partner)).toMatchObject({ consumed: 1, charged_micro_usd: price });
    const [event] = await partner.readEvents(1);
    expect(event).toMatchObject({ unit_price_usd: 0.25, amount_usd: 0.25 });
  });

  test("comes from the period in which a job ends", async () => {
    const { partner, parent } = await newPartner(capped(0, price));
    vi.setSystemTime("2026-03-31T23:59:00.000Z");
    const [job] = await regenerateOften(partner, parent, 1);
    vi.setSystemTime("2026-04-01T00:01:00.000Z");
    const [other] = await regenerateOften(partner, parent, 1);
    expect([job?.status, other?.status]).toEqual([200, 200]);
    await end(partner, job?.body.job_id);
    await end(partner, other?.body.job_id);
    const april = { start: march.end, end: new Date("2026-05-01") };
    expect(await totalsOf(partner)).toMatchObject({ consumed: 0, committed: 0, charged_micro_usd: 0 });
    expect(await totalsOf(partner, april)).toMatchObject({
      consumed: 2,
      committed: 2,
      charged_micro_usd: price,
    });
  });
});
