import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findUsage } from "../../../../lambdas/storage/billing/usage.ts";
import { findGeneration } from "../../../../lambdas/storage/generation/generations.ts";
import { startApi } from "../../../support/api.ts";
import { live } from "../../../support/billing/acting.ts";
import { action } from "../../../support/billing/actions.ts";
import { capOf, contents, totalsOf } from "../../../support/billing/bookkeeper.ts";
import type { History } from "../../../support/billing/history.ts";
import { isFullRun } from "../../../support/full-run.ts";
import { injectFaults } from "../../../support/transactions.ts";

const numRuns = isFullRun ? 1000 : 4;
const plan = { name: "plan", included_units: 2, unit_price_micro_usd: 250_000, overage_allowed: true };

const api = await startApi();
beforeAll(() => {
  injectFaults();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await api.stop();
});

const microUsd = (usd: number) => Math.round(usd * 1_000_000);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

// @contract usage.billing_period.start_at usage.usage.included usage.usage.projected_overage_amount_usd
// @contract usage.jobs.total billing-event.billable billing-event.unit_price_usd billing-event.amount_usd
test("after any history, ledger, totals, summary and a recount of the jobs agree", async () => {
  const tally: Record<string, number> = {};
  const caps = fc.constantFrom(null, null, 250_000, 700_000);
  const histories = fc.array(action, { minLength: 1, maxLength: 60, size: "max" });
  await fc.assert(
    fc.asyncProperty(histories, fc.boolean(), caps, async (actions, overage_allowed, spend_cap_micro_usd) => {
      const first = { ...plan, overage_allowed, spend_cap_micro_usd };
      const history = await live(api, first, actions);
      await checkBooks(history);
      for (const [name, count] of Object.entries(contents(history.books)))
        tally[name] = (tally[name] ?? 0) + count;
    }),
    { numRuns },
  );
  console.log(`${numRuns} histories`, tally);
  // A few histories can lack a rare case by chance.
  if (isFullRun) for (const [name, count] of Object.entries(tally)) expect(count, name).toBeGreaterThan(0);
}, 3_600_000);

async function checkBooks({ partner, books }: History): Promise<void> {
  const { organization_id } = partner.organization;
  const events = await partner.readEvents(7);
  const positions = events.map(({ occurred_at, event_id }) => `${occurred_at}#${event_id}`);
  expect(positions).toEqual(positions.toSorted().reverse());

  const succeeded = books.jobs.filter(({ end }) => end && end.use !== "none");
  const charges = events.filter(({ usage_type }) => usage_type !== "adjustment");
  expect(charges.map(({ job_id }) => job_id).toSorted()).toEqual(succeeded.map(({ id }) => id).toSorted());

  const jobs = await Promise.all(books.jobs.map(({ id }) => findGeneration(organization_id, id)));
  for (const [index, start] of books.starts.entries()) {
    const end = books.starts[index + 1] ?? books.end;
    const isIn = (time: string | null | undefined) =>
      Date.parse(time ?? "") >= start && Date.parse(time ?? "") < end;
    const { totals } = await findUsage(organization_id, { start: new Date(start), end: new Date(end) });
    expect(totals).toEqual(totalsOf(books, start));

    const inPeriod = events.filter(({ occurred_at }) => isIn(occurred_at));
    expect(sum(inPeriod.map(({ amount_usd }) => microUsd(amount_usd)))).toBe(totals.amount_micro_usd);

    const ended = jobs.filter((job) => isIn(job?.completed_at));
    const outputs = ended.flatMap((job) => job?.outputs ?? []);
    expect({
      succeeded: ended.filter((job) => job?.status === "succeeded").length,
      failed: ended.filter((job) => job?.status === "failed").length,
      outputs: outputs.length,
      regenerated: ended.filter((job) => job?.parent_job_id !== null).length,
      cached: ended.filter((job) => job?.outputs.some(({ cached }) => cached)).length,
    }).toEqual({
      succeeded: totals.jobs_succeeded,
      failed: totals.jobs_failed,
      outputs: totals.outputs_returned,
      regenerated: totals.regenerate_count,
      cached: totals.cache_hit_count,
    });
  }

  await checkClosedPeriods({ partner, books });
  vi.setSystemTime(books.now + 31_000 < books.end ? books.now + 31_000 : books.now);
  const summary = await partner.summary();
  const start = books.starts.at(-1) ?? 0;
  const totals = totalsOf(books, start);
  const included = books.plan?.included_units ?? 0;
  expect(summary).toMatchObject({
    billing_period: { start_at: new Date(start).toISOString(), end_at: new Date(books.end).toISOString() },
    usage: {
      included,
      consumed: totals.consumed,
      overage: Math.max(0, totals.consumed - included),
      remaining: Math.max(0, included - totals.consumed),
    },
    jobs: {
      total: totals.jobs_succeeded + totals.jobs_failed + books.jobs.filter(({ end }) => end === null).length,
      succeeded: totals.jobs_succeeded,
      failed: totals.jobs_failed,
      outputs_returned: totals.outputs_returned,
      regenerate_count: totals.regenerate_count,
      cache_hit_count: totals.cache_hit_count,
    },
  });
  expect(microUsd(summary.usage.projected_overage_amount_usd)).toBe(totals.amount_micro_usd);
}

/** A closed period's summary has the plans that it had, whatever came later. */
async function checkClosedPeriods({ partner, books }: Pick<History, "partner" | "books">): Promise<void> {
  for (const start of books.starts.slice(0, -1)) {
    const period = new Date(start).toISOString().slice(0, 10);
    const summary = await partner.sendOk("getUsageSummary", { query: { period } });
    const plans = books.plans.get(start) ?? [];
    expect(summary.plans_recorded).toBe(true);
    expect(summary.plans.map(({ from }: { from: string }) => Date.parse(from))).toEqual(
      plans.map(({ from }) => from),
    );
    expect(summary.plans.map(priceOf)).toEqual(plans.map(({ plan }) => plan?.unit_price_micro_usd ?? 0));
    expect(summary.usage.included).toBe(plans.at(-1)?.plan?.included_units ?? 0);
    const caps = plans.map(({ plan }) => capOf(plan));
    if (caps.every((cap) => cap !== null))
      expect(totalsOf(books, start).charged_micro_usd).toBeLessThanOrEqual(Math.max(...caps));
    const statement = await partner.sendOk("getStatement", { id: period });
    expect(microUsd(statement.charges_usd) + microUsd(statement.adjustments_usd)).toBe(
      totalsOf(books, start).amount_micro_usd,
    );
    expect(microUsd(statement.charges_usd)).toBe(totalsOf(books, start).charged_micro_usd);
    expect(summary.usage.consumed).toBe(totalsOf(books, start).consumed);
    expect(microUsd(summary.usage.projected_overage_amount_usd)).toBe(
      totalsOf(books, start).amount_micro_usd,
    );
  }
}

const priceOf = ({ unit_price_usd }: { unit_price_usd: number }) => microUsd(unit_price_usd);
