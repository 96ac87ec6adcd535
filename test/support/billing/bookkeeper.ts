import type { Plan } from "../../../lambdas/domain/organization/organization.ts";

/** A second, plain set of books: every number is counted from this list of jobs each time it is read. */
export type Books = {
  now: number;
  plan: Plan | null;
  /** The times and plans of each period, by its start: at its start, then its changes. */
  plans: Map<number, { from: number; plan: Plan | null }[]>;
  /** The units that the rest of the present period may have, if a plan with a spend cap began within it. */
  bound: number | null;
  /** The day on which the next periods start: in force, and from the end of the present period on. */
  day: number;
  nextDay: number;
  /** The start of every period so far, and the end of the present one. */
  starts: number[];
  end: number;
  jobs: BookedJob[];
  adjustments: { period: number; corrects: number; amount: number }[];
  approved: Set<number>;
  refusals: number;
};

export type BookedJob = {
  id: string;
  picture: number;
  parent: string | null;
  alternates: boolean;
  reservedIn: number | null;
  /** The most that it may cost, if it was accepted under a spend cap. */
  reservedPrice: number | null;
  /** `unitIn` is the period that its unit counts in. */
  end: {
    period: number;
    unitIn: number;
    at: number;
    use: "unit" | "cache" | "none";
    amount: number;
    outputs: number;
  } | null;
};

const dayAfter = (time: number, day: number) => {
  const date = new Date(time);
  const inMonth = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, day);
  return inMonth(0) > time ? inMonth(0) : inMonth(1);
};

export const openBooks = (plan: Plan | null, start: number): Books => {
  const date = new Date(start);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return {
    now: start,
    plan,
    plans: new Map([[first, [{ from: first, plan }]]]),
    bound: null,
    day: 1,
    nextDay: 1,
    starts: [first],
    end: dayAfter(first, 1),
    jobs: [],
    adjustments: [],
    approved: new Set(),
    refusals: 0,
  };
};

/** Lets time pass, over as many periods as it takes. */
export function pass(books: Books, milliseconds: number): void {
  books.now += milliseconds;
  while (books.end <= books.now) {
    books.plans.set(books.end, [{ from: books.end, plan: books.plan }]);
    books.bound = null;
    books.starts.push(books.end);
    books.day = books.nextDay;
    books.end = dayAfter(books.end, books.day);
  }
}

/** Changes the plan now. */
export function bookPlan(books: Books, plan: Plan | null): void {
  const period = periodOf(books);
  const cap = capOf(plan);
  books.plan = plan;
  books.bound = null;
  if (plan && cap !== null) {
    const affordable = Math.floor(Math.max(0, cap - chargedIn(books, period)) / plan.unit_price_micro_usd);
    books.bound = Math.max(unitsOf(books, period, false), plan.included_units) + affordable;
  }
  books.plans.get(periodOf(books))?.push({ from: books.now, plan });
}

export const periodOf = (books: Books): number => books.starts.at(-1) ?? Number.NaN;

/** The units of a period that are consumed, and with `reserved` also those that jobs in flight hold. */
const unitsOf = ({ jobs }: Books, period: number, reserved: boolean): number =>
  jobs.filter((job) =>
    job.end === null
      ? reserved && job.reservedIn === period
      : job.end.use === "unit" && job.end.unitIn === period,
  ).length;

/** The spend cap of a plan with a price for units, or null. */
export const capOf = (plan: Plan | null): number | null =>
  plan?.overage_allowed && plan.unit_price_micro_usd > 0 ? (plan.spend_cap_micro_usd ?? null) : null;

const chargedIn = ({ jobs }: Books, period: number): number =>
  jobs.reduce((sum, { end }) => sum + (end?.period === period ? end.amount : 0), 0);

/** Whether a job is accepted now. */
export function accepts(books: Books): boolean {
  const { plan } = books;
  if (plan === null) return false;
  const cap = capOf(plan);
  if (plan.overage_allowed && cap === null) return true;
  const affordable = cap === null ? 0 : Math.floor(cap / plan.unit_price_micro_usd);
  const bound = (cap === null ? null : books.bound) ?? plan.included_units + affordable;
  return unitsOf(books, periodOf(books), true) < bound;
}

/** Books the end of a job at this moment: `outputs` of them made for it or cached, or none. */
export function bookEnd(books: Books, job: BookedJob, use: "unit" | "cache" | "none", outputs: number): void {
  const period = periodOf(books);
  const { plan } = books;
  const isPriced = use === "unit" && plan?.overage_allowed;
  const cap = capOf(plan);
  const holdsOthers = cap === null && job.reservedPrice === null;
  const isOver = unitsOf(books, period, holdsOthers) >= (plan?.included_units ?? 0);
  const price = isPriced && isOver ? priceOf(job, plan) : 0;
  const amount = cap !== null && chargedIn(books, period) + price > cap ? 0 : price;
  const unitIn = isPriced && job.reservedPrice !== null ? period : (job.reservedIn ?? period);
  job.end = {
    period,
    unitIn,
    at: books.now,
    use,
    amount,
    outputs: Math.min(outputs, job.alternates ? 2 : 1),
  };
}

function priceOf({ reservedIn, reservedPrice }: BookedJob, { unit_price_micro_usd: price }: Plan): number {
  if (reservedPrice !== null) return Math.min(reservedPrice, price);
  return reservedIn === null ? price : 0;
}

/** What the summary of a period must say. */
export function totalsOf(books: Books, period: number) {
  const ended = books.jobs.filter(({ end }) => end?.period === period);
  const count = (test: (job: BookedJob) => unknown) => ended.filter(test).length;
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    consumed: unitsOf(books, period, false),
    committed: unitsOf(books, period, true),
    amount_micro_usd: sum([
      ...ended.map(({ end }) => end?.amount ?? 0),
      ...books.adjustments.filter((adjustment) => adjustment.period === period).map(({ amount }) => amount),
    ]),
    charged_micro_usd: sum(ended.map(({ end }) => end?.amount ?? 0)),
    jobs_succeeded: count(({ end }) => end?.use !== "none"),
    jobs_failed: count(({ end }) => end?.use === "none"),
    outputs_returned: sum(ended.map(({ end }) => end?.outputs ?? 0)),
    regenerate_count: count(({ parent }) => parent !== null),
    cache_hit_count: count(({ end }) => end?.use === "cache"),
  };
}

/** What a history was made of. */
export const contents = ({ jobs, starts, adjustments, refusals }: Books) => ({
  periods: starts.length,
  jobs: jobs.length,
  refusals,
  free_units: jobs.filter(({ end }) => end?.use === "unit" && end.amount === 0).length,
  priced_units: jobs.filter(({ end }) => end && end.amount > 0).length,
  cache_hits: jobs.filter(({ end }) => end?.use === "cache").length,
  failures: jobs.filter(({ end }) => end?.use === "none").length,
  regenerations: jobs.filter(({ parent }) => parent !== null).length,
  under_a_cap: jobs.filter(({ reservedPrice }) => reservedPrice !== null).length,
  reserved_before_a_turn: jobs.filter(({ end, reservedIn }) => end && reservedIn && reservedIn !== end.period)
    .length,
  adjustments: adjustments.length,
});
