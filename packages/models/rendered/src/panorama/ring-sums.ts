import { run } from "./box.ts";
import { type Evidence, support, type Weights } from "./wall-line.ts";

/** Runs in a quarter turn. */
const runs = 36;

/** For each distance that a wall can have: how much its floor boundary and ceiling's line are supported up to each run. */
export interface Sums {
  distances: readonly number[];
  floor: readonly Float32Array[];
  ceiling: readonly Float32Array[];
}

/** Support from a quarter turn before a wall's nearest point up to each run after it. */
export function runningSums(
  evidence: Evidence,
  part: "floor" | "ceiling",
  middle: number,
  distance: number,
  weights: Weights,
): Float32Array {
  const sums = new Float32Array(2 * runs + 1);
  for (let i = 0; i < 2 * runs; i++) {
    const from = (i - runs) * run;
    sums[i + 1] =
      (sums[i] as number) + support(evidence, part, { middle, distance, from, to: from + run }, weights);
  }
  return sums;
}

/** Support between two directions of a wall, in radians from its nearest point. */
export const between = (sums: Float32Array, from: number, to: number): number =>
  sumAt(sums, to) - sumAt(sums, from);

function sumAt(sums: Float32Array, turn: number): number {
  const at = Math.min(2 * runs - 1e-6, Math.max(0, turn / run + runs));
  const i = Math.floor(at);
  return (sums[i] as number) + (at - i) * ((sums[i + 1] as number) - (sums[i] as number));
}
