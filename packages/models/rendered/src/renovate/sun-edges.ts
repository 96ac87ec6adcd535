import { boxMean } from "@image-staging/picture/box-mean";
import { components } from "@image-staging/picture/components";
import { Plane } from "@image-staging/picture/plane";
import { medianOf } from "@image-staging/picture/quantile";
import { type Grid, seenSquares, spread } from "./floor-from-above.ts";
import { logLight } from "./floor-pattern.ts";
import { narrowed } from "./outlines.ts";

/** Log light from which sun can be brighter than the photo shows. */
export const clipped = Math.log(0.93);

/** Squares to each side of one that show how bright the sun is there. */
const nearby = 12;
/** By what part of the step from sun to shade squares known to have sun can be darker than it, and others. */
const [darker, slightlyDarker] = [0.5, 0.25];
/** The least squares of a patch of sun that was not known, a quarter of a metre each way: less is a light board. */
const leastFound = 100;

/**
 * 1 for squares as bright as those known to have sun (`sunny`) are there: a pane throws several patches, and shadows of its bars
 * lie within them. If the sun is too bright for the photo, others are too.
 */
export function allSunny(colour: Float32Array, sunny: Uint8Array, columns: number): Uint8Array {
  const rows = sunny.length / columns;
  const [light, seen] = [logLight(colour), seenSquares(colour)];
  const usual = (sun: number): number => medianOf(light.filter((_, k) => seen[k] && sunny[k] === sun));
  const [shade, sun] = [usual(0), usual(1)];
  const known = Float32Array.from(sunny, (value, k) => value * (seen[k] as number));
  const size = { width: columns, height: rows };
  const share = boxMean(new Plane(size, known), nearby);
  const lightOfKnown = known.map((value, k) => value * (light[k] as number));
  const mean = boxMean(new Plane(size, lightOfKnown), nearby);
  const found = sunny.map((isKnown, k) => {
    const here = share.at(k) > 0 ? mean.at(k) / share.at(k) : sun;
    const least = here - (isKnown ? darker : slightlyDarker) * (sun - shade);
    return seen[k] && (light[k] as number) > (isKnown || sun < clipped ? least : clipped) ? 1 : 0;
  });
  for (const group of components(found, columns, rows, 1))
    if (group.length < leastFound && !group.some((k) => sunny[k])) for (const k of group) found[k] = 0;
  return found;
}

/** Squares to each side of one at the sun's edge that show the light of shade and sun there: a window's bar has few. */
const around = 2;

/** How much sun each square of a floor has, and what it would have out of the sun and in it. */
export interface SunEdges {
  /** The share of each square that has the sun. */
  share: Float32Array;
  /** A plane as if no square had the sun: those that do, and those at its edges, get what the nearest other has. */
  inShade: (plane: Float32Array) => Float32Array;
  /** The same as if all had. */
  inSun: (plane: Float32Array) => Float32Array;
}

/** The edges of the sun (`sun`: 1 for squares that have mostly that) on a floor of a colour (4 numbers a square, the last 1 if it is seen). */
export function sunEdgesOf(colour: Float32Array, sun: Uint8Array, grid: Grid): SunEdges {
  const [shaded, sunlit] = [awayFromEdges(sun, 0, grid), awayFromEdges(sun, 1, grid)];
  const seen = seenSquares(colour);
  const light = logLight(colour).map((value, k) => (seen[k] ? Math.exp(value) : Number.NaN));
  const nearest = (known: Uint8Array) => (plane: Float32Array) => {
    const all = plane.slice();
    spread(known.slice(), grid.columns, (from, to) => all.copyWithin(to, from, from + 1));
    return all;
  };
  return {
    share: Float32Array.from(sun, (value, k) =>
      seen[k] && !shaded[k] && !sunlit[k] ? shareAt(k, light, grid) : value,
    ),
    inShade: nearest(shaded),
    inSun: nearest(sunlit),
  };
}

const awayFromEdges = (sun: Uint8Array, value: number, { columns, rows }: Grid): Uint8Array =>
  narrowed(
    sun.map((each) => (each === value ? 1 : 0)),
    columns,
    rows,
    1,
  );

/** How far a square's light (not a number for squares that are not seen) is from the least around it, the shade's, towards the sun's. */
function shareAt(k: number, light: Float32Array, { columns, rows }: Grid): number {
  const [column, row] = [k % columns, Math.floor(k / columns)];
  let [least, most] = [Infinity, 0];
  for (let y = Math.max(0, row - around); y <= Math.min(rows - 1, row + around); y++)
    for (let x = Math.max(0, column - around); x <= Math.min(columns - 1, column + around); x++) {
      const other = light[y * columns + x] as number;
      if (other < least) least = other;
      if (other > most) most = other;
    }
  return ((light[k] as number) - least) / Math.max(1e-6, most - least);
}
