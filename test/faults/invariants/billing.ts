import type { History } from "../world/history.ts";
import { type Item, monthOf, type Records } from "./records.ts";

const isCached = (job: Item): boolean => job.outputs.some(({ cached }: { cached: boolean }) => cached);

/** What a job must be charged as, by the published rules. */
function typeOf(job: Item): string {
  if (job.sandbox) return "sandbox";
  if (isCached(job)) return "cache_hit";
  return job.parent_job_id === null ? "generation" : "regeneration";
}

const isAdjustment = ({ usage_type }: Item): boolean => usage_type === "adjustment";

const billable = new Set(["generation", "regeneration"]);
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** One event for each success and none besides; the ledger, the totals and a recount of the jobs are the same. */
export function* checkBilling(history: History, records: Records): Generator<string> {
  const { jobs, ledger } = records;
  for (const job of jobs) {
    const events = ledger.filter((event) => event.job_id === job.job_id && !isAdjustment(event));
    if (events.length !== (job.status === "succeeded" ? 1 : 0))
      yield `${job.job_id} is ${job.status} and has ${events.length} events`;
    for (const event of events) {
      const type = typeOf(job);
      if (event.organization_id !== job.organization_id)
        yield `${event.event_id} is in another organization's ledger`;
      if (event.usage_type !== type || event.billable !== billable.has(type))
        yield `${event.event_id} is a ${event.usage_type}, billable ${event.billable}; ${job.job_id} is a ${type}`;
      if (event.occurred_at !== job.completed_at)
        yield `${event.event_id} is not of the time at which its job ended`;
      if (!event.billable && event.amount_micro_usd !== 0)
        yield `${event.event_id} charges what is not billable`;
    }
  }
  const known = new Set(jobs.map(({ job_id }) => job_id));
  for (const { event_id, job_id } of ledger)
    if (!known.has(job_id)) yield `${event_id} charges an unknown ${job_id}`;
  for (const { organizationId, planChanges, firstPlan, adjustments } of history.partners) {
    for (const { jobId, reference, amount } of adjustments) {
      const found = ledger.filter(
        (event) => event.job_id === jobId && event.adjustment?.reference === reference,
      );
      if (found.length !== 1 || found[0]?.amount_micro_usd !== amount)
        yield `${organizationId} has ${found.length} adjustments of ${jobId} for ${reference}`;
    }
    yield* checkTotals(organizationId, records);
    if (planChanges === 0 && firstPlan) yield* checkBounds(organizationId, firstPlan, records);
  }
}

function* checkTotals(organizationId: string, { jobs, ledger, usage }: Records): Generator<string> {
  const own = jobs.filter((job) => job.organization_id === organizationId && job.completed_at !== null);
  const events = ledger.filter((event) => event.organization_id === organizationId);
  const totals = usage.filter((item) => item.organization_id === organizationId);
  const periods = new Set([
    ...own.map(({ completed_at }) => monthOf(completed_at)),
    ...totals.map(({ period }) => period),
  ]);
  for (const period of periods) {
    const item: Partial<Item> = totals.find((total) => total.period === period) ?? {};
    const ended = own.filter(({ completed_at }) => monthOf(completed_at) === period);
    const succeeded = ended.filter(({ status }) => status === "succeeded");
    const ofPeriod = events.filter(({ occurred_at }) => monthOf(occurred_at) === period);
    const amountOf = (some: Item[]) => sum(some.map(({ amount_micro_usd }) => amount_micro_usd));
    const counted = {
      jobs_succeeded: succeeded.length,
      jobs_failed: ended.length - succeeded.length,
      outputs_returned: sum(succeeded.map(({ outputs }) => outputs.length)),
      regenerate_count: ended.filter(({ parent_job_id }) => parent_job_id !== null).length,
      cache_hit_count: succeeded.filter(isCached).length,
      amount_micro_usd: amountOf(ofPeriod),
      charged_micro_usd: amountOf(ofPeriod.filter((event) => !isAdjustment(event))),
    };
    for (const [name, count] of Object.entries(counted))
      if ((item[name] ?? 0) !== count)
        yield `${organizationId} has ${name} ${item[name] ?? 0} in ${period}, and ${count} by recount`;
    if ((item.consumed ?? 0) !== (item.committed ?? 0))
      yield `${organizationId} has ${item.committed} units committed and ${item.consumed} consumed in ${period}`;
  }
  const consumed = sum(totals.map((total) => total.consumed ?? 0));
  const units = events.filter((event) => event.billable && !isAdjustment(event)).length;
  if (consumed !== units)
    yield `${organizationId} has consumed ${consumed} units, and ${units} are in its ledger`;
}

type Plan = {
  included_units: number;
  overage_allowed: boolean;
  spend_cap_micro_usd?: number | null | undefined;
};

/** A plan without overage is never exceeded, nor is a spend cap. */
function* checkBounds(organizationId: string, plan: Plan, { usage }: Records): Generator<string> {
  for (const { consumed = 0, amount_micro_usd: amount = 0, period } of usage.filter(
    (item) => item.organization_id === organizationId,
  )) {
    if (!plan.overage_allowed && consumed > plan.included_units)
      yield `${organizationId} has consumed ${consumed} of ${plan.included_units} units in ${period}`;
    if (plan.spend_cap_micro_usd != null && amount > plan.spend_cap_micro_usd)
      yield `${organizationId} is charged ${amount} in ${period}, above its spend cap of ${plan.spend_cap_micro_usd}`;
  }
}
