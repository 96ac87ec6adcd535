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

/** A mask without the pixels of another. */
export const without = (mask: Uint8Array, other: Uint8Array): Uint8Array =>
  mask.map((value, i) => (other[i] ? 0 : value));
