import { blurred, slopesOf } from "@image-staging/picture/gradient";
import type { Plane } from "@image-staging/picture/plane";
import { type Edgel, edgelsOf, halved } from "../edges/gradient.ts";
import { fitMotion, type Motion, type Shift } from "./motion.ts";

/** How far a picture's edges have moved, in % of its diagonal; null if too few of them are found again. */
export interface Registration {
  moved: number | null;
  /** Edges of the source that are found again where one movement of the camera puts them, and their share. */
  found: number;
  share: number;
}

/** Edges this weak (levels a pixel) are noise. */
const leastSlope = 2.5;
const profile = 4;
const alike = 0.85;
/** A movement must explain this much more than a standstill does: patterns that repeat agree with many. */
const farBehind = 0.8;
/** Fewer edges than this tell nothing about a camera. */
const leastFound = 24;

/**
 * Registers a candidate with its source by their edges. Each edge is looked for along its own normal, first at a quarter of
 * the size, which finds movements of up to 4 % of the longer side, then at full size near where the first result puts it.
 */
export function register(source: Plane, candidate: Plane): Registration {
  const coarse = fitMotion(new Search(quarter(source), quarter(candidate), 4).shifts(still, 6), 0.6, {
    width: Math.floor(source.width / 4),
  });
  const search = new Search(source, candidate, 7);
  const near = fitMotion(search.shifts(still, 3), 1, source);
  const guess = coarse && { ...coarse.motion, x: coarse.motion.x * 4, y: coarse.motion.y * 4 };
  const far = guess && fitMotion(search.shifts(guess, 3), 1, source);
  const isFar = (far?.inliers.length ?? 0) * farBehind > (near?.inliers.length ?? 0);
  const best = isFar ? far : near;
  if (!best || best.inliers.length < leastFound)
    return { moved: null, found: best?.inliers.length ?? 0, share: 0 };
  const moves = best.inliers.map((shift) => Math.abs(best.along(shift))).sort((a, b) => a - b);
  const moved = moves[Math.floor(moves.length * 0.9)] ?? 0;
  return {
    moved: (100 * moved) / Math.hypot(source.width, source.height),
    found: best.inliers.length,
    share: best.inliers.length / Math.max(1, best.all),
  };
}

const still: Motion = { grow: 0, turn: 0, x: 0, y: 0 };

const quarter = (plane: Plane): Plane => halved(halved(plane));

/** The edges of a source, to be looked for in a candidate. */
class Search {
  private readonly source: Plane;
  private readonly candidate: Plane;
  private readonly edgels: readonly Edgel[];

  /** Both planes have one size; `spacing` is the distance between edges, in pixels. */
  constructor(source: Plane, candidate: Plane, spacing: number) {
    this.source = blurred(source);
    this.candidate = blurred(candidate);
    this.edgels = edgelsOf(slopesOf(this.source), leastSlope, spacing);
  }

  /** How far each edge has moved along its normal, beyond a guess by at most `reach` pixels. */
  shifts(guess: Motion, reach: number): Shift[] {
    const [middleX, middleY] = [this.source.width / 2, this.source.height / 2];
    return this.edgels.map((edgel) => {
      const [dx, dy] = [edgel.x - middleX, edgel.y - middleY];
      const guessed =
        edgel.nx * (guess.grow * dx - guess.turn * dy + guess.x) +
        edgel.ny * (guess.turn * dx + guess.grow * dy + guess.y);
      return { ...edgel, dx, dy, along: searchAlong(this.source, this.candidate, edgel, guessed, reach) };
    });
  }
}

const template = new Float32Array(2 * profile + 1);
const strip = new Float32Array(64);

/** The movement along the normal at which the profiles are most alike; undefined if they never are. */
function searchAlong(
  source: Plane,
  candidate: Plane,
  edgel: Edgel,
  guessed: number,
  reach: number,
): number | undefined {
  for (let t = -profile; t <= profile; t++) template[t + profile] = across(source, edgel, t);
  const half = profile + reach + 1;
  for (let t = -half; t <= half; t++) strip[t + half] = across(candidate, edgel, t + guessed);
  let [best, bestAt] = [alike, Number.NaN];
  const scores: number[] = [];
  for (let d = -reach - 1; d <= reach + 1; d++) {
    const score = likeness(strip, d + reach + 1);
    scores.push(score);
    if (Math.abs(d) <= reach && score > best) [best, bestAt] = [score, d];
  }
  if (Number.isNaN(bestAt)) return undefined;
  const at = bestAt + reach + 1;
  const [before, after] = [scores[at - 1] ?? 0, scores[at + 1] ?? 0];
  const bend = before - 2 * best + after;
  return guessed + bestAt + (bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0);
}

/** The mean of three samples across an edge's normal, `t` pixels along it. */
function across(plane: Plane, { x, y, nx, ny }: Edgel, t: number): number {
  const { width, height } = plane;
  let sum = 0;
  for (let s = -2; s <= 2; s += 2) {
    const px = Math.max(0, Math.min(width - 1.001, x + nx * t - ny * s));
    const py = Math.max(0, Math.min(height - 1.001, y + ny * t + nx * s));
    const i = Math.floor(py) * width + Math.floor(px);
    const [u, v] = [px % 1, py % 1];
    const top = plane.at(i) * (1 - u) + plane.at(i + 1) * u;
    const bottom = plane.at(i + width) * (1 - u) + plane.at(i + width + 1) * u;
    sum += top * (1 - v) + bottom * v;
  }
  return sum / 3;
}

/** Pearson's correlation of the template with the strip from an offset; 0 where the strip is flat. */
function likeness(values: Float32Array, offset: number): number {
  const count = template.length;
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [a, b] = [template[i] ?? 0, values[offset + i] ?? 0];
    sumA += a;
    sumB += b;
    squareA += a * a;
    squareB += b * b;
    product += a * b;
  }
  const [varianceA, varianceB] = [squareA - (sumA * sumA) / count, squareB - (sumB * sumB) / count];
  if (varianceA < 1 || varianceB < 1) return 0;
  return (product - (sumA * sumB) / count) / Math.sqrt(varianceA * varianceB);
}
