import type { Slopes } from "@image-staging/picture/gradient";
import { connected } from "./connected.ts";
import type { Residual } from "./residual.ts";
import { flatSlope } from "./residual.ts";

/** What a candidate changed on surfaces, each as a share of the picture (`wall`: of the plain upper part). */
export interface SurfaceChanges {
  /** Plain surface above furniture whose colour changed more than a grade explains. */
  wall: number;
  /** How much of the lowest quarter keeps its shade and colour. */
  floorKept: number;
  /** The largest change above furniture that touches nothing below it. */
  island: number;
  /** Plain surface above furniture that changed as far as edges of the source, such as a ceiling's, or a corner's. */
  repainted: number;
}

/** Furniture stands below this part of the height. */
const aboveFurniture = 0.55;
const islandsEnd = 0.62;
const floorBegins = 0.75;
/** Smaller patches are not painted walls: a part of the picture. */
const leastPaint = 0.008;
/** How much of a painted wall's border follows edges that the source has. */
const oldEdges = 0.15;
const otherColour = 9;
const otherLuma = 26;

/** Whether a pixel's shade or colour changed more than a grade explains. */
export const isChanged = ({ luma, colour }: Residual, i: number): boolean =>
  colour.at(i) > otherColour || Math.abs(luma.at(i)) > otherLuma;

/** Compares surfaces after a grade has been taken out. Pictures on walls are islands too: it can only raise suspicion. */
export function surfaceChanges(before: Slopes, after: Slopes, residual: Residual): SurfaceChanges {
  const { width, height } = before;
  const changed = (i: number) => isChanged(residual, i);
  let [plain, painted, floor, kept] = [0, 0, 0, 0];
  for (let i = 0; i < width * height; i++) {
    const row = Math.floor(i / width) / height;
    if (row < aboveFurniture && before.size.at(i) < flatSlope && after.size.at(i) < flatSlope) {
      plain++;
      if (changed(i)) painted++;
    }
    if (row > floorBegins) {
      floor++;
      if (!changed(i)) kept++;
    }
  }
  return {
    wall: painted / Math.max(1, plain),
    floorKept: kept / Math.max(1, floor),
    island: largestIsland(changed, width, Math.floor(height * islandsEnd)) / (width * height),
    repainted: repaintedOf(changed, before, after) / (width * height),
  };
}

/** Pixels of plain changes that end where the source has an edge: paint does, furniture has outlines of its own. */
function repaintedOf(changed: (i: number) => boolean, before: Slopes, after: Slopes): number {
  const { width, height } = before;
  const isPlain = (i: number) => before.size.at(i) < flatSlope && after.size.at(i) < flatSlope;
  let all = 0;
  for (const { members, border } of connected(
    (i) => changed(i) && isPlain(i),
    width,
    Math.floor(height * aboveFurniture),
  )) {
    const edges = border.filter((i) => !isPlain(i));
    const old = edges.filter((i) => before.size.at(i) >= flatSlope).length;
    const isPaint = members.length >= leastPaint * width * height && old >= oldEdges * edges.length;
    if (isPaint && edges.length > 0) all += members.length;
  }
  return all;
}

/** The size in pixels of the largest connected change in the rows above a limit that does not reach the limit. */
function largestIsland(changed: (i: number) => boolean, width: number, rows: number): number {
  let largest = 0;
  for (const { members } of connected(changed, width, rows))
    if (!members.some((i) => i >= (rows - 1) * width)) largest = Math.max(largest, members.length);
  return largest;
}
