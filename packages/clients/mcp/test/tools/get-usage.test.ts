import type { UsageSummary } from "@image-staging/client";
import { expect, test } from "vitest";
import { sentenceOf } from "../../src/tools/get-usage.ts";

const access = { enabled: true, status: "active", plan: "standard" };
const billing_period = { start_at: "2026-11-01T00:00:00.000Z", end_at: "2026-12-01T00:00:00.000Z" };
const none = { outputs_returned: 0, regenerate_count: 0, cache_hit_count: 0 };

/** What an assistant reads of a month. */
const said = (included: number, consumed: number, overage: number, cost: number, jobs = [0, 0, 0]) => {
  const [total = 0, succeeded = 0, failed = 0] = jobs;
  const usage = { included, consumed, overage, remaining: 0, projected_overage_amount_usd: cost };
  const summary = { access, billing_period, usage, jobs: { ...none, total, succeeded, failed } };
  return sentenceOf(summary as UsageSummary).replace(
    /^From 2026-11-01 up to 2026-12-01, plan standard, access active: /,
    "",
  );
};

test("the usage of a month in words says nothing twice, and no zero that means nothing", () => {
  expect(said(0, 0, 0, 0)).toBe("no unit used. No job yet.");
  expect(said(0, 1, 1, 0.25, [1, 1, 0])).toBe("1 unit used, for 0.25 USD. 1 of 1 job succeeded, 0 failed.");
  expect(said(100, 12, 0, 0, [14, 12, 1])).toBe(
    "12 of 100 included units used. 12 of 14 jobs succeeded, 1 failed.",
  );
  expect(said(100, 104, 4, 1, [104, 104, 0])).toBe(
    "100 of 100 included units used, and 4 units beyond them, for 1 USD. 104 of 104 jobs succeeded, 0 failed.",
  );
});
