import fc from "fast-check";
import { expect, test } from "vitest";
import { adjustment } from "../../../../lambdas/domain/billing/adjustment.ts";
import { billingEventView, usd } from "../../../../lambdas/domain/billing/ledger.ts";
import { settle } from "../../../../lambdas/domain/billing/settlement.ts";
import { newJob } from "../../../support/new-job.ts";

const march = "2026-03-01T00:00:00.000Z";
const april = "2026-04-01T00:00:00.000Z";
const plan = { name: "plan", included_units: 1, unit_price_micro_usd: 250_000, overage_allowed: true };
const begun = newJob("org_1", {
  job_id: "job_1",
  source_asset_id: "src_1",
  created_at: march,
  updated_at: march,
  config_fingerprint: "cfg_1",
});
const ending = { job: begun, plan, outputs: [{ cached: false }], periodStart: march, endedAt: march };
const credit = {
  amountMicroUsd: -1,
  reference: "T-1",
  reason: null,
  periodStart: null,
  occurredAt: new Date(march),
};
const settled = (changes: Partial<typeof ending>, withinAllowance = false) => {
  const { event, usage } = settle({ ...ending, ...changes }, withinAllowance ? "free" : "priced");
  return { charged: event && [event.usage_type, event.billable, event.amount_micro_usd], usage };
};

test("a unit costs nothing within the allowance and the plan's price beyond it", () => {
  expect(settled({}, true).charged).toEqual(["generation", true, 0]);
  expect(settled({}, false).charged).toEqual(["generation", true, 250_000]);
  const regeneration = { ...begun, parent_job_id: "job_0" };
  expect(settled({ job: regeneration }, false).charged).toEqual(["regeneration", true, 250_000]);
});

test("a cached output is not billable and uses no unit", () => {
  const { charged, usage } = settled({ outputs: [{ cached: true }] });
  expect(charged).toEqual(["cache_hit", false, 0]);
  expect(usage.get(march)).not.toHaveProperty("consumed");
});

// @contract billing-event.usage_type
test("a job of a sandbox is not billable, costs nothing and uses no unit, cached or not, whatever the plan", () => {
  const job = { ...begun, sandbox: true };
  for (const cached of [false, true])
    for (const overage_allowed of [false, true]) {
      const { event, usage } = settle(
        { ...ending, job, outputs: [{ cached }], plan: { ...plan, overage_allowed } },
        "priced",
      );
      expect(event).toMatchObject({ usage_type: "sandbox", billable: false });
      expect([event?.unit_price_micro_usd, event?.amount_micro_usd]).toEqual([0, 0]);
      expect([...usage]).toEqual([
        [march, { ...counted, jobs_succeeded: 1, outputs_returned: 1, cache_hit_count: cached ? 1 : 0 }],
      ]);
    }
});
const counted = { jobs_failed: 0, regenerate_count: 0, amount_micro_usd: 0, charged_micro_usd: 0 };

test("a plan without overage, and a job that reserved its unit, are never charged", () => {
  expect(settled({ plan: { ...plan, overage_allowed: false } }).charged).toEqual(["generation", true, 0]);
  expect(settled({ job: { ...begun, reserved_period: march } }).charged).toEqual(["generation", true, 0]);
});

test("a reserved unit is consumed, or given back, in the period that holds it", () => {
  const job = { ...begun, reserved_period: march };
  const succeeded = settled({ job, periodStart: april }).usage;
  expect(succeeded.get(march)).toEqual({ consumed: 1 });
  expect(succeeded.get(april)).toMatchObject({ jobs_succeeded: 1, outputs_returned: 1 });
  const failed = settle({ ...ending, job, outputs: null, periodStart: april }, "free");
  expect(failed.event).toBeNull();
  expect(failed.usage.get(march)).toEqual({ committed: -1 });
  expect(settled({ job }).usage.get(march)).toMatchObject({ jobs_succeeded: 1, consumed: 1 });
});

test("a job that never ran cannot be charged", () => {
  expect(() => settle({ ...ending, job: { ...begun, config_fingerprint: null } }, "free")).toThrow(
    "never ran",
  );
});

test("a repeat of the same ending or adjustment has the same event id, another adjustment a different one", () => {
  const idAt = (endedAt: string) => settle({ ...ending, endedAt }, "free").event?.event_id;
  expect(idAt(march)).toBe(idAt(april));
  const adjusted = (reference: string) => adjustment(begun, { ...credit, reference }).event_id;
  expect(adjusted("T-1")).toBe(adjusted("T-1"));
  expect(new Set([idAt(march), adjusted("T-1"), adjusted("T-2")]).size).toBe(3);
});

// @contract added.28
test("an event shows the job's reference, and an adjustment what it is for", () => {
  const job = { ...begun, reference: "listing 1" };
  const shown = billingEventView(adjustment(job, { ...credit, reason: "blurred", periodStart: march }));
  expect(shown.reference).toBe("listing 1");
  expect(shown.adjustment).toEqual({ reference: "T-1", reason: "blurred", period_start: march });
  const charged = settle({ ...ending, job }, "free").event;
  expect(charged && billingEventView(charged)).toMatchObject({ reference: "listing 1", adjustment: null });
});

test("micro-dollars survive as US dollars, in plain decimals with at most 6 places", () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 15), max: 10 ** 15 }), (microUsd) => {
      expect(Math.round(usd(microUsd) * 1_000_000)).toBe(microUsd);
      expect(String(usd(microUsd))).toMatch(/^-?\d+(\.\d{1,6})?$/);
    }),
    { numRuns: 10_000, examples: [[1], [-1], [333_333], [10 ** 15 - 1]] },
  );
});
