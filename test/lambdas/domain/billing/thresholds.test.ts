import { expect, test } from "vitest";
import {
  memoryOf,
  newThresholds,
  reachedBefore,
  reachedThresholds,
  thresholdEvent,
} from "../../../../lambdas/domain/billing/thresholds.ts";
import type { UsageTotals } from "../../../../lambdas/domain/billing/usage.ts";
import type { Plan } from "../../../../lambdas/domain/organization/organization.ts";
import { noUsage } from "../../../support/billing/no-usage.ts";

const plan: Plan = { name: "plan", included_units: 10, unit_price_micro_usd: 250, overage_allowed: true };
const capped: Plan = { ...plan, included_units: 0, spend_cap_micro_usd: 1000 };
const reached = (of: Plan | null, counted: Partial<UsageTotals>, remembered = {}) =>
  newThresholds(of, { ...noUsage, ...counted }, remembered).map(
    ({ limit, percent }) => `${limit} ${percent}`,
  );

test.each([
  [7, []],
  [8, ["included_units 80"]],
  [9, ["included_units 80"]],
  [10, ["included_units 80", "included_units 100"]],
])("of an allowance of 10, %i units reach %j", (consumed, thresholds) => {
  expect(reached(plan, { consumed })).toEqual(thresholds);
});

test.each([
  [0, []],
  [799, ["spend_cap_usd 80", "spend_cap_usd 100"]],
  [750, []],
  [751, ["spend_cap_usd 80", "spend_cap_usd 100"]],
])("of a cap of 1000 with units of 250, %i reach %j: then no further unit fits", (charged, thresholds) => {
  expect(reached(capped, { charged_micro_usd: charged })).toEqual(thresholds);
});

test("80 % of a cap are reached before it is used up if units are small", () => {
  const small = { ...capped, unit_price_micro_usd: 1 };
  const at = (charged_micro_usd: number) => reached(small, { charged_micro_usd });
  expect([at(799), at(800), at(999), at(1000)]).toEqual([
    [],
    ["spend_cap_usd 80"],
    ["spend_cap_usd 80"],
    ["spend_cap_usd 80", "spend_cap_usd 100"],
  ]);
});

test.each<[string, Plan | null]>([
  ["without a plan", null],
  ["without an allowance or a cap", { ...plan, included_units: 0 }],
  ["with a cap of null", { ...capped, spend_cap_micro_usd: null }],
  ["with a cap but no overage", { ...capped, overage_allowed: false }],
  ["with a cap of nothing", { ...capped, spend_cap_micro_usd: 0 }],
  ["with units that cost nothing", { ...capped, unit_price_micro_usd: 0 }],
])("%s nothing is reached", (_case, without) => {
  expect(reached(without, { consumed: 50, charged_micro_usd: 5000 })).toEqual([]);
});

test("what is announced is not announced again, what is only reached is", () => {
  const { announced, reached: found } = memoryOf({ limit: "included_units", percent: 80 });
  expect(reached(plan, { consumed: 10 }, { [announced]: "2026" })).toEqual(["included_units 100"]);
  expect(reached(plan, { consumed: 8 }, { [found]: "2026" })).toEqual(["included_units 80"]);
});

test("a threshold has its limit and what was used of it, in the units of the limit", () => {
  expect(newThresholds(plan, { ...noUsage, consumed: 9 }, {})).toEqual([
    { limit: "included_units", percent: 80, limit_value: 10, used_value: 9 },
  ]);
  const small = { ...capped, unit_price_micro_usd: 1 };
  expect(newThresholds(small, { ...noUsage, charged_micro_usd: 900 }, {})).toEqual([
    { limit: "spend_cap_usd", percent: 80, limit_value: 0.001, used_value: 0.0009 },
  ]);
});

test("its event says how it was when it was found to be reached", () => {
  const threshold = { limit: "included_units", percent: 80 } as const;
  const found = { at: "2026-03-05T00:00:00.000Z", limit_value: 10, used_value: 8 };
  const { reached: name } = memoryOf(threshold);
  expect(reachedBefore({ [name]: found }, threshold)).toEqual(found);
  expect(reachedBefore({ [name]: found.at }, threshold), "an item of before").toBeNull();
  expect(reachedBefore({}, threshold)).toBeNull();
  const period = { start: new Date("2026-03-01"), end: new Date("2026-04-01") };
  expect(thresholdEvent("org_1", period, threshold, found)).toEqual({
    organization_id: "org_1",
    period_start: "2026-03-01T00:00:00.000Z",
    period_end: "2026-04-01T00:00:00.000Z",
    occurred_at: found.at,
    ...threshold,
    limit_value: 10,
    used_value: 8,
  });
  expect(reachedThresholds("org_1", period, { [name]: found, other: 1 })).toEqual([
    thresholdEvent("org_1", period, threshold, found),
  ]);
  expect(reachedThresholds("org_1", period, {})).toEqual([]);
});
