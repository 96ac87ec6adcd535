import { boxMean } from "../analysis/picture/box-mean.ts";

/** A mask and the pixels that are at most `reach` from it, across and down. */
export const widened = (mask: Uint8Array, width: number, height: number, reach: number): Uint8Array =>
  Uint8Array.from(boxMean(Float32Array.from(mask), width, height, reach), (share) => (share > 0 ? 1 : 0));

/** A mask without the pixels that are at most `reach` from its outside, across and down. */
export const narrowed = (mask: Uint8Array, width: number, height: number, reach: number): Uint8Array =>
  Uint8Array.from(boxMean(Float32Array.from(mask), width, height, reach), (share) => (share > 0.999 ? 1 : 0));
