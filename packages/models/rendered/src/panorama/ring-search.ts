import { columnOf, cornerAt, type PanoramaBox, prior, run } from "./box.ts";
import { type Evidence, support } from "./wall-line.ts";

/** Each distance that is tried is this many times the one before. */
const ratio = 1.055;
const counts = { walls: 58, lowest: -13, highest: 8 } as const;
const nearestWall = 0.4;
/** Runs in a quarter turn. */
const runs = 36;

const distanceOf = (index: number): number => nearestWall * ratio ** index;

/**
 * The best box at a heading. Walls share only their corners, so the best of all distances is found exactly, by dynamic
 * programming around the ring, for each height of the ceiling.
 */
export function searchRing(
  evidence: Evidence,
  corners: Float32Array,
  heading: number,
): { box: PanoramaBox; score: number } {
  const { width } = evidence.edges;
  const sums = [0, 1, 2, 3].map((wall) => {
    const middle = columnOf(width, heading, (wall * Math.PI) / 2);
    const table = (part: "floor" | "ceiling", from: number, to: number): Float32Array[] =>
      Array.from({ length: to - from }, (_, i) => runningSums(evidence, part, middle, distanceOf(from + i)));
    return {
      floor: table("floor", 0, counts.walls),
      ceiling: table("ceiling", -counts.highest, counts.walls - counts.lowest),
    };
  });
  let best: { box: PanoramaBox; score: number } | undefined;
  for (let up = counts.lowest; up <= counts.highest; up++) {
    const height = 1 + ratio ** up;
    const pairs = [0, 1, 2, 3].map((wall) =>
      pairTable(sums[wall] as Sums, sums[(wall + 1) % 4] as Sums, up, (turn) =>
        cornerAt(corners, heading, (wall * Math.PI) / 2 + turn),
      ),
    );
    const ring = bestRing(pairs);
    const distances = ring.indices.map(distanceOf) as unknown as PanoramaBox["distances"];
    const score = ring.score + prior([], height);
    if (!best || score > best.score) best = { box: { heading, distances, height }, score };
  }
  return best as { box: PanoramaBox; score: number };
}

interface Sums {
  floor: readonly Float32Array[];
  ceiling: readonly Float32Array[];
}

/** Support from a quarter turn before a wall's nearest point up to each run after it. */
function runningSums(
  evidence: Evidence,
  part: "floor" | "ceiling",
  middle: number,
  distance: number,
): Float32Array {
  const sums = new Float32Array(2 * runs + 1);
  for (let i = 0; i < 2 * runs; i++) {
    const from = (i - runs) * run;
    sums[i + 1] = (sums[i] as number) + support(evidence, part, middle, distance, from, from + run);
  }
  return sums;
}

function sumAt(sums: Float32Array, turn: number): number {
  const at = Math.min(2 * runs - 1e-6, Math.max(0, turn / run + runs));
  const i = Math.floor(at);
  return (sums[i] as number) + (at - i) * ((sums[i + 1] as number) - (sums[i] as number));
}

/** What each pair of distances of a wall and the next one clockwise is worth, between their nearest points. */
function pairTable(own: Sums, next: Sums, up: number, corner: (turn: number) => number): Float32Array {
  const table = new Float32Array(counts.walls ** 2);
  const part = (sums: Float32Array, from: number, to: number) => sumAt(sums, to) - sumAt(sums, from);
  const shift = counts.highest - up;
  for (let i = 0; i < counts.walls; i++) {
    for (let j = 0; j < counts.walls; j++) {
      const turn = Math.atan(ratio ** (j - i));
      const rest = turn - Math.PI / 2;
      table[i * counts.walls + j] =
        part(own.floor[i] as Float32Array, 0, turn) +
        part(next.floor[j] as Float32Array, rest, 0) +
        part(own.ceiling[i + shift] as Float32Array, 0, turn) +
        part(next.ceiling[j + shift] as Float32Array, rest, 0) +
        corner(turn) +
        prior([distanceOf(i)], 1.73);
    }
  }
  return table;
}

function bestRing(pairs: readonly Float32Array[]): { indices: number[]; score: number } {
  const n = counts.walls;
  let best = { indices: [0, 0, 0, 0], score: Number.NEGATIVE_INFINITY };
  for (let first = 0; first < n; first++) {
    let scores = (pairs[0] as Float32Array).slice(first * n, first * n + n);
    const from: Uint8Array[] = [];
    for (const pair of pairs.slice(1, 3)) {
      const next = new Float32Array(n).fill(Number.NEGATIVE_INFINITY);
      const chosen = new Uint8Array(n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const score = (scores[i] as number) + (pair[i * n + j] as number);
          if (score > (next[j] as number)) {
            next[j] = score;
            chosen[j] = i;
          }
        }
      }
      scores = next;
      from.push(chosen);
    }
    for (let last = 0; last < n; last++) {
      const score = (scores[last] as number) + ((pairs[3] as Float32Array)[last * n + first] as number);
      if (score <= best.score) continue;
      const third = from[1]?.[last] ?? 0;
      best = { indices: [first, from[0]?.[third] ?? 0, third, last], score };
    }
  }
  return best;
}
