import { expect, test } from "vitest";
import { breakingRate, firstLimits } from "../../src/scaling/first-limits.ts";
import { kinds } from "../../src/scaling/kinds.ts";
import { limits } from "../../src/scaling/quotas.ts";

const perMinute = (kind: keyof typeof kinds, name: string) => {
  const limit = limits.find((one) => one.name === name);
  return limit && Math.round(breakingRate(limit, kinds[kind]) * 60);
};

test("starts and transitions are counted in the state machines", () => {
  const counts = Object.values(kinds).map(({ startedExecutions, transitions }) => [
    startedExecutions,
    transitions,
  ]);
  expect(counts).toEqual([
    [2, 4],
    [3, 5],
    [4, 7],
  ]);
});

test("each further execution and transition of a job brings the quota of Step Functions nearer", () => {
  const starts = Object.keys(kinds).map((kind) =>
    perMinute(kind as keyof typeof kinds, "Step Functions: StartExecution"),
  );
  expect(starts).toEqual([9000, 6000, 4500]);
  expect(perMinute("with it, rendered", "Step Functions: StateTransition")).toBe(12_857);
});

test("a job a second of the rendered model breaks nothing, 100 break its executions first, then an organization's counters", () => {
  const brokenAt = (perSecond: number) =>
    firstLimits(limits, kinds["with it, rendered"], perSecond).map(({ name }) => name);
  expect(brokenAt(1)).toEqual([]);
  expect(brokenAt(100).slice(0, 2)).toEqual([
    "Rendered model: its executions",
    "Organization: transactions on its counters",
  ]);
});

test("at 1,000 jobs a second also transitions, task answers, the index and the table break", () => {
  const broken = firstLimits(limits, kinds["with it, rendered"], 1000).map(({ name }) => name);
  for (const name of [
    "StartExecution",
    "StateTransition",
    "SendTaskSuccess",
    "index of open work",
    "writes of one table",
  ])
    expect(
      broken.some((one) => one.includes(name)),
      name,
    ).toBe(true);
});

test("of each limit it is said what moves it", () => {
  for (const { name, moves } of limits) expect(moves, name).not.toBe("");
});
