import { expect, test } from "vitest";
import { jobDeadlineMinutes } from "../../lambdas/domain/generation/generation.ts";
import { attemptSeconds, lastAttemptMinutes } from "../../lambdas/domain/generation/inference.ts";
import { ingestDeadlineMinutes } from "../../lambdas/domain/source-asset/ingest.ts";
import { type Definition, definitionOf } from "../support/run-machine.ts";

const definition = definitionOf("generation.asl.json");

/** The longest a state can take, in seconds: every attempt uses its whole limit. */
function longest({ States }: Definition, name: string): number {
  const state = States[name];
  const failures = state?.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes("States.TaskFailed"));
  const { MaxAttempts: retries = 0, IntervalSeconds = 1, BackoffRate = 2 } = failures ?? {};
  const pauses = Array.from({ length: retries }, (_, nth) => IntervalSeconds * BackoffRate ** nth);
  return (state?.TimeoutSeconds ?? 0) * (1 + retries) + pauses.reduce((sum, pause) => sum + pause, 0);
}

test("the time limits let the first inference of an inline job begin whatever its ingest takes", () => {
  expect(definitionOf("source-ingest.asl.json").TimeoutSeconds).toBeLessThan(lastAttemptMinutes * 60);
});

test("the time limits let the model use all that its own limits give it", () => {
  expect(attemptSeconds.both).toBe(attemptSeconds.waiting + attemptSeconds.working);
  expect(definition.States["Run the inference"]?.TimeoutSeconds).toBeGreaterThan(attemptSeconds.both);
});

test("the time limits let a model that is a function notify of its failure before its task gives up", () => {
  const { TimeoutSeconds } = definitionOf("function-inference.asl.json");
  expect(TimeoutSeconds).toBeLessThanOrEqual(attemptSeconds.both);
});

/** The states from the first to the last of a job that succeeds. */
function statesOf({ StartAt, States }: Definition): string[] {
  const names = [];
  for (let name: string | undefined = StartAt; name; name = States[name]?.Next) names.push(name);
  return names;
}

test("the time limits let the last inference be approved and finished before the deadline, whatever approval takes", () => {
  const [ask = "", ...later] = statesOf(definition);
  const last = later.pop() ?? "";
  const limitOf = (name: string) => definition.States[name]?.TimeoutSeconds ?? 0;
  const ours = later.reduce((sum, name) => sum + longest(definition, name), 0);
  expect(ours).toBeGreaterThan(0);
  const all = lastAttemptMinutes * 60 + limitOf(ask) + ours + limitOf(last);
  expect(all).toBeLessThan(definition.TimeoutSeconds);
  expect(definition.TimeoutSeconds).toBeLessThan(jobDeadlineMinutes * 60);
});

test("the time limits end an ingest before its deadline", () => {
  const ingest = definitionOf("source-ingest.asl.json");
  const all = longest(ingest, "Ingest the source") + (ingest.States["Fail the ingest"]?.TimeoutSeconds ?? 0);
  expect(all).toBeLessThan(ingest.TimeoutSeconds);
  expect(ingest.TimeoutSeconds).toBeLessThan(ingestDeadlineMinutes * 60);
});
