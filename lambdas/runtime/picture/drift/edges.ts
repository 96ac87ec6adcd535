import { type Chain, chainsOf, largestAround, thinEdges } from "./chains.ts";
import { flatSlope, type Residual } from "./grade.ts";
import type { Gradient } from "./gradient.ts";
import type { View } from "./view.ts";

/** Straight edges that a candidate lost to plain surface; those that are new at the ceiling, and which of them are steps. */
export interface EdgeChanges {
  lost: Chain[];
  drawn: Chain[];
  steps: Chain[];
}

/** Slopes of straight edges that count: what is white on a pale wall is faint, and what is new must be plain to see. */
const sourceEdge = 2.5;
const newEdge = 4;
/** An edge is lost if nothing near it has this share of its slope; a faint one, this share. */
const leftOver = 0.3;
const leftOfFaint = 0.64;
/** New edges are looked for down to this part of the height: tall pictures show more of a ceiling. */
const ceilingEnds = 0.32;
/** How far on both sides of a new edge its shades still differ, in pixels. */
const stepReach = 6;
/** How far from a lost edge unchanged plain surface is looked for, in pixels. */
const walk = 40;
/** Shades beyond these are clipped: a brighter grade takes edges away there. */
const [darkest, brightest] = [6, 246];
const keptLuma = 22;
const keptColour = 12;

/**
 * Finds the source's straight edges that are plain surface in the candidate, and run on into surface that is the
 * source's: something was taken away there. An edge behind new furniture is not among them, because the furniture's own
 * outline lies between. `drawn` are the candidate's straight edges at the ceiling where the source has none.
 */
export function edgeChanges(
  [before, after]: readonly [Gradient, Gradient],
  residual: Residual,
  candidate: View,
  least: number,
): EdgeChanges {
  const afterAround = largestAround(after.size, after, 2);
  const beforeAround = largestAround(before.size, before, 3);
  const lost = thinEdges(before, sourceEdge);
  for (let i = 0; i < lost.length; i++) {
    if (lost[i] === 0) continue;
    const slope = before.size[i] ?? 0;
    const gone = (afterAround[i] ?? 0) < Math.max(Math.min(flatSlope, leftOfFaint * slope), leftOver * slope);
    const shade = candidate.luma[i] ?? 0;
    const clipped = shade < darkest || shade > brightest;
    if (!gone || clipped || !meetsKept(i, [before, after], residual, candidate)) lost[i] = 0;
  }
  const drawn = thinEdges(after, newEdge).fill(0, Math.floor(ceilingEnds * after.height) * after.width);
  for (let i = 0; i < drawn.length; i++)
    if ((beforeAround[i] ?? 0) > leftOver * (after.size[i] ?? 0)) drawn[i] = 0;
  const steps = drawn.map((mark, i) => (mark === 1 && isStep(i, after, candidate.luma) ? 1 : 0));
  return {
    lost: chainsOf(lost, before, least),
    drawn: chainsOf(drawn, after, least),
    steps: chainsOf(steps, after, least),
  };
}

/** Whether the shades on both sides of an edge differ farther away too: a thin rod or cord has the same on both. */
function isStep(i: number, { width, x, y, size }: Gradient, shades: Float32Array): boolean {
  const norm = size[i] || 1;
  const [nx, ny] = [((x[i] ?? 0) / norm) * stepReach, ((y[i] ?? 0) / norm) * stepReach];
  const [column, row] = [i % width, Math.floor(i / width)];
  const shade = (side: 1 | -1) =>
    shades[Math.round(row + side * ny) * width + Math.round(column + side * nx)];
  return (shade(1) ?? 0) - (shade(-1) ?? 0) > norm;
}

/**
 * Whether the candidate is plain and of one colour from a lost edge, along its normal, up to surface that is plain in both
 * and unchanged.
 */
function meetsKept(
  i: number,
  [before, after]: readonly [Gradient, Gradient],
  { luma, colour }: Residual,
  { redGreen, yellowBlue }: View,
): boolean {
  const { width, height } = before;
  const size = before.size[i] || 1;
  const [nx, ny] = [(before.x[i] ?? 0) / size, (before.y[i] ?? 0) / size];
  const [x, y] = [i % width, Math.floor(i / width)];
  const isLike = (at: number) =>
    Math.hypot((redGreen[at] ?? 0) - (redGreen[i] ?? 0), (yellowBlue[at] ?? 0) - (yellowBlue[i] ?? 0)) <
    keptColour;
  for (const way of [-1, 1]) {
    let kept = 0;
    for (let t = 3; t <= walk; t++) {
      const [px, py] = [Math.round(x + way * t * nx), Math.round(y + way * t * ny)];
      if (px < 2 || py < 2 || px >= width - 2 || py >= height - 2) break;
      const at = py * width + px;
      if ((after.size[at] ?? 0) >= flatSlope || !isLike(at)) break;
      const same = Math.abs(luma[at] ?? 0) < keptLuma && (colour[at] ?? 0) < keptColour;
      kept = same && (before.size[at] ?? 0) < flatSlope ? kept + 1 : 0;
      if (kept >= 3) return true;
    }
  }
  return false;
}
