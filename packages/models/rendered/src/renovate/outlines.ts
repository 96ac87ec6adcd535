import { boxMean } from "@image-staging/picture/box-mean";
import { Plane } from "@image-staging/picture/plane";

/** A mask and the pixels that are at most `reach` from it, across and down. */
export const widened = (mask: Uint8Array, width: number, height: number, reach: number): Uint8Array =>
  sharesAbove(0, boxMean(new Plane({ width, height }, Float32Array.from(mask)), reach));

/** A mask without the pixels that are at most `reach` from its outside, across and down. */
export const narrowed = (mask: Uint8Array, width: number, height: number, reach: number): Uint8Array =>
  sharesAbove(0.999, boxMean(new Plane({ width, height }, Float32Array.from(mask)), reach));

// Not Uint8Array.from with a mapping, which is slow.
function sharesAbove(least: number, shares: Plane): Uint8Array {
  const mask = new Uint8Array(shares.values.length);
  for (let i = 0; i < mask.length; i++) if (shares.at(i) > least) mask[i] = 1;
  return mask;
}

/** The first and last column and row that pixels lie in. */
export type Bounds = readonly [left: number, top: number, right: number, bottom: number];

/** The bounds of some pixels of a picture so wide, in any order. */
export function boundsOf(pixels: readonly number[], width: number): Bounds {
  let [left, top, right, bottom] = [width, Infinity, 0, 0];
  for (const i of pixels) {
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return [left, top, right, bottom];
}
