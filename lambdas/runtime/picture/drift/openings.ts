import { type Chain, chainsOf, thinEdges } from "./chains.ts";
import { gradientOf, smooth } from "./gradient.ts";
import type { View } from "./view.ts";

/** Slope from which an edge counts. */
const leastEdge = 4;
/** The least height of an opening, its least and largest width, and how low its top can be: parts of the picture. */
const leastHeight = 0.14;
const [leastWidth, mostWidth] = [0.04, 0.6];
const lowestTop = 0.4;
const leastUpright = 0.97;
/** How much brighter an opening is than what lies on both sides of it, in levels. */
const brighter = 15;
/** The largest gap between pieces of one side, in pixels; how many sides are looked at. */
const crossbar = 24;
const mostSides = 40;
/** A part of the mask from which a pixel counts as covered. */
const covered = 128;

type Side = Pick<Chain, "middleX" | "top" | "bottom">;

/**
 * How much of the window that a mask covers most is under it, from 0 to 1: both of its sides and what lies between. A window
 * is what is brighter than its surroundings between two upright edges. Furniture before a window leaves its upper
 * end free, a curtain its middle. `mask` has the view's size.
 */
export function openingShareOf(source: View, mask: Uint8Array): number {
  const gradient = gradientOf(smooth(source.luma, source), source);
  const least = leastHeight * source.height;
  const pieces = chainsOf(thinEdges(gradient, leastEdge), gradient, least / 3);
  const sides = joined(pieces.filter(({ upright }) => upright >= leastUpright))
    .filter(({ top, bottom }) => bottom - top >= least && top < lowestTop * source.height)
    .sort((a, b) => b.bottom - b.top - (a.bottom - a.top))
    .slice(0, mostSides)
    .sort((a, b) => a.middleX - b.middleX);
  let most = 0;
  for (const [at, left] of sides.entries())
    for (const right of sides.slice(at + 1)) {
      const between = Math.min(...[left, right].map((side) => shareOfSide(side, mask, source)));
      if (between > most && isOpening(left, right, source))
        most = Math.max(most, Math.min(between, shareBetween(left, right, mask, source)));
    }
  return most;
}

/** Sides of which crossbars cut pieces off, whole: pieces above one another within a few pixels. */
function joined(pieces: readonly Chain[]): Side[] {
  const sides: Side[] = [];
  for (const { middleX, top, bottom } of pieces.toSorted((a, b) => a.top - b.top)) {
    const above = sides.find(
      (side) =>
        Math.abs(side.middleX - middleX) <= 3 && top - side.bottom <= crossbar && bottom > side.bottom,
    );
    if (above) above.bottom = bottom;
    else sides.push({ middleX, top, bottom });
  }
  return sides;
}

/** Whether something is brighter between two edges of about one height than beyond them. */
function isOpening(left: Side, right: Side, view: View): boolean {
  const wide = (right.middleX - left.middleX) / view.width;
  const [top, bottom] = shared(left, right);
  const high = Math.max(left.bottom - left.top, right.bottom - right.top);
  if (wide < leastWidth || wide > mostWidth || bottom - top < 0.6 * high) return false;
  const reach = Math.max(4, 0.02 * view.width);
  const light = (from: number, to: number) => meanOf(view.luma, view, [from, to], [top, bottom]);
  const inside = light(left.middleX + 2, right.middleX - 2);
  const beyond = [
    light(left.middleX - 2 * reach, left.middleX - reach),
    light(right.middleX + reach, right.middleX + 2 * reach),
  ];
  return beyond.every((value) => Number.isNaN(value) || inside - value >= brighter);
}

const shared = (a: Side, b: Side) => [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)] as const;

/** How much of an upright edge lies under the mask. */
function shareOfSide({ middleX, top, bottom }: Side, mask: Uint8Array, { width }: View): number {
  let under = 0;
  const x = Math.round(middleX);
  for (let y = Math.round(top); y <= bottom; y++)
    if ([x - 2, x, x + 2].some((column) => (mask[y * width + column] ?? 0) >= covered)) under++;
  return under / (bottom - top + 1);
}

const shareBetween = (left: Side, right: Side, mask: Uint8Array, view: View): number =>
  meanOf(mask, view, [left.middleX, right.middleX], shared(left, right)) / 255;

/** The mean of a plane over columns and rows; NaN if there are none in the picture. */
function meanOf(
  plane: Float32Array | Uint8Array,
  { width, height }: View,
  [from, to]: readonly [number, number],
  [top, bottom]: readonly [number, number],
): number {
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, Math.round(top)); y <= Math.min(height - 1, bottom); y++)
    for (let x = Math.max(0, Math.round(from)); x <= Math.min(width - 1, to); x++) {
      sum += plane[y * width + x] ?? 0;
      count++;
    }
  return count > 0 ? sum / count : Number.NaN;
}
