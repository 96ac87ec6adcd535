import type { Slopes } from "@image-staging/picture/gradient";
import type { Plane } from "@image-staging/picture/plane";
import { flatSlope, type Residual } from "../surfaces/residual.ts";
import { standingOf } from "../surfaces/standing.ts";
import { brightest, type View } from "../view.ts";
import { bareOf, bareWall } from "./bare.ts";
import { isBesideKept } from "./beside.ts";
import { type Chain, chainsOf, largestAround, thinEdges } from "./chains.ts";

/**
 * Straight edges that a candidate lost to plain surface, and those that ended beside surface that is as it was; those that
 * are new at the ceiling, and which of them are steps.
 */
export interface EdgeChanges {
  lost: Chain[];
  ended: Chain[];
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
/** Shades below this and beyond the brightest are clipped: a brighter grade takes edges away there. */
const darkest = 6;
/** Edges that are on no wall for certain count down to this part of the height: below it is sun on floors, and rugs. */
const floorBegins = 0.55;
/** Upright ones (by their normals) count farther down, and beyond near the picture's sides: floorboards look upright too. */
const level = 0.24;
const wallsEnd = 0.72;
const sides = 0.28;

/**
 * Finds the source's straight edges that are bare in the candidate: something was taken away there. An edge behind new
 * furniture is not among them, because the furniture's own outline lies between. `drawn` are the candidate's straight edges
 * at the ceiling where the source has none; `steps` are without those of what stands on the floor. `walls` marks the
 * source's.
 */
export function edgeChanges(
  [before, after]: readonly [Slopes, Slopes],
  residual: Residual,
  [source, candidate]: readonly [View, View],
  [leastLost, leastEnded, leastNew]: readonly [number, number, number],
  walls: Uint8Array,
): EdgeChanges {
  const bare = bareOf([before, after], residual, candidate, walls);
  const afterAround = largestAround(after.size, 2);
  const beforeAround = largestAround(before.size, 3);
  const lost = thinEdges(before, sourceEdge);
  const ended = new Uint8Array(lost.length);
  for (let i = 0; i < lost.length; i++) {
    if (lost[i] === 0) continue;
    const slope = before.size.at(i);
    const gone = afterAround.at(i) < Math.max(Math.min(flatSlope, leftOfFaint * slope), leftOver * slope);
    const shade = candidate.luma.at(i);
    const clipped = shade < darkest || shade > brightest;
    if (gone && !clipped && isBesideKept(i, [source, candidate], [before, after], residual, bare))
      ended[i] = 1;
    if (!gone || clipped || !counts(i, before, bare[i] ?? 0)) lost[i] = 0;
  }
  const drawn = thinEdges(after, newEdge).fill(0, Math.floor(ceilingEnds * after.height) * after.width);
  const standing = standingOf([before, after], residual);
  for (let i = 0; i < drawn.length; i++) if (beforeAround.at(i) > leftOver * after.size.at(i)) drawn[i] = 0;
  const steps = drawn.map((mark, i) =>
    mark === 1 && standing[i] === 0 && isStep(i, after, candidate.luma) ? 1 : 0,
  );
  return {
    lost: chainsOf(lost, before, leastLost),
    ended: chainsOf(ended, before, leastEnded),
    drawn: chainsOf(drawn, after, leastNew),
    steps: chainsOf(steps, after, leastNew),
  };
}

/** Whether the shades on both sides of an edge differ farther away too: a thin rod or cord has the same on both. */
function isStep(i: number, { width, x, y, size }: Slopes, shades: Plane): boolean {
  const norm = size.at(i) || 1;
  const [nx, ny] = [(x.at(i) / norm) * stepReach, (y.at(i) / norm) * stepReach];
  const [column, row] = [i % width, Math.floor(i / width)];
  const shade = (side: 1 | -1) =>
    shades.values[Math.round(row + side * ny) * width + Math.round(column + side * nx)];
  return (shade(1) ?? 0) - (shade(-1) ?? 0) > norm;
}

/** Whether a lost edge counts that is bare now: low in the picture, only on walls, or upright. */
function counts(i: number, { width, height, y, size }: Slopes, bare: number): boolean {
  if (bare === 0 || bare === bareWall) return bare === bareWall;
  const [column, row] = [(i % width) / width, Math.floor(i / width) / height];
  const isUpright = Math.abs(y.at(i)) < level * size.at(i);
  return row < floorBegins || (isUpright && (row < wallsEnd || Math.abs(column - 0.5) > 0.5 - sides));
}
