import { quantile } from "@image-staging/picture/quantile";
import { linearOf } from "@image-staging/picture/srgb";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Rgb } from "@image-staging/tracer/scene";
import type { Labels } from "../labels/index.ts";
import { maskOf } from "../labels/mask.ts";

/** The light in the middle of a room: what a white surface shows, linear, and its colour. */
export interface RoomLight {
  white: number;
  tint: Rgb;
}

/** The share of the picture that shows the ceiling at least if it tells the light, and the most by which its channels differ: wood's do more. */
const [leastCeiling, mostSaturated] = [0.02, 0.7] as const;

/**
 * The colour that the room's light gives new surfaces; the mean of its channels is 1. It is the ceiling's, which stays as it is
 * and is white in most homes. Without one it is half of the measured tint, since the old walls' own colour is part of that.
 */
export function tintOf(labels: Labels, [r, g, b]: Rgb): Rgb {
  const half: Rgb = [Math.sqrt(r), Math.sqrt(g), Math.sqrt(b)];
  const ceiling = Array.from(maskOf(labels, "ceiling").entries()).flatMap(([i, isIn]) => (isIn ? [i] : []));
  if (ceiling.length < leastCeiling * labels.greatest.length) return half;
  const shown = shownBy(labels.copy, ceiling);
  if (Math.min(...shown) < (1 - mostSaturated) * Math.max(...shown)) return half;
  const mean = (shown[0] + shown[1] + shown[2]) / 3;
  return [shown[0] / mean, shown[1] / mean, shown[2] / mean];
}

/** HSV's saturation of a linear colour that is not quite black. */
export const saturationOf = (r: number, g: number, b: number): number =>
  1 - Math.min(r, g, b) / Math.max(1e-4, r, g, b);

/** The median of each linear channel of some pixels. */
function shownBy({ rgb }: WorkingCopy, pixels: readonly number[]): Rgb {
  const middle = (c: 0 | 1 | 2): number =>
    quantile(
      Float32Array.from(pixels, (i) => linearOf[rgb[i * 3 + c] ?? 0] ?? 0),
      0.5,
    );
  return [middle(0), middle(1), middle(2)];
}
