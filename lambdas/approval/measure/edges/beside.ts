import type { Slopes } from "@image-staging/picture/gradient";
import type { Plane } from "@image-staging/picture/plane";
import { flatSlope, type Residual } from "../surfaces/residual.ts";
import type { View } from "../view.ts";
import { bareWall } from "./bare.ts";

/** So far on both sides of an edge a candidate must be plain, in pixels; shades are compared over the last two. */
const reach = 5;
/** Edges count whose normals lean no more than this from the level or the upright, down to this part of the height. */
const level = 0.4;
const wallsEnd = 0.8;
/** What is unchanged on one side: differences in luma and in colour, of 255. */
const [keptLuma, keptColour] = [10, 10];
/** How much the sides differed, how much of that may be left, and how much the other side must have changed. */
const [leastStep, leftOver, changedBy] = [6, 0.4, 0.5];
/** What a difference in colour weighs beside one in luma. */
const ofColour = 1.2;

type Mean = (plane: Plane) => number;

/**
 * Whether an upright edge of the source, gone from a candidate, has bare surface on one side that is as it was, and on the
 * other side the same surface now, with nothing between: what ended there was taken away. So was what ended at a level edge, if
 * the bare surface is a wall: floors and rugs have level edges.
 */
export function isBesideKept(
  i: number,
  [source, candidate]: readonly [View, View],
  [before, after]: readonly [Slopes, Slopes],
  residual: Residual,
  bare: Uint8Array,
): boolean {
  const { width, height } = source;
  const [x, y] = [i % width, Math.floor(i / width)];
  const slope = before.size.at(i) || 1;
  const [nx, ny] = [before.x.at(i) / slope, before.y.at(i) / slope];
  const isInside = Math.min(x, width - 1 - x, y) > reach + 1 && y < wallsEnd * height;
  const isLevel = Math.abs(nx) <= level;
  if (!isInside || (Math.abs(ny) > level && !isLevel)) return false;
  const at = (by: number) => Math.round(y + by * ny) * width + Math.round(x + by * nx);
  for (let by = -reach; by <= reach; by++) if ((after.size.values[at(by)] ?? 0) >= flatSlope) return false;
  const side =
    (sign: 1 | -1): Mean =>
    (plane) =>
      ((plane.values[at((reach - 1) * sign)] ?? 0) + (plane.values[at(reach * sign)] ?? 0)) / 2;
  const step = stepOf(source, side(1), side(-1));
  if (step < leastStep || stepOf(candidate, side(1), side(-1)) > leftOver * step) return false;
  const { luma, colour } = residual;
  return ([1, -1] as const).some((sign) => {
    const [near, far] = [side(sign), side(sign === 1 ? -1 : 1)];
    const mark = bare[at(reach * sign)];
    const isBare = isLevel ? mark === bareWall : mark !== 0;
    const isKept = Math.abs(near(luma)) < keptLuma && near(colour) < keptColour;
    return isBare && isKept && Math.max(Math.abs(far(luma)), ofColour * far(colour)) >= changedBy * step;
  });
}

/** How much two sides of an edge differ. */
function stepOf({ luma, redGreen, yellowBlue }: View, one: Mean, other: Mean): number {
  const off = (plane: Plane) => one(plane) - other(plane);
  return Math.hypot(off(luma), ofColour * off(redGreen), ofColour * off(yellowBlue));
}
