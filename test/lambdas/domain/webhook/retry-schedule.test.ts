import fc from "fast-check";
import { expect, test } from "vitest";
import { nextAttemptAt, pauses, retryAfterMs } from "../../../../lambdas/domain/webhook/retry-schedule.ts";

const now = new Date("2026-11-20T12:00:00Z");
const hours = (count: number) => count * 3_600_000;
const pauseAfter = (made: number, random: number, retryAfter = 0) => {
  const next = nextAttemptAt(made, retryAfter, now, random);
  return next && next.getTime() - now.getTime();
};

test("ten attempts are made over three days, then none", () => {
  expect(pauses.map((_, made) => pauseAfter(made, 0.5))).toEqual([...pauses]);
  expect(pauses.reduce((sum, pause) => sum + pause, 0) / hours(1)).toBeCloseTo(75.58, 1);
  expect(nextAttemptAt(10, 0, now, 0.5)).toBeNull();
});

test("a pause is spread by at most 10 % either way", () => {
  fc.assert(
    fc.property(fc.nat({ max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (made, random) => {
      const pause = pauses[made] ?? 0;
      const spread = pauseAfter(made, random) ?? -1;
      expect(spread).toBeGreaterThanOrEqual(Math.floor(pause * 0.9));
      expect(spread).toBeLessThanOrEqual(Math.ceil(pause * 1.1));
    }),
  );
  expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([4500, 5500]);
});

test("Retry-After makes a pause longer, never shorter, and by no more than a day", () => {
  expect(pauseAfter(1, 0.5, 60_000)).toBe(60_000);
  expect(pauseAfter(2, 0.5, 60_000)).toBe(5 * 60_000);
  expect(pauseAfter(1, 0.5, hours(100))).toBe(hours(24));
});

test.each([
  ["120", 120_000],
  [" 120 ", 120_000],
  ["Fri, 20 Nov 2026 12:00:30 GMT", 30_000],
  ["9999999999", 9_999_999_999_000],
  ["Friday, 20-Nov-26 12:00:30 GMT", 30_000],
  ["Fri Nov 20 12:00:30 2026", 30_000],
  ["Tue Dec  1 12:00:00 2026", 11 * 24 * 3_600_000],
  ["Friday, 20-Nov-77 12:00:30 GMT", 0],
  ["Fri, 20 Nov 2026 12:00:30 CET", 0],
  ["Fri, 20 Nov 2026 11:00:00 GMT", 0],
  ["Fri, 99 Nov 2026 11:00:00 GMT", 0],
  ["2026-11-21", 0],
  ["-5", 0],
  ["1e3", 0],
  ["soon", 0],
  ["", 0],
  [null, 0],
])("Retry-After %j means %d ms", (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected);
});
