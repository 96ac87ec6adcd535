import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { definitionOf } from "./support/run-machine.ts";

const files = globSync("*.asl.json", { cwd: join(import.meta.dirname, "../state-machines") });
const retriers = files.flatMap((file) =>
  Object.entries(definitionOf(file).States).flatMap(([state, { Retry = [] }]) =>
    Retry.filter(({ MaxAttempts }) => MaxAttempts > 0).map((retrier) => ({ file, state, retrier })),
  ),
);

test("every task names what it calls, which the stack fills in, and what it hands on", () => {
  for (const file of files)
    for (const [state, { Type, Parameters }] of Object.entries(definitionOf(file).States))
      if (Type === "Task") {
        const [called, given] = Object.entries(Parameters ?? {});
        expect(called, `${file}: ${state}`).toEqual([
          expect.stringMatching(/^(FunctionName|TopicArn|QueueUrl)$/),
          expect.stringMatching(/^\$\{\w+\}$/),
        ]);
        expect(given?.[0], `${file}: ${state}`).toMatch(/^(Payload|Message|MessageBody)(\.\$)?$/);
      }
});

test("what is tried again waits for seconds, then twice as long each time, and never in step with others", () => {
  expect(retriers.length).toBeGreaterThan(10);
  for (const { file, state, retrier } of retriers) {
    expect(retrier, `${file}: ${state}`).toMatchObject({ BackoffRate: 2, JitterStrategy: "FULL" });
    // A picture takes seconds: a model is asked again no sooner.
    const first = state === "Run the model" ? [15] : [1, 2, 5];
    expect(first, `${file}: ${state}`).toContain(retrier.IntervalSeconds);
  }
});

test("what is tried again if Lambda is busy is tried again if it fails", () => {
  const busy = retriers.filter(({ retrier }) =>
    retrier.ErrorEquals.includes("Lambda.TooManyRequestsException"),
  );
  expect(busy.length).toBeGreaterThan(4);
  for (const { file, state, retrier } of busy)
    expect(retrier.ErrorEquals, `${file}: ${state}`).toContain("Lambda.ServiceException");
});

test("what is tried many times waits for at most a minute in between, a webhook for ten", () => {
  const many = retriers.filter(({ retrier }) => retrier.MaxAttempts > 4);
  expect(many.length).toBeGreaterThan(5);
  for (const { file, state, retrier } of many)
    expect(retrier, `${file}: ${state}`).toMatchObject({
      MaxDelaySeconds: state === "Deliver the webhook" ? 600 : 60,
    });
});
