import { randomOf } from "@image-staging/picture/random";
import { expect, test } from "vitest";
import { deployedPatience, formerPatience } from "../../src/burst/machine.ts";
import { renderSeconds } from "../../src/burst/render.ts";
import { type Burst, simulateBurst } from "../../src/burst/simulate.ts";

const now = deployedPatience();
const run = (burst: Burst, patience = now) => simulateBurst(burst, patience, randomOf(7));
const minutes = (seconds: number) => seconds / 60;

test.each([
  { free: 8, jobs: 1000, megapixels: 1.5, within: 20 },
  { free: 8, jobs: 1000, megapixels: 12, within: 37 },
  { free: 100, jobs: 1000, megapixels: 12, within: 5 },
  { free: 100, jobs: 1000, megapixels: 45, within: 10 },
])(
  "a burst of $jobs jobs of $megapixels MP on $free executions fails none, within $within minutes",
  (burst) => {
    const { failed, lastSeconds, longestQueue } = run({ ...burst, seconds: renderSeconds(burst.megapixels) });
    expect(failed).toBe(0);
    expect(minutes(lastSeconds)).toBeLessThan(burst.within);
    expect(longestQueue).toBeLessThanOrEqual(burst.jobs);
  },
);

test("with the four retries of version 1.2, or with twelve, most of them fail", () => {
  const burst = { free: 8, jobs: 1000, seconds: renderSeconds(1.5) };
  expect(run(burst, formerPatience).failed).toBeGreaterThan(900);
  expect(run(burst, { ...now, MaxAttempts: 12 }).failed).toBeGreaterThan(500);
});

test("no schedule of twelve tries is enough: they end before 8 executions have made 1,000 pictures", () => {
  expect((1000 * renderSeconds(1.5)) / 8).toBeGreaterThan(12 * now.MaxDelaySeconds);
});

test("a first pause of up to a picture's length spares a third of the retries, and no picture is half a minute later", () => {
  const burst = { free: 100, jobs: 1000, seconds: renderSeconds(12) };
  const [patient, hasty] = [run(burst), run(burst, { ...now, IntervalSeconds: 2 })];
  expect(patient.retries).toBeLessThan(hasty.retries * (2 / 3));
  expect(patient.lastSeconds - hasty.lastSeconds).toBeLessThan(30);
});

test("no retry waits for more than a minute, and their pauses differ", () => {
  expect(now).toMatchObject({ MaxDelaySeconds: 60, JitterStrategy: "FULL" });
});

test("jobs that find an execution free make no retry, and jobs on too few of them fail in the end", () => {
  expect(run({ free: 10, jobs: 10, seconds: 8 })).toEqual({
    ...{ failed: 0, lastSeconds: 8, longestQueue: 0, retries: 0, workedSeconds: 80 },
  });
  const { failed, lastSeconds } = run({ free: 1, jobs: 1000, seconds: 60 });
  expect(failed).toBeGreaterThan(900);
  expect(lastSeconds).toBeLessThanOrEqual(now.endSeconds);
});
