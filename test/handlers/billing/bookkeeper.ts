import type { Plan } from "../../../lambdas/domain/organization/organization.ts";

/** A second, plain set of books: every number is counted from this list of jobs each time it is read. */
export type Books = {
  now: number;
  plan: Plan | null;
  /** The times and plans of each period, by its start: at its start, then its changes. */
  plans: Map<number, { from: number; plan: Plan | null }[]>;
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
  end: { period: number; at: number; use: "unit" | "cache" | "none"; amount: number; outputs: number } | null;
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
    books.starts.push(books.end);
    books.day = books.nextDay;
    books.end = dayAfter(books.end, books.day);
  }
}

/** Changes the plan now. */
export function bookPlan(books: Books, plan: Plan | null): void {
  books.plan = plan;
  books.plans.get(periodOf(books))?.push({ from: books.now, plan });
}

export const periodOf = (books: Books): number => books.starts.at(-1) ?? Number.NaN;

/** The units of a period that are consumed, and with `reserved` also those that jobs in flight hold. */
const unitsOf = ({ jobs }: Books, period: number, reserved: boolean): number =>
  jobs.filter((job) =>
    job.end === null
      ? reserved && job.reservedIn === period
      : job.end.use === "unit" && (job.reservedIn ?? job.end.period) === period,
  ).length;

/** Whether a job is accepted now. */
export const accepts = (books: Books): boolean =>
  books.plan !== null &&
  (books.plan.overage_allowed || unitsOf(books, periodOf(books), true) < books.plan.included_units);

/** Books the end of a job at this moment: `outputs` of them made for it or cached, or none. */
export function bookEnd(books: Books, job: BookedJob, use: "unit" | "cache" | "none", outputs: number): void {
  const period = periodOf(books);
  const charged = use === "unit" && job.reservedIn === null && books.plan?.overage_allowed;
  const isOver = unitsOf(books, period, true) >= (books.plan?.included_units ?? 0);
  const amount = charged && isOver ? (books.plan?.unit_price_micro_usd ?? 0) : 0;
  job.end = { period, at: books.now, use, amount, outputs: Math.min(outputs, job.alternates ? 2 : 1) };
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
  reserved_before_a_turn: jobs.filter(({ end, reservedIn }) => end && reservedIn && reservedIn !== end.period)
    .length,
  adjustments: adjustments.length,
});
