import { describe, expect, test } from "vitest";
import { adjustment } from "../../../../lambdas/domain/billing/adjustment.ts";
import type { LedgerEvent } from "../../../../lambdas/domain/billing/ledger.ts";
import { lastPlan } from "../../../../lambdas/domain/billing/plans.ts";
import { settle } from "../../../../lambdas/domain/billing/settlement.ts";
import { isClosable, statementView } from "../../../../lambdas/domain/billing/statement.ts";
import { emptyTally, ledgerLine, tallyEvent } from "../../../../lambdas/domain/billing/tally.ts";
import type { PeriodUsage, UsageTotals } from "../../../../lambdas/domain/billing/usage.ts";
import { hasSuccesses, usageSummary } from "../../../../lambdas/domain/billing/usage.ts";
import { limitsInForce } from "../../../../lambdas/domain/organization/limits.ts";
import { newOrganization } from "../../../../lambdas/domain/organization/new-organization.ts";
import type { Plan } from "../../../../lambdas/domain/organization/organization.ts";
import { newJob } from "../../../support/new-job.ts";

const march = "2026-03-01T00:00:00.000Z";
const april = "2026-04-01T00:00:00.000Z";
const period = { start: new Date(march), end: new Date(april) };
const counting = { id: () => "1", bytes: (length: number) => Buffer.alloc(length) };
const organization = newOrganization("Acme", null, new Date(march), counting);
const job = newJob("org_1", { config_fingerprint: "cfg_1", created_at: march });
const plan: Plan = {
  name: "spring",
  included_units: 2,
  unit_price_micro_usd: 300_000,
  overage_allowed: true,
};
const totals: UsageTotals = {
  consumed: 5,
  committed: 5,
  amount_micro_usd: 900_000,
  charged_micro_usd: 1_000_000,
  jobs_succeeded: 7,
  jobs_failed: 2,
  outputs_returned: 9,
  regenerate_count: 3,
  cache_hit_count: 4,
};
const usage: PeriodUsage = { totals, plans: [{ from: march, plan }], recorded: true, jobsInFlight: 6 };

const charge = (price: number, pricing: "free" | "priced" = "priced"): LedgerEvent => {
  const ending = { job, outputs: [{ cached: false }], periodStart: march, endedAt: march };
  const { event } = settle({ ...ending, plan: { ...plan, unit_price_micro_usd: price } }, pricing);
  if (!event) throw new Error("There is no event");
  return event;
};
const correction = (amountMicroUsd: number, reference = "T-1", note = {}): LedgerEvent => {
  const request = { amountMicroUsd, reference, reason: null, periodStart: null, ...note };
  const { reference: _, ...event } = adjustment(job, { ...request, occurredAt: new Date(march) });
  return event;
};
const tallyOf = (events: LedgerEvent[]) => {
  const tally = emptyTally();
  for (const event of events) tallyEvent(tally, event);
  return tally;
};

describe("a period can be closed", () => {
  const closable = (time: string, counted: Partial<UsageTotals> = {}) =>
    isClosable(period, { ...totals, ...counted }, new Date(time));
  test("two hours after its end, once no job holds a unit of it", () => {
    expect(closable("2026-04-01T02:00:00.000Z")).toBe(true);
    expect(closable("2026-04-01T01:59:59.999Z")).toBe(false);
    expect(closable("2026-04-01T02:00:00.000Z", { committed: 6 })).toBe(false);
  });
});

describe("the tally of a ledger", () => {
  test("of no event is empty", () => {
    expect(emptyTally()).toEqual({
      events: 0,
      charged: 0,
      adjusted: 0,
      adjustmentCount: 0,
      references: { listed: [], others: { units: 0, amount: 0 } },
      listings: { listed: [], others: { units: 0, amount: 0 } },
      prices: [],
      adjustments: [],
    });
  });

  test("adds up charges by price, and adjustments apart; what costs nothing is an event alone", () => {
    const events = [charge(300_000), charge(100_000), charge(300_000), charge(300_000, "free")];
    const noted = correction(-50_000, "T-2", { reason: "Blurred", periodStart: march });
    expect(tallyOf([...events, correction(20_000), noted])).toMatchObject({
      events: 6,
      charged: 700_000,
      adjusted: -30_000,
      adjustmentCount: 2,
      prices: [
        { unitPrice: 300_000, units: 2, amount: 600_000 },
        { unitPrice: 100_000, units: 1, amount: 100_000 },
      ],
      adjustments: [
        { amount_micro_usd: 20_000, reference: "T-1", reason: null, period_start: null },
        { amount_micro_usd: -50_000, reference: "T-2", reason: "Blurred", period_start: march },
      ],
    });
  });

  test("keeps 500 adjustments and counts them all", () => {
    const tally = tallyOf(Array.from({ length: 501 }, () => correction(1)));
    expect([tally.adjustments.length, tally.adjustmentCount, tally.adjusted]).toEqual([500, 501, 501]);
  });

  test("has the charges of 200 references, and the sum of the others", () => {
    const of = (caller_reference: string | null, price = 100_000) => ({ ...charge(price), caller_reference });
    const events = Array.from({ length: 202 }, (_, n) => of(`listing ${n}`));
    const { references } = tallyOf([of(null), ...events, of("listing 0"), of("free", 0), correction(-1)]);
    expect(references?.listed).toHaveLength(200);
    expect(references?.listed.slice(0, 3)).toEqual([
      { reference: null, units: 1, amount: 100_000 },
      { reference: "listing 0", units: 2, amount: 200_000 },
      { reference: "listing 1", units: 1, amount: 100_000 },
    ]);
    expect(references?.others).toEqual({ units: 3, amount: 300_000 });
  });

  test("is hashed over lines of five columns", () => {
    const event = charge(300_000);
    expect(ledgerLine(event)).toBe(`${event.event_id},${march},${job.job_id},generation,0.3\n`);
  });
});

describe("a statement", () => {
  const view = (changes: Partial<PeriodUsage> = {}, tally = tallyOf([]), closedAt: Date | null = null) =>
    statementView({
      organization,
      period,
      usage: { ...usage, ...changes },
      tally: { ...tally, sha256: "hash" },
      closedAt,
      voided: [],
      corrected: new Map(),
      issuer: null,
    });

  test("has the period's units, charges by price, adjustments and their total with the base fee", () => {
    const events = [charge(300_000), charge(100_000), correction(-50_000)];
    const based = [{ from: march, plan: { ...plan, base_fee_micro_usd: 49_000_000 } }];
    expect(view({ plans: based }, tallyOf(events), new Date(april))).toMatchObject({
      number: expect.stringMatching(/^ST-2026-03-01-[0-9A-Z]{10}$/),
      state: "closed",
      closed_at: april,
      currency: "USD",
      plans_recorded: true,
      organization: { organization_id: "org_1", name: "Acme" },
      billing_period: { start_at: march, end_at: april },
      units: { included: 2, consumed: 5, overage: 3 },
      base_fee_usd: 49,
      charges: [
        { unit_price_usd: 0.1, units: 1, amount_usd: 0.1 },
        { unit_price_usd: 0.3, units: 1, amount_usd: 0.3 },
      ],
      charges_usd: 0.4,
      adjustments: [
        { job_id: job.job_id, occurred_at: march, amount_usd: -0.05, reference: "T-1", reason: null },
      ],
      adjustment_count: 1,
      adjustments_usd: -0.05,
      total_usd: 49.35,
      ledger: { events: 3, sha256: "hash" },
    });
  });

  test("of an adjustment from before 1.1.0 shows no reference", () => {
    const old = { ...correction(1), adjustment: null };
    expect(view({}, tallyOf([old])).adjustments).toMatchObject([
      { reference: null, reason: null, period_start: null },
    ]);
  });

  test("of a ledger that is too long has the totals alone", () => {
    expect(
      statementView({
        ...{ organization, period, usage, tally: null, voided: [], closedAt: null, issuer: null },
        corrected: new Map(),
      }),
    ).toMatchObject({
      state: "open",
      closed_at: null,
      charges: null,
      charges_usd: 1,
      base_fee_usd: 0,
      adjustments: null,
      adjustment_count: null,
      adjustments_usd: -0.1,
      total_usd: 0.9,
      ledger: { events: null, sha256: null },
    });
  });

  test("shows each plan of the period, and counts by the last", () => {
    const full = { ...plan, base_fee_micro_usd: 1_000_000, spend_cap_micro_usd: 2_000_000 };
    const plans = [
      { from: march, plan: null },
      { from: march, plan: full },
      { from: april, plan },
    ];
    const none = { from: march, name: null, included_units: 0, unit_price_usd: 0, overage_allowed: false };
    const spring = { from: march, name: "spring", included_units: 2, unit_price_usd: 0.3 };
    expect(view({ plans }).plans).toEqual([
      { ...none, base_fee_usd: 0, spend_cap_usd: null },
      { ...spring, overage_allowed: true, base_fee_usd: 1, spend_cap_usd: 2 },
      { ...spring, from: april, overage_allowed: true, base_fee_usd: 0, spend_cap_usd: null },
    ]);
    expect([lastPlan({ plans }), lastPlan({ plans: [] })]).toEqual([plan, null]);
    expect(view({ plans: [{ from: march, plan: null }] }).units).toEqual({
      included: 0,
      consumed: 5,
      overage: 5,
    });
    expect(view({ totals: { ...totals, consumed: 1 } }).units.overage).toBe(0);
  });
});

describe("the usage summary", () => {
  const summary = (changes: Partial<PeriodUsage> = {}) =>
    usageSummary(organization, limitsInForce({ max_concurrent_jobs: 7 }), { ...usage, ...changes }, period);

  test("has what was used, what is left and the jobs, those in flight included", () => {
    expect(summary()).toMatchObject({
      access: { enabled: true, status: "active", plan: "spring" },
      billing_period: { start_at: march, end_at: april },
      plans_recorded: true,
      usage: { included: 2, consumed: 5, overage: 3, remaining: 0, projected_overage_amount_usd: 0.9 },
      jobs: {
        total: 15,
        succeeded: 7,
        failed: 2,
        outputs_returned: 9,
        regenerate_count: 3,
        cache_hit_count: 4,
      },
      rate_limits: { max_concurrent_jobs: 7, usage_summary_per_minute: 60 },
    });
    expect(summary({ totals: { ...totals, consumed: 1 } }).usage).toMatchObject({ overage: 0, remaining: 1 });
  });

  test("without a plan has no allowance", () => {
    const { access, usage } = summary({ plans: [{ from: march, plan: null }] });
    expect([access.plan, usage.included, usage.overage]).toEqual([null, 0, 5]);
  });

  test("a period has successes from the first job on", () => {
    expect([0, 1].map((jobs_succeeded) => hasSuccesses({ ...totals, jobs_succeeded }))).toEqual([
      false,
      true,
    ]);
  });
});
