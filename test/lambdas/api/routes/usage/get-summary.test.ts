import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test, vi } from "vitest";
import type { Plan } from "../../../../../lambdas/domain/organization/organization.ts";
import { changePlan } from "../../../../../lambdas/storage/billing/plans.ts";
import { keys } from "../../../../../lambdas/storage/keys.ts";
import { table, tableName } from "../../../../../lambdas/storage/table.ts";
import { admin, result } from "../../../../support/admin.ts";
import { type BilledPartner, newBilledPartner } from "../../../../support/billing/billed-partner.ts";
import { endJob } from "../../../../support/billing/end-job.ts";
import { startApiInMarch } from "../../../../support/billing/march.ts";

const plan: Plan = {
  name: "spring",
  included_units: 1,
  unit_price_micro_usd: 333_333,
  overage_allowed: true,
};

const api = await startApiInMarch();

async function oneUnit(partner: BilledPartner): Promise<void> {
  const { body } = await partner.create(0, {}, `${Date.now()} ${Math.random()}`);
  const { job_id } = (await partner.regenerate(body.job_id, `${body.job_id}`)).body;
  await endJob(api, partner.organizationId, job_id, "succeeds");
}

const past = (partner: BilledPartner, period: string) =>
  partner.sendOk("getUsageSummary", { query: { period } });
const setPlan = (partner: BilledPartner, ...terms: string[]) =>
  result("plan", "set", partner.organizationId, ...terms);

// @contract added.26
test("a closed period keeps its plans, whatever the plan becomes", async () => {
  const partner = await newBilledPartner(api, plan);
  await oneUnit(partner);
  await oneUnit(partner);
  vi.setSystemTime("2026-03-20T12:00:00.000Z");
  await setPlan(partner, "--name", "summer", "--included-units", "5", "--unit-price", "0.1");
  vi.setSystemTime("2026-03-31T23:00:00.000Z");
  const open = await partner.summary();
  expect(open.usage).toEqual({
    included: 5,
    consumed: 2,
    overage: 0,
    remaining: 3,
    projected_overage_amount_usd: 0.333333,
  });

  vi.setSystemTime("2026-05-02T00:00:00.000Z");
  await setPlan(partner, "--name", "winter", "--included-units", "100", "--unit-price", "0.5");
  const march = await past(partner, "2026-03-01");
  expect(march.usage).toEqual(open.usage);
  expect(march.access.plan).toBe("summer");
  expect(march.plans_recorded).toBe(true);
  expect(march.plans).toEqual([
    {
      from: "2026-03-01T00:00:00.000Z",
      name: "spring",
      included_units: 1,
      unit_price_usd: 0.333333,
      overage_allowed: true,
      base_fee_usd: 0,
      spend_cap_usd: null,
    },
    {
      from: "2026-03-20T12:00:00.000Z",
      name: "summer",
      included_units: 5,
      unit_price_usd: 0.1,
      overage_allowed: true,
      base_fee_usd: 0,
      spend_cap_usd: null,
    },
  ]);
  expect(await result("usage", "show", partner.organizationId, "--at", "2026-03-15")).toEqual(march);
});

test("a period without a job has the plan that was in force", async () => {
  const partner = await newBilledPartner(api, plan);
  vi.setSystemTime("2026-06-15T00:00:00.000Z");
  await setPlan(partner, "--name", "winter");
  for (const [period, name] of [
    ["2026-03-01", "spring"],
    ["2026-05-01", "spring"],
    ["2026-06-01", "winter"],
  ] as const)
    expect(await past(partner, period)).toMatchObject({ access: { plan: name }, plans_recorded: true });
});

test("a period from before plans were kept is shown with the plan in force, and says so", async () => {
  const partner = await newBilledPartner(api, plan);
  await oneUnit(partner);
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.usage(partner.organizationId, "2026-03-01T00:00:00.000Z"),
      UpdateExpression: "REMOVE plans",
    }),
  );
  vi.setSystemTime("2026-05-02T00:00:00.000Z");
  await setPlan(partner, "--name", "winter", "--included-units", "100");
  expect(await past(partner, "2026-03-01")).toMatchObject({
    plans_recorded: false,
    usage: { included: 100, consumed: 1 },
  });
  const { out } = await admin("usage", "show", partner.organizationId, "--at", "2026-03-01");
  expect(out).toContain("The period is older than the record of its plan");
});

// @contract added.26
test("only the first day of a period that has begun names a period", async () => {
  const partner = await newBilledPartner(api, plan);
  for (const period of ["2026-03-02", "2026-04-01", "2026-13-01", "march"])
    expect(await partner.send("getUsageSummary", { query: { period } }), period).toMatchObject({
      status: 422,
      body: { error: { code: "validation_error", message: expect.stringMatching(/^period must be /) } },
    });
  expect((await past(partner, "2026-03-01")).billing_period.end_at).toBe("2026-04-01T00:00:00.000Z");
});

test("a plan that somebody else has changed meanwhile is not changed", async () => {
  const { organization } = await newBilledPartner(api, plan);
  expect(await changePlan(organization, { ...plan, name: "first" }, new Date())).toBe(true);
  expect(await changePlan(organization, { ...plan, name: "second" }, new Date())).toBe(false);
});
