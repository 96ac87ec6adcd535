import { describe, expect, test } from "vitest";
import { doubtsAbout } from "../../../../lambdas/domain/billing/adjustment.ts";

const period = { start: new Date("2026-03-01"), end: new Date("2026-04-01") };
const open = { period, organizationSince: new Date("2026-03-15"), now: new Date("2026-03-20") };
const charged = (chargedMicroUsd: number, adjustedMicroUsd = 0) => ({ chargedMicroUsd, adjustedMicroUsd });

describe("an adjustment is doubted", () => {
  test.each([
    ["a credit of the whole charge", -250_000, charged(250_000), []],
    ["a surcharge of the whole charge", 250_000, charged(250_000), []],
    ["a credit above the charge", -250_001, charged(250_000), ["more_than_charged"]],
    ["a surcharge above the charge", 250_001, charged(250_000), ["more_than_charged"]],
    [
      "credits that add up to more than the charge",
      -50_000,
      charged(250_000, -200_001),
      ["more_than_charged"],
    ],
    ["credits that add up to the charge", -50_000, charged(250_000, -200_000), []],
    ["a credit after a surcharge", -250_000, charged(250_000, 100_000), []],
    ["anything on a free job", 1, charged(0), ["more_than_charged"]],
  ])("by its amount: %s", (_case, amount, job, doubts) => {
    expect(doubtsAbout(amount, job, open)).toEqual(doubts);
  });

  test("in a closed period, and before the organization existed", () => {
    const closed = { ...open, now: period.end };
    expect(doubtsAbout(-1, charged(1), closed)).toEqual(["closed_period"]);
    const earlier = { ...closed, organizationSince: period.end };
    expect(doubtsAbout(-2, charged(1), earlier)).toEqual([
      "more_than_charged",
      "before_organization",
      "closed_period",
    ]);
  });
});
