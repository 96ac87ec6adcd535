import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { transitionsOfAJob } from "../../../lib/monitoring/metrics.ts";

type Machine = { StartAt: string; States: Record<string, { Next?: string }> };

/** How many states an execution passes in which nothing fails. */
function statesOf(machine: string): number {
  const file = new URL(`../../../state-machines/${machine}.asl.json`, import.meta.url);
  const { StartAt, States }: Machine = JSON.parse(readFileSync(file, "utf8"));
  const follow = (state: string | undefined): number =>
    state === undefined ? 0 : 1 + follow(States[state]?.Next);
  return follow(StartAt);
}

test("the estimated cost of a job counts the states of its ingest, its pipeline and its webhook", () => {
  const machines = ["source-ingest", "generation", "webhook-delivery"];
  const states = machines.map(statesOf).reduce((sum, count) => sum + count);
  expect(transitionsOfAJob).toBe(states);
});
