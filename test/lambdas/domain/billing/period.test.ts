import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Anchors,
  anchoredOn,
  billingPeriod,
  changeAnchorDay,
  periodStartingAt,
} from "../../../../lambdas/domain/billing/period.ts";

const period = (anchors: Anchors, at: string) => {
  const { start, end } = billingPeriod(anchors, new Date(at));
  return [start.toISOString(), end.toISOString()];
};
const midnight = (day: string) => `${day}T00:00:00.000Z`;

test("a period is the calendar month from the anchor day, its last millisecond included", () => {
  const march = [midnight("2026-03-01"), midnight("2026-04-01")];
  expect(period(anchoredOn(1), "2026-03-01T00:00:00.000Z")).toEqual(march);
  expect(period(anchoredOn(1), "2026-03-31T23:59:59.999Z")).toEqual(march);
  expect(period(anchoredOn(28), "2026-03-27T12:00:00Z")).toEqual([
    midnight("2026-02-28"),
    midnight("2026-03-28"),
  ]);
  expect(period(anchoredOn(15), "2027-01-14T00:00:00Z")).toEqual([
    midnight("2026-12-15"),
    midnight("2027-01-15"),
  ]);
});

test("a new day waits for the period's end, and makes the next period shorter", () => {
  const anchors = changeAnchorDay(anchoredOn(1), 15, new Date("2026-03-20T09:00:00Z"));
  expect(period(anchors, "2026-03-31T23:59:59.999Z")).toEqual([
    midnight("2026-03-01"),
    midnight("2026-04-01"),
  ]);
  expect(period(anchors, "2026-04-01T00:00:00Z")).toEqual([midnight("2026-04-01"), midnight("2026-04-15")]);
  expect(period(anchors, "2026-04-15T00:00:00Z")).toEqual([midnight("2026-04-15"), midnight("2026-05-15")]);
});

test("a change that is not yet in force can be replaced, or withdrawn by choosing the day in force", () => {
  const now = new Date("2026-03-20T09:00:00Z");
  const changed = changeAnchorDay(anchoredOn(1), 15, now);
  expect(changeAnchorDay(changed, 10, now)).toEqual(changeAnchorDay(anchoredOn(1), 10, now));
  expect(changeAnchorDay(changed, 1, now)).toEqual(anchoredOn(1));
});

test("a change that takes effect at this moment is kept", () => {
  const changed = changeAnchorDay(anchoredOn(1), 15, new Date("2026-03-20T09:00:00Z"));
  expect(changeAnchorDay(changed, 10, new Date("2026-04-01T00:00:00Z"))).toHaveLength(3);
});

test("only its start names a period", () => {
  const named = (at: string) => periodStartingAt(anchoredOn(15), new Date(at));
  const end = new Date(midnight("2026-04-15"));
  expect(named(midnight("2026-03-15"))).toEqual({ start: new Date(midnight("2026-03-15")), end });
  expect([named("2026-03-15T00:00:00.001Z"), named(midnight("2026-03-16"))]).toEqual([null, null]);
});

const day = fc.integer({ min: 1, max: 28 });
const time = fc.date({ min: new Date("2026-01-01"), max: new Date("2029-01-01"), noInvalidDate: true });
const changes = fc.array(fc.tuple(time, day), { maxLength: 6 });

test("whatever changes, periods follow each other without a gap, and periods past stay as they were", () => {
  fc.assert(
    fc.property(day, changes, time, (first, wanted, at) => {
      let anchors = anchoredOn(first);
      for (const [now, next] of wanted.toSorted(([a], [b]) => a.getTime() - b.getTime())) {
        const before = billingPeriod(anchors, now);
        const past = billingPeriod(anchors, new Date(before.start.getTime() - 1));
        anchors = changeAnchorDay(anchors, next, now);
        expect(billingPeriod(anchors, now)).toEqual(before);
        expect(billingPeriod(anchors, new Date(before.start.getTime() - 1))).toEqual(past);
      }
      const { start, end } = billingPeriod(anchors, at);
      expect(start <= at && at < end).toBe(true);
      expect(billingPeriod(anchors, end).start).toEqual(end);
      expect(billingPeriod(anchors, new Date(start.getTime() - 1)).end).toEqual(start);
      expect(end.getTime() - start.getTime()).toBeLessThanOrEqual(31 * 24 * 3600 * 1000);
    }),
    { numRuns: 1000 },
  );
});
