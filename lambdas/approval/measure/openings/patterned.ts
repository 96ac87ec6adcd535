import type { Slopes } from "@image-staging/picture/gradient";
import { Plane } from "@image-staging/picture/plane";
import type { Dimensions } from "../../../domain/source-asset/dimensions.ts";
import { thinEdges } from "../edges/chains.ts";
import { isKept } from "../edges/gradient.ts";
import { connected } from "../surfaces/connected.ts";
import type { Residual } from "../surfaces/residual.ts";
import type { View } from "../view.ts";

/** Patterns are found by means over so many cells of so many pixels on each side, more than a brick; compared over fewer. */
const [cell, window, closer] = [4, 5, 3];
const leastEdge = 4;
/** A pattern is kept if it has edges, most of them are in both pictures, and its shade is: shares, and levels of 255. */
const [patterned, keptEdges, keptLuma] = [0.07, 0.7, 12];
/** A wall of a pattern is at least this part of the picture. */
const leastWall = 0.02;
/** How far down the picture walls are looked at; how far a pattern is followed, and how near it must begin, in cells. */
const wallsEnd = 0.75;
const [reach, nearby] = [30, 5];
/** How much a thing differs from the pattern beside it, and how much it may when it is gone. */
const [standsOut, sameLuma, sameColour] = [20, 16, 12];
/** Courses: slopes up and down as a share of the pattern's, what was there before at most, and of slopes sideways. */
const [leastCourses, mostBefore, overSideways] = [0.4, 0.5, 1.2];

/**
 * The largest share of a picture beside a kept pattern, such as bricks, that differed from it, and has its mean shade, colour
 * and courses now. Walls with a pattern have no straight edges to lose, but this they show.
 */
export function patternedShare(
  [source, candidate]: readonly [View, View],
  gradients: readonly [Slopes, Slopes],
  residual: Residual,
): number {
  const grid = { width: Math.floor(source.width / cell), height: Math.floor(source.height / cell) };
  const means = (over: number) => (plane: Plane) => meansOf(plane, grid, over);
  const looks = ({ luma, redGreen, yellowBlue }: View, { x, y }: Slopes): Look => {
    const [level, upright] = [y, x].map((slopes) => means(closer)(slopes.map(Math.abs)));
    const [shade, red, yellow] = [luma, redGreen, yellowBlue].map(means(closer));
    return { shade, red, yellow, level, upright } as Look;
  };
  const [from, to] = [looks(source, gradients[0]), looks(candidate, gradients[1])];
  const kept = keptPattern(gradients, residual.luma, means(window), grid);
  const { width } = grid;
  const gone = new Uint8Array(kept.length);
  for (let i = width; i < wallsEnd * grid.height * width; i++) {
    if (kept[i] === 1 || to.level.at(i) < overSideways * to.upright.at(i)) continue;
    gone[i] = besides(kept, i, reach, width).some((side) => isGone(from, to, i, side)) ? 1 : 0;
  }
  let largest = 0;
  for (const { members } of connected((i) => gone[i] === 1, width, grid.height))
    if (members.length > largest && members.some((i) => besides(kept, i, nearby, width).length > 0))
      largest = members.length;
  return largest / gone.length;
}

/** The means of cells: shade, colour, and slopes up and down (as courses have) and sideways. */
type Look = Record<"shade" | "red" | "yellow" | "level" | "upright", Plane>;

/** Whether a cell differed from one of a pattern, and does no more. */
function isGone(from: Look, to: Look, i: number, side: number): boolean {
  const off = (plane: Plane) => plane.at(i) - plane.at(side);
  const was = Math.max(Math.abs(off(from.shade)), Math.hypot(off(from.red), off(from.yellow)) / 0.8);
  if (was < standsOut || from.level.at(i) >= mostBefore * from.level.at(side)) return false;
  if (to.level.at(i) < leastCourses * to.level.at(side)) return false;
  return Math.abs(off(to.shade)) < sameLuma && Math.hypot(off(to.red), off(to.yellow)) < sameColour;
}

/** Marks the cells of walls whose pattern both pictures show. */
function keptPattern(
  gradients: readonly [Slopes, Slopes],
  luma: Plane,
  means: (plane: Plane) => Plane,
  { width, height }: Dimensions,
): Uint8Array {
  const edges = new Plane(luma, Float32Array.from(thinEdges(gradients[0], leastEdge)));
  const [all, change] = [means(edges), means(luma)];
  const kept = means(edges.map((mark, i) => (mark === 1 && isKept(i, gradients) ? 1 : 0)));
  const isPattern = (i: number) =>
    all.at(i) >= patterned && kept.at(i) > keptEdges * all.at(i) && Math.abs(change.at(i)) < keptLuma;
  const marks = new Uint8Array(width * height);
  for (const { members } of connected(isPattern, width, height))
    if (members.length >= leastWall * marks.length) for (const i of members) marks[i] = 1;
  return marks;
}

/** The nearest marked cells left, right, above and below within so many cells. */
function besides(kept: Uint8Array, from: number, most: number, width: number): number[] {
  const x = from % width;
  const found: number[] = [];
  for (const [step, room] of [
    [1, width - 1 - x],
    [-1, x],
    [width, most],
    [-width, most],
  ] as const)
    for (let by = 1; by <= Math.min(most, room); by++)
      if (kept[from + by * step] === 1) {
        found.push(from + by * step);
        break;
      }
  return found;
}

/** The means of a plane over so many cells around each cell. */
function meansOf(plane: Plane, grid: Dimensions, over: number): Plane {
  const cells = new Plane(grid);
  for (let y = 0; y < grid.height * cell; y++)
    for (let x = 0; x < grid.width * cell; x++) {
      const at = Math.floor(y / cell) * grid.width + Math.floor(x / cell);
      cells.values[at] = cells.at(at) + plane.at(y * plane.width + x) / (cell * cell);
    }
  const half = (over - 1) / 2;
  return cells.map((_, i) => {
    const [x, y] = [i % grid.width, Math.floor(i / grid.width)];
    let [sum, count] = [0, 0];
    for (let row = Math.max(0, y - half); row <= Math.min(grid.height - 1, y + half); row++)
      for (let column = Math.max(0, x - half); column <= Math.min(grid.width - 1, x + half); column++) {
        sum += cells.at(row * grid.width + column);
        count++;
      }
    return sum / count;
  });
}
