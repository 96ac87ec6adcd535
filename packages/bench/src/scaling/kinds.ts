import { readFileSync } from "node:fs";
import * as v from "valibot";
import { renderSeconds } from "../burst/render.ts";
import type { PerJob } from "./quotas.ts";

const State = v.object({ Next: v.optional(v.string()) });
const Machine = v.object({ StartAt: v.string(), States: v.record(v.string(), State) });

/** The states that an execution passes in which nothing fails. */
function transitionsOf(machine: string): number {
  const file = new URL(`../../../../state-machines/${machine}.asl.json`, import.meta.url);
  const { StartAt, States } = v.parse(Machine, JSON.parse(readFileSync(file, "utf8")));
  let passed = 0;
  for (let state: string | undefined = StartAt; state !== undefined; state = States[state]?.Next) passed++;
  return passed;
}

const startedBy = (...machines: string[]) => ({
  startedExecutions: machines.length,
  transitions: machines.reduce((sum, machine) => sum + transitionsOf(machine), 0),
});

/** What a job from an asset used when it was last measured (`npm run bench -- scaling`). */
const measured = {
  ...{ requests: 2, taskAnswers: 1, events: 1, functionSeconds: 0.57, longestFunctionSeconds: 0.35 },
  ...{ readUnits: 20, writeUnits: 31, hotItemUnits: 4, hotItemTransactions: 2, openIndexUnits: 6 },
  ...{ puts: 3, gets: 4, modelSeconds: 15, renderSeconds: 0 },
};
/** What the ingest of its picture adds. */
const ingest = { functionSeconds: 0.7, writeUnits: 12, readUnits: 4, puts: 2, gets: 1 };

const withPicture = {
  ...measured,
  functionSeconds: measured.functionSeconds + ingest.functionSeconds,
  longestFunctionSeconds: ingest.functionSeconds,
  writeUnits: measured.writeUnits + ingest.writeUnits,
  readUnits: measured.readUnits + ingest.readUnits,
  puts: measured.puts + ingest.puts,
  gets: measured.gets + ingest.gets,
};
const drawn = renderSeconds(1.5);

/** What a job of each kind uses: starts and transitions are counted in the state machines. */
export const kinds = {
  "from an asset": { ...measured, ...startedBy("generation", "webhook-delivery") },
  "with its picture": { ...withPicture, ...startedBy("source-ingest", "generation", "webhook-delivery") },
  "with it, rendered": {
    ...withPicture,
    ...startedBy("source-ingest", "generation", "function-inference", "webhook-delivery"),
    modelSeconds: 0,
    renderSeconds: drawn,
    functionSeconds: withPicture.functionSeconds + drawn,
    longestFunctionSeconds: drawn,
  },
} satisfies Record<string, PerJob>;
