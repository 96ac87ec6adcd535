import { describe, expect, test } from "vitest";
import { unitBoundOf, unitBoundWithin } from "../../../../lambdas/domain/billing/allowance.ts";
import { billingEventView } from "../../../../lambdas/domain/billing/ledger.ts";
import {
  type JobEnding,
  type PricingRule,
  pricingOf,
  pricingRuleOf,
  settle,
} from "../../../../lambdas/domain/billing/settlement.ts";
import type { UsageTotals } from "../../../../lambdas/domain/billing/usage.ts";
import type { Plan } from "../../../../lambdas/domain/organization/organization.ts";
import { noUsage } from "../../../support/billing/no-usage.ts";
import { newJob } from "../../../support/new-job.ts";

const march = "2026-03-01T00:00:00.000Z";
const april = "2026-04-01T00:00:00.000Z";
const plan: Plan = { name: "plan", included_units: 2, unit_price_micro_usd: 30, overage_allowed: true };
const capped: Plan = { ...plan, spend_cap_micro_usd: 100 };
const job = newJob("org_1", { config_fingerprint: "cfg_1" });
const ending: JobEnding = { job, plan, outputs: [{ cached: false }], periodStart: march, endedAt: march };

describe("the bound of a plan", () => {
  test("is its allowance if it has no overage", () => {
    expect(unitBoundOf({ ...capped, overage_allowed: false })).toEqual({ units: 2, price: null });
  });

  test("is its allowance and the whole units under its spend cap", () => {
    expect(unitBoundOf(capped)).toEqual({ units: 5, price: 30 });
    expect(unitBoundOf({ ...capped, spend_cap_micro_usd: 29 })).toEqual({ units: 2, price: 30 });
  });

  test("is none without a cap, or if a unit costs nothing", () => {
    for (const unbounded of [
      plan,
      { ...plan, spend_cap_micro_usd: null },
      { ...capped, unit_price_micro_usd: 0 },
    ])
      expect([unitBoundOf(unbounded), unitBoundWithin(unbounded, { consumed: 0, charged: 0 })]).toEqual([
        null,
        null,
      ]);
  });

  test.each([
    [{ consumed: 0, charged: 0 }, 5],
    [{ consumed: 1, charged: 40 }, 4],
    [{ consumed: 7, charged: 40 }, 9],
    [{ consumed: 7, charged: 100 }, 7],
    [{ consumed: 7, charged: 250 }, 7],
  ])("that begins within a period with %j is %i units", (before, units) => {
    expect(unitBoundWithin(capped, before)).toBe(units);
  });

  test("that begins within a period is none without a plan, or without overage", () => {
    const before = { consumed: 0, charged: 0 };
    expect(unitBoundWithin(null, before)).toBeNull();
    expect(unitBoundWithin({ ...capped, overage_allowed: false }, before)).toBeNull();
  });
});

describe("the rule by which a job is priced", () => {
  test("compares all units with the allowance, and under a spend cap the consumed ones", () => {
    const rule = { counted: "committed", includedUnits: 2, room: null };
    expect(pricingRuleOf(ending)).toEqual(rule);
    expect(pricingRuleOf({ ...ending, plan: capped })).toEqual({ ...rule, counted: "consumed", room: 70 });
    const reserved = { ...job, reserved_period: march, reserved_price_micro_usd: 20 };
    expect(pricingRuleOf({ ...ending, job: reserved })).toEqual({ ...rule, counted: "consumed" });
    expect(pricingRuleOf({ ...ending, job: reserved, plan: capped })).toMatchObject({ room: 80 });
  });

  test.each<[string, Partial<JobEnding>]>([
    ["has no plan", { plan: null }],
    ["has a plan without overage", { plan: { ...plan, overage_allowed: false } }],
    ["has a plan with units that cost nothing", { plan: { ...plan, unit_price_micro_usd: 0 } }],
    ["reserved a unit of the allowance", { job: { ...job, reserved_period: march } }],
    ["failed", { outputs: null }],
    ["came from the cache", { outputs: [{ cached: true }] }],
    ["is of a sandbox", { job: { ...job, sandbox: true } }],
  ])("is none if it %s", (_case, changes) => {
    expect(pricingRuleOf({ ...ending, ...changes })).toBeNull();
  });

  test.each<[PricingRule, Partial<UsageTotals>, string]>([
    [{ counted: "committed", includedUnits: 2, room: null }, { committed: 1, consumed: 9 }, "free"],
    [{ counted: "committed", includedUnits: 2, room: null }, { committed: 2 }, "priced"],
    [
      { counted: "committed", includedUnits: 2, room: null },
      { committed: 2, charged_micro_usd: 1 },
      "priced",
    ],
    [{ counted: "consumed", includedUnits: 2, room: 70 }, { consumed: 1, charged_micro_usd: 99 }, "free"],
    [{ counted: "consumed", includedUnits: 2, room: 70 }, { consumed: 2, charged_micro_usd: 70 }, "priced"],
    [
      { counted: "consumed", includedUnits: 2, room: 70 },
      { consumed: 2, charged_micro_usd: 71 },
      "beyond_cap",
    ],
  ])("%j makes it at %j %s", (rule, counted, pricing) => {
    expect(pricingOf(rule, { ...noUsage, ...counted })).toBe(pricing);
  });
});

describe("the end of a job", () => {
  const prices = (changes: Partial<JobEnding>, pricing: "free" | "priced" | "beyond_cap" = "priced") => {
    const { event } = settle({ ...ending, ...changes }, pricing);
    return event && [event.unit_price_micro_usd, event.amount_micro_usd];
  };

  test("shows the price of its unit, even if that is nothing", () => {
    expect(prices({})).toEqual([30, 30]);
    expect(prices({}, "free")).toEqual([30, 0]);
    expect(prices({}, "beyond_cap")).toEqual([30, 0]);
    expect(prices({ plan: null })).toEqual([0, 0]);
    expect(prices({ outputs: [{ cached: true }] })).toEqual([0, 0]);
  });

  test("costs what it was accepted for, or what the plan costs by now if that is less", () => {
    const accepted = (reserved_price_micro_usd: number) =>
      prices({ job: { ...job, reserved_period: march, reserved_price_micro_usd } });
    expect([accepted(20), accepted(40)]).toEqual([
      [20, 20],
      [30, 30],
    ]);
  });

  test("is counted in the period in which it ends", () => {
    const none = { jobs_failed: 0, regenerate_count: 0, cache_hit_count: 0 };
    const succeeded = { ...none, jobs_succeeded: 1, outputs_returned: 1 };
    const amounts = { amount_micro_usd: 30, charged_micro_usd: 30 };
    const counts = (changes: Partial<JobEnding>) => [...settle({ ...ending, ...changes }, "priced").usage];
    expect(counts({})).toEqual([[march, { ...succeeded, ...amounts, consumed: 1, committed: 1 }]]);
    expect(counts({ job: { ...job, parent_job_id: "job_0" } })).toMatchObject([
      [march, { regenerate_count: 1 }],
    ]);
    expect(counts({ outputs: [{ cached: true }, { cached: false }] })).toEqual([
      [
        march,
        {
          ...succeeded,
          outputs_returned: 2,
          cache_hit_count: 1,
          amount_micro_usd: 0,
          charged_micro_usd: 0,
        },
      ],
    ]);
    expect(counts({ outputs: null })).toEqual([
      [
        march,
        {
          ...none,
          jobs_succeeded: 0,
          jobs_failed: 1,
          outputs_returned: 0,
          amount_micro_usd: 0,
          charged_micro_usd: 0,
        },
      ],
    ]);
  });

  test("takes a unit with a price along to the period in which it ends, and only then", () => {
    const reserved = { ...job, reserved_period: march, reserved_price_micro_usd: 30 };
    const usage = (changes: Partial<JobEnding>) =>
      settle({ ...ending, job: reserved, periodStart: april, ...changes }, "priced").usage;
    const along = usage({});
    expect(along.get(march)).toEqual({ committed: -1 });
    expect(along.get(april)).toMatchObject({ consumed: 1, committed: 1, amount_micro_usd: 30 });
    for (const other of [{ plan: { ...plan, overage_allowed: false } }, { plan: null }])
      expect(usage(other).get(march)).toEqual({ consumed: 1 });
    expect(usage({ outputs: null }).get(march)).toEqual({ committed: -1 });
    expect(usage({ outputs: null }).get(april)).not.toHaveProperty("consumed");
  });

  test("of a job without a picture cannot be charged", () => {
    expect(() => settle({ ...ending, job: { ...job, source_asset_id: null } }, "free")).toThrow("never ran");
  });

  test("shows the rooms of a job that has any", () => {
    const view = (rooms: typeof job.room_types) => {
      const { event } = settle({ ...ending, job: { ...job, room_types: rooms } }, "free");
      return event && billingEventView(event);
    };
    expect(view([])).not.toHaveProperty("room_types");
    expect(view(["Kitchen"])).toMatchObject({ room_types: ["Kitchen"] });
  });
});
