import type { Dimensions } from "../../../domain/source-asset/dimensions.ts";
import { thinEdges } from "./chains.ts";
import type { Residual } from "./grade.ts";
import { type Gradient, isKept } from "./gradient.ts";
import type { View } from "./view.ts";

/** Patterns are compared by means over so many cells of so many pixels on each side: more than a brick. */
const [cell, window] = [4, 5];
const leastEdge = 4;
/** A pattern is kept if it has edges, most of them are in both pictures, and its shade is: shares, and levels of 255. */
const [patterned, keptEdges, keptLuma] = [0.03, 0.7, 12];
/** How far down the picture walls are looked at, and how far a pattern is followed, in cells. */
const wallsEnd = 0.75;
const reach = 30;
/** How much a thing differs from the pattern on one side of it, and how much it may when it is gone. */
const [standsOut, sameLuma, sameColour] = [25, 12, 10];

/**
 * The share of a picture that differed from a kept pattern left or right of it, such as bricks, and has its mean shade and
 * colour now. Walls with a pattern have no straight edges to lose, but this they show. Only what has three cells on each side counts.
 */
export function patternedShare(
  [source, candidate]: readonly [View, View],
  gradients: readonly [Gradient, Gradient],
  residual: Residual,
): number {
  const grid = { width: Math.floor(source.width / cell), height: Math.floor(source.height / cell) };
  const means = (plane: Float32Array) => meansOf(plane, source, grid);
  const planes = ({ luma, redGreen, yellowBlue }: View) => [luma, redGreen, yellowBlue].map(means) as Planes;
  const [from, to] = [planes(source), planes(candidate)];
  const kept = keptPattern(gradients, means(residual.luma), means);
  const gone = new Uint8Array(kept.length);
  for (let y = 0; y < wallsEnd * grid.height; y++) {
    const row = y * grid.width;
    for (let x = 0; x < grid.width; x++) {
      if (kept[row + x] === 1) continue;
      gone[row + x] = [1, -1].some((step) => {
        const side = nearest(kept, row, x, step, grid.width);
        return side !== undefined && isGone(from, to, row + x, side);
      })
        ? 1
        : 0;
    }
  }
  return solid(gone, grid) / gone.length;
}

type Planes = [luma: Float32Array, redGreen: Float32Array, yellowBlue: Float32Array];

/** Whether a cell differed from another one, and does no more. */
function isGone(from: Planes, to: Planes, i: number, side: number): boolean {
  const off = (plane: Float32Array) => (plane[i] ?? 0) - (plane[side] ?? 0);
  const was = Math.max(Math.abs(off(from[0])), Math.hypot(off(from[1]), off(from[2])) / 0.8);
  return (
    was >= standsOut && Math.abs(off(to[0])) < sameLuma && Math.hypot(off(to[1]), off(to[2])) < sameColour
  );
}

/** Marks the cells of a pattern that both pictures show. */
function keptPattern(
  gradients: readonly [Gradient, Gradient],
  luma: Float32Array,
  means: (plane: Float32Array) => Float32Array,
): Uint8Array {
  const edges = Float32Array.from(thinEdges(gradients[0], leastEdge));
  const all = means(edges);
  const kept = means(edges.map((mark, i) => (mark === 1 && isKept(i, gradients) ? 1 : 0)));
  return Uint8Array.from(all, (share, i) => {
    const isPattern = share > patterned && (kept[i] ?? 0) > keptEdges * share;
    return isPattern && Math.abs(luma[i] ?? 0) < keptLuma ? 1 : 0;
  });
}

/** The nearest marked cell of a row on one side; undefined if there is none within reach. */
function nearest(kept: Uint8Array, row: number, from: number, step: number, width: number) {
  for (let x = from; x >= 0 && x < width && Math.abs(x - from) < reach; x += step)
    if (kept[row + x] === 1) return row + x;
  return undefined;
}

/** How many marked cells have marked ones all around. */
function solid(marks: Uint8Array, { width, height }: Dimensions): number {
  let count = 0;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const rows = [y - 1, y, y + 1].map((row) => row * width + x);
      if (rows.every((i) => marks[i - 1] === 1 && marks[i] === 1 && marks[i + 1] === 1)) count++;
    }
  return count;
}

/** The means of a plane over the window around each cell. */
function meansOf(plane: Float32Array, size: Dimensions, grid: Dimensions): Float32Array {
  const cells = new Float32Array(grid.width * grid.height);
  for (let y = 0; y < grid.height * cell; y++)
    for (let x = 0; x < grid.width * cell; x++) {
      const at = Math.floor(y / cell) * grid.width + Math.floor(x / cell);
      cells[at] = (cells[at] ?? 0) + (plane[y * size.width + x] ?? 0) / (cell * cell);
    }
  const half = (window - 1) / 2;
  return cells.map((_, i) => {
    const [x, y] = [i % grid.width, Math.floor(i / grid.width)];
    let [sum, count] = [0, 0];
    for (let row = Math.max(0, y - half); row <= Math.min(grid.height - 1, y + half); row++)
      for (let column = Math.max(0, x - half); column <= Math.min(grid.width - 1, x + half); column++) {
        sum += cells[row * grid.width + column] ?? 0;
        count++;
      }
    return sum / count;
  });
}
