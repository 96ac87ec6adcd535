import type { Slopes } from "@image-staging/picture/gradient";
import { wallsReach } from "../floors/walls.ts";
import { connected } from "../surfaces/connected.ts";
import { flatSlope, type Residual } from "../surfaces/residual.ts";
import type { View } from "../view.ts";
import { isKept } from "./gradient.ts";

/** What a pixel of a candidate shows: the source's plain surface, or a wall or the ceiling; 0 is anything else. */
export const [bareSurface, bareWall] = [1, 2];

/** What is unchanged: differences in luma and in colour, of 255. */
const [keptLuma, keptColour] = [22, 12];
/** How much of the edges around kept surface are edges of both pictures; smaller patches, in pixels, have none. */
const sharedBorder = 0.1;
const leastPatch = 12;
/** Plain surface is followed for so many pixels, while luma and colour differ from its start by less than these. */
const reach = 60;
const [sameLuma, sameColour] = [10, 6];

/**
 * Marks what is bare in a candidate: surface that is plain and unchanged, and what runs on from it, plain and of one colour.
 * An edge of the source that lay there is gone, not behind something.
 */
export function bareOf(
  gradients: readonly [Slopes, Slopes],
  residual: Residual,
  candidate: View,
  walls: Uint8Array,
): Uint8Array {
  const marks = keptOf(gradients, residual, walls);
  spread(marks, bareWall, gradients[1], candidate);
  keepHighWalls(marks, gradients[1]);
  spread(marks, bareSurface, gradients[1], candidate);
  return marks;
}

/**
 * The surface that is plain and unchanged. A sofa of the wall's colour looks like it, but all of its borders are new: where
 * surface was kept, some of its borders were too.
 */
function keptOf(
  gradients: readonly [Slopes, Slopes],
  { luma, colour }: Residual,
  walls: Uint8Array,
): Uint8Array {
  const [before, after] = gradients;
  const { width, height } = before;
  const marks = new Uint8Array(width * height);
  const slope = (i: number) => before.size.at(i);
  const isSame = (i: number) =>
    slope(i) < flatSlope &&
    after.size.at(i) < flatSlope &&
    Math.abs(luma.at(i)) < keptLuma &&
    colour.at(i) < keptColour;
  for (const { members, border } of connected(isSame, width, height)) {
    if (members.length < leastPatch || sharedPart(border, gradients) < sharedBorder) continue;
    for (const i of members) marks[i] = bareSurface;
  }
  for (let i = 0; i < marks.length; i++) if (marks[i] === bareSurface && walls[i] === 1) marks[i] = bareWall;
  return marks;
}

/** How much of a patch's edges in a candidate were in its source too. What the candidate lost there tells nothing. */
function sharedPart(border: readonly number[], gradients: readonly [Slopes, Slopes]): number {
  const [before, after] = gradients;
  const edges = border.filter((i) => after.size.at(i) >= flatSlope);
  const shared = edges.filter((i) => before.size.at(i) >= flatSlope && isKept(i, gradients));
  return shared.length / Math.max(1, edges.length);
}

/** What new edges enclose below is no wall for certain: seats can have a wall's colour. */
function keepHighWalls(marks: Uint8Array, { width, height }: Slopes): void {
  for (const { members } of connected((i) => marks[i] === bareWall, width, height))
    if (!members.some((i) => i < wallsReach * height * width))
      for (const i of members) marks[i] = bareSurface;
}

/** Follows what has a mark into unmarked surface that is plain and of one colour with it, and marks that too. */
function spread(
  marks: Uint8Array,
  mark: number,
  { width, size }: Slopes,
  { luma, redGreen, yellowBlue }: View,
): void {
  const from = new Int32Array(marks.length);
  const isLike = (i: number, other: number) =>
    Math.abs(luma.at(i) - luma.at(other)) < sameLuma &&
    Math.hypot(redGreen.at(i) - redGreen.at(other), yellowBlue.at(i) - yellowBlue.at(other)) < sameColour;
  let front: number[] = [];
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] !== mark) continue;
    from[i] = i;
    front.push(i);
  }
  for (let step = 0; step < reach; step++) {
    const next: number[] = [];
    for (const i of front) {
      const x = i % width;
      for (const near of [x > 2 ? i - 1 : i, x < width - 3 ? i + 1 : i, i - width, i + width]) {
        if (marks[near] !== 0 || size.at(near) >= flatSlope) continue;
        if (!isLike(near, from[i] ?? i)) continue;
        marks[near] = mark;
        from[near] = from[i] ?? i;
        next.push(near);
      }
    }
    front = next;
  }
}
