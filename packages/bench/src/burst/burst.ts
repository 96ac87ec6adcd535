import { randomOf } from "@image-staging/picture/random";
import { prices } from "service/lib/monitoring/prices.ts";
import { printTable } from "../peers/table.ts";
import { deployedPatience, formerPatience, type Patience } from "./machine.ts";
import { deployedMemoryMb, functionCost, renderSeconds } from "./render.ts";
import { type Burst, type Outcome, simulateBurst } from "./simulate.ts";

/** Free executions, jobs at once and megapixels of each. */
const bursts: [free: number, jobs: number, megapixels: number][] = [
  [5, 50, 12],
  [8, 50, 12],
  [8, 1000, 1.5],
  [8, 1000, 12],
  [60, 1000, 12],
  [100, 1000, 12],
  [100, 5000, 12],
  [100, 1000, 45],
];

/** The bursts of 1,000 jobs and others before and now, and what the size of the function costs. Simulated, nothing runs. */
export async function burst(): Promise<void> {
  const now = deployedPatience();
  console.log(
    `\nAt once, each with a picture; the function has ${deployedMemoryMb} MB. Twelve tries: as now, but for their number.`,
  );
  printTable(
    [
      "executions",
      "jobs",
      "megapixels",
      "s a picture",
      "failed in 1.2",
      "of 12 tries",
      "failed",
      "last picture",
    ].concat(["waiting at most", "retries", "$ for pictures", "$ for retries", "$ by a queue"]),
    bursts.map(([free, jobs, megapixels]) => {
      const seconds = renderSeconds(megapixels);
      const of = (patience: Patience) => outcomeOf({ free, jobs, seconds }, patience);
      const outcome = of(now);
      const failures = [formerPatience, { ...now, MaxAttempts: 12 }, now].map(
        (patience) => of(patience).failed,
      );
      return [
        free,
        jobs,
        megapixels,
        seconds.toFixed(1),
        ...failures.map((failed) => `${((100 * failed) / jobs).toFixed(0)} %`),
        `${(outcome.lastSeconds / 60).toFixed(1)} min`,
        outcome.longestQueue,
        outcome.retries,
        functionCost(outcome.workedSeconds).toFixed(2),
        (outcome.retries * prices.stateTransition).toFixed(2),
        (jobs * queueRequests * prices.sqsRequest).toFixed(3),
      ];
    }),
  );
  console.log("\nThe function's memory, of one picture:");
  printTable(
    ["MB", "megapixels", "seconds", "$ for 1,000"],
    [1769, 3008, 5308, 10_240].flatMap((memory) =>
      [1.5, 12, 45].map((megapixels) => {
        const seconds = renderSeconds(megapixels, memory);
        return [memory, megapixels, seconds.toFixed(1), (1000 * functionCost(seconds, memory)).toFixed(2)];
      }),
    ),
  );
}

/** Of a message: sent, received and deleted. */
const queueRequests = 3;

const outcomeOf = (burst: Burst, patience: Patience): Outcome => simulateBurst(burst, patience, randomOf(1));
