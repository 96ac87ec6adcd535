import { type Chain, chainsOf, largestAround, thinEdges } from "./chains.ts";
import { flatSlope, type Residual } from "./grade.ts";
import type { Gradient } from "./gradient.ts";

/** Straight edges that a candidate lost to plain surface, and those that are new. */
export interface EdgeChanges {
  lost: Chain[];
  added: Chain[];
}

const sourceEdge = 4;
/** An edge is lost if nothing near it has this share of its slope. */
const leftOver = 0.3;
/** How far on both sides of a new edge its shades still differ, in pixels. */
const stepReach = 6;
/** How far from a lost edge unchanged plain surface is looked for, in pixels. */
const walk = 14;
/** Shades beyond these are clipped: a brighter grade takes edges away there. */
const [darkest, brightest] = [6, 246];
const keptLuma = 22;
const keptColour = 12;

/**
 * Finds the source's straight edges that are plain surface in the candidate, and run on into surface that is the
 * source's: something was taken away there. An edge behind new furniture is not among them, because the furniture's own
 * outline lies between. `shades` is the candidate's luma. `added` are the candidate's straight edges where the source has none.
 */
export function edgeChanges(
  [before, after]: readonly [Gradient, Gradient],
  residual: Residual,
  shades: Float32Array,
  least: number,
): EdgeChanges {
  const afterAround = largestAround(after.size, after, 2);
  const beforeAround = largestAround(before.size, before, 3);
  const lost = thinEdges(before, sourceEdge);
  for (let i = 0; i < lost.length; i++) {
    if (lost[i] === 0) continue;
    const gone = (afterAround[i] ?? 0) < Math.max(flatSlope, leftOver * (before.size[i] ?? 0));
    const shade = shades[i] ?? 0;
    const clipped = shade < darkest || shade > brightest;
    if (!gone || clipped || !meetsKept(i, before, after, residual)) lost[i] = 0;
  }
  const added = thinEdges(after, sourceEdge);
  for (let i = 0; i < added.length; i++)
    if ((beforeAround[i] ?? 0) > leftOver * (after.size[i] ?? 0) || !isStep(i, after, shades)) added[i] = 0;
  return { lost: chainsOf(lost, before, least), added: chainsOf(added, after, least) };
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

/** Whether the candidate is plain from a lost edge, along its normal, up to surface that is plain in both and unchanged. */
function meetsKept(i: number, before: Gradient, after: Gradient, { luma, colour }: Residual): boolean {
  const { width, height } = before;
  const size = before.size[i] || 1;
  const [nx, ny] = [(before.x[i] ?? 0) / size, (before.y[i] ?? 0) / size];
  const [x, y] = [i % width, Math.floor(i / width)];
  for (const way of [-1, 1]) {
    let kept = 0;
    for (let t = 3; t <= walk; t++) {
      const [px, py] = [Math.round(x + way * t * nx), Math.round(y + way * t * ny)];
      if (px < 2 || py < 2 || px >= width - 2 || py >= height - 2) break;
      const at = py * width + px;
      if ((after.size[at] ?? 0) >= flatSlope) break;
      const same = Math.abs(luma[at] ?? 0) < keptLuma && (colour[at] ?? 0) < keptColour;
      kept = same && (before.size[at] ?? 0) < flatSlope ? kept + 1 : 0;
      if (kept >= 3) return true;
    }
  }
  return false;
}
