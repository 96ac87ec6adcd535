import * as v from "valibot";

/** The day of the month, 1 to 28, on which billing periods start; it applies from `from` on. */
const Anchor = v.object({
  day: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(28)),
  from: v.pipe(v.string(), v.isoTimestamp()),
});

/** Every anchor day of an organization, oldest first, so that a change of the day leaves past periods as they were. */
export const Anchors = v.tupleWithRest([Anchor], Anchor);
export type Anchors = v.InferOutput<typeof Anchors>;

/** From `start` (inclusive) to `end` (exclusive), which is the next period's start. */
export type BillingPeriod = { start: Date; end: Date };

export const anchoredOn = (day: number): Anchors => [{ day, from: new Date(0).toISOString() }];

const anchorAt = (anchors: Anchors, at: Date) =>
  anchors.findLast(({ from }) => Date.parse(from) <= at.getTime()) ?? anchors[0];

/**
 * The billing period that contains `at`: one month in UTC, from the anchor day on or before it. The first period after
 * a change of the day is shorter: it starts when the previous one ended.
 */
export function billingPeriod(anchors: Anchors, at: Date): BillingPeriod {
  const { day, from } = anchorAt(anchors, at);
  const monthsBack = at.getUTCDate() < day ? 1 : 0;
  const anchored = (months: number) =>
    Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - monthsBack + months, day);
  return { start: new Date(Math.max(anchored(0), Date.parse(from))), end: new Date(anchored(1)) };
}

/** The anchors with a new day from the end of the current period on. Drops a change that has not taken effect yet. */
export function changeAnchorDay(anchors: Anchors, day: number, now: Date): Anchors {
  const [first, ...later] = anchors;
  const begun = later.filter(({ from }) => Date.parse(from) <= now.getTime());
  const kept: Anchors = [first, ...begun];
  if (anchorAt(kept, now).day === day) return kept;
  return [...kept, { day, from: billingPeriod(kept, now).end.toISOString() }];
}

/**
 * Why an organization has neither usage nor a statement of a billing period: it existed only after the period had ended.
 * Null if it existed.
 */
export function whyNotBilled(
  { anchors, created_at }: { anchors: Anchors; created_at: string },
  period: BillingPeriod,
): string | null {
  const since = new Date(created_at);
  if (period.end > since) return null;
  const first = billingPeriod(anchors, since).start.toISOString().slice(0, 10);
  return `The organization did not exist in that billing period: its first one began on ${first}.`;
}

/**
 * The billing periods of an organization, newest first: from the one that contains `until` back to the one in which it
 * was created.
 */
export function* billedPeriods(
  organization: { anchors: Anchors; created_at: string },
  until: Date,
): Generator<BillingPeriod, void, undefined> {
  let period = billingPeriod(organization.anchors, until);
  while (whyNotBilled(organization, period) === null) {
    yield period;
    period = billingPeriod(organization.anchors, new Date(period.start.getTime() - 1));
  }
}

/**
 * The first billing period of an organization that closes by itself, if it is so from `now` on: the last one that has ended,
 * or the running one if the organization did not exist before it.
 */
export function firstToClose(
  organization: { anchors: Anchors; created_at: string },
  now: Date,
): BillingPeriod {
  const running = billingPeriod(organization.anchors, now);
  const before = billingPeriod(organization.anchors, new Date(running.start.getTime() - 1));
  return whyNotBilled(organization, before) === null ? before : running;
}

/** The billing period that starts at `start`, or null if none does. */
export function periodStartingAt(anchors: Anchors, start: Date): BillingPeriod | null {
  const period = billingPeriod(anchors, start);
  return period.start.getTime() === start.getTime() ? period : null;
}
