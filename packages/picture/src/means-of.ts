import { numberAt } from "./at.ts";
import type { Plane } from "./plane.ts";

/** The mean of some pixels in each of a picture's planes; NaN of no pixels. */
export const meansOf = (planes: readonly Plane[], pixels: readonly number[]): number[] =>
  planes.map((plane) => pixels.reduce((sum, i) => sum + plane.at(i), 0) / pixels.length);

/** How far two colours are apart. */
export const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, c) => value - numberAt(b, c)));
