import { blurred, type Slopes, slopesOf } from "@image-staging/picture/gradient";
import type { EditMeasures } from "../../mask.ts";
import { type Chain, chainsOf, thinEdges } from "../edges/chains.ts";
import { clutterUnder, masked } from "../edges/clutter.ts";
import type { View } from "../view.ts";

/** Slope from which an edge counts: a white door's on a pale wall is faint. */
const leastEdge = 2;
/**
 * The least height of an opening, its least and largest width, and how low its top can be: parts of the picture. Wider ones are
 * walls between corners, below the ceiling's edge; a window so wide is found by its panes.
 */
const leastHeight = 0.09;
const [leastWidth, mostWidth] = [0.04, 0.45];
const lowestTop = 0.45;
const leastUpright = 0.97;
/** The largest gap between pieces of one side, in pixels; how many sides are looked at. */
const crossbar = 24;
const mostSides = 120;
/** How much of the line between the upper ends of two sides must be an edge, at most so many pixels away. */
const leastLintel = 0.7;
const aside = 3;
/** The lintel's slope must lie across it: the least sine. */
const across = 0.85;
/** How much brighter a window is than what lies on both sides of it, in levels, and its least height: pictures on walls are low. */
const brighter = 15;
const leastWindow = 0.14;
/** Bent edges under a mask, in diagonals: an empty room's floor has up to 3, old furniture mostly 4 to 19. */
const mostClutter = 3.3;

type Side = Pick<Chain, "top" | "topX" | "bottom"> & { bottomX: number };

/**
 * How much of the opening that a mask covers most is under it, from 0 to 1: both of its sides and what lies between. An
 * opening is what two upright edges and an edge between their upper ends enclose; a window is one that is brighter than what
 * lies beside it. Wardrobes and pictures have such outlines too: if old furniture is under the mask, only windows count.
 * Bars of a railing enclose none. Furniture before a window leaves its upper end free, a curtain its middle. `mask` has the view's size.
 */
export function openingShares(
  source: View,
  mask: Uint8Array,
): Pick<EditMeasures, "openingShare" | "windowShare"> {
  const gradient = slopesOf(blurred(source.luma));
  const sides = sidesIn(gradient);
  let [opening, window] = [0, 0];
  for (const [at, left] of sides.entries())
    for (const right of sides.slice(at + 1)) {
      const upright = Math.min(...[left, right].map((side) => shareOfSide(side, mask, source)));
      if (upright <= window || !isOpening(left, right, gradient) || isRailing(left, right, sides)) continue;
      const share = Math.min(upright, meanBetween([left, 0], [right, 0], mask, source) / 255);
      opening = Math.max(opening, share);
      if (share > window && isWindow(left, right, source)) window = share;
    }
  const isFurnished = clutterUnder(mask, gradient) > mostClutter;
  return { openingShare: isFurnished ? window : opening, windowShare: window };
}

/** Upright edges that can be an opening's sides, from left to right. */
function sidesIn(gradient: Slopes): Side[] {
  const least = leastHeight * gradient.height;
  const pieces = chainsOf(thinEdges(gradient, leastEdge), gradient, least / 3);
  return joined(
    pieces.filter(({ upright }) => upright >= leastUpright),
    gradient,
  )
    .filter(({ top, bottom }) => bottom - top >= least && top < lowestTop * gradient.height)
    .sort((a, b) => b.bottom - b.top - (a.bottom - a.top))
    .slice(0, mostSides)
    .sort((a, b) => a.topX - b.topX);
}

/**
 * Upright pieces, and those that go on below a gap, as at a crossbar, joined. A window's side can seem to go on as a radiator's,
 * so shorter ones stay too.
 */
function joined(pieces: readonly Chain[], { width }: Slopes): Side[] {
  const sides: Side[] = [];
  for (const { middleX, top, topX, bottom } of pieces.toSorted((a, b) => a.top - b.top)) {
    const bottomX = 2 * middleX - topX;
    const above = sides.filter(
      (side) => Math.abs(side.bottomX - topX) <= 3 && top - side.bottom <= crossbar && bottom > side.bottom,
    );
    const tops = new Map(above.map((side) => [side.top * width + side.topX, side]));
    for (const side of tops.size > 0 ? tops.values() : [{ top, topX }])
      sides.push({ top: side.top, topX: side.topX, bottom, bottomX });
  }
  return sides;
}

/** Whether two edges of about one height have a lintel. */
function isOpening(left: Side, right: Side, gradient: Slopes): boolean {
  const wide = (right.topX - left.topX) / gradient.width;
  const [top, bottom] = shared(left, right);
  const high = Math.max(left.bottom - left.top, right.bottom - right.top);
  if (wide < leastWidth || wide > mostWidth || bottom - top < 0.6 * high) return false;
  return lintelOf(left, right, gradient) >= leastLintel;
}

/** How many upright edges a railing has at least between two of its bars, and beyond both within twice their distance. */
const leastBars = 2;

/** Whether upright edges of one height go on beyond both of two sides as between them. A window's panes end at its frame. */
function isRailing(left: Side, right: Side, sides: readonly Side[]): boolean {
  const [wide, fall] = [right.topX - left.topX, right.top - left.top];
  const level = sides
    .filter(({ top, topX }) => Math.abs(top - left.top - (fall * (topX - left.topX)) / wide) <= aside)
    .map(({ topX }) => (topX - left.topX) / wide);
  const has = (from: number, to: number): boolean =>
    level.filter((at) => at > from && at < to).length >= leastBars;
  return has(-2, 0) && has(0, 1) && has(1, 3);
}

/** How much of the line between two upper ends is an edge along that line. */
function lintelOf(left: Side, right: Side, { width, height, x, y, size }: Slopes): number {
  const [wide, fall] = [right.topX - left.topX, right.top - left.top];
  const long = Math.hypot(wide, fall);
  const isEdge = (i: number) =>
    size.at(i) >= leastEdge && Math.abs(y.at(i) * wide - x.at(i) * fall) >= across * long * size.at(i);
  let [found, all] = [0, 0];
  for (let step = aside; step <= wide - aside; step++) {
    const row = Math.round(left.top + (fall * step) / wide);
    all++;
    for (let near = Math.max(0, row - aside); near <= Math.min(height - 1, row + aside); near++)
      if (isEdge(near * width + Math.round(left.topX) + step)) {
        found++;
        break;
      }
  }
  return all > 0 ? found / all : 0;
}

const shared = (a: Side, b: Side) => [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)] as const;

const columnOf = ({ top, topX, bottom, bottomX }: Side, y: number): number =>
  Math.round(topX + ((bottomX - topX) * (y - top)) / Math.max(1, bottom - top));

/** How much of an upright edge lies under the mask. */
function shareOfSide(side: Side, mask: Uint8Array, { width }: View): number {
  const { top, bottom } = side;
  let under = 0;
  for (let y = top; y <= bottom; y++) {
    const x = columnOf(side, y);
    if ([x - 2, x, x + 2].some((column) => (mask[y * width + column] ?? 0) >= masked)) under++;
  }
  return under / (bottom - top + 1);
}

/** Whether something high is brighter between two edges than beyond them. */
function isWindow(left: Side, right: Side, view: View): boolean {
  const [top, bottom] = shared(left, right);
  if (bottom - top < leastWindow * view.height) return false;
  const reach = Math.max(4, 0.02 * view.width);
  const inside = meanBetween([left, 2], [right, -2], view.luma.values, view);
  const beyond = [
    meanBetween([left, -2 * reach], [left, -reach], view.luma.values, view),
    meanBetween([right, reach], [right, 2 * reach], view.luma.values, view),
  ];
  return beyond.every((value) => Number.isNaN(value) || inside - value >= brighter);
}

/** A line so many pixels beside a side. */
type Beside = readonly [Side, number];

/** The mean of a plane between two lines, in the rows that both have; NaN if the picture has nothing there. */
function meanBetween(
  [left, fromLeft]: Beside,
  [right, fromRight]: Beside,
  plane: Float32Array | Uint8Array,
  { width, height }: View,
): number {
  const [top, bottom] = shared(left, right);
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y++) {
    const end = Math.min(width - 1, columnOf(right, y) + Math.round(fromRight));
    for (let x = Math.max(0, columnOf(left, y) + Math.round(fromLeft)); x <= end; x++) {
      sum += plane[y * width + x] ?? 0;
      count++;
    }
  }
  return count > 0 ? sum / count : Number.NaN;
}
