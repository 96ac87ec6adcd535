import type { Source } from "@image-staging/inference-contract/serving/model";
import { labelHeight, plate, svg } from "./lettering.ts";

/** How much lighter what a mask marks becomes, of 255. */
const veil = 120;

/**
 * What a caller's mask marks, to put over a picture: lighter, with a label in its middle, as this model cannot remove anything.
 * Nothing without a mask.
 */
export function removedOverlays({ mask, width, height }: Source) {
  if (!mask) return [];
  const samples = Buffer.alloc(width * height * 4, 255);
  let [marked, across, down] = [0, 0, 0];
  for (let at = 0; at < mask.length; at++) {
    const isMarked = (mask[at] ?? 0) >= 128;
    samples[at * 4 + 3] = isMarked ? veil : 0;
    if (!isMarked) continue;
    marked++;
    across += at % width;
    down += Math.floor(at / width);
  }
  const [x, y] = [across / Math.max(1, marked), down / Math.max(1, marked)];
  const label = plate("Removed", x, y, labelHeight({ width, height }));
  return [{ input: samples, raw: { width, height, channels: 4 as const } }, svg({ width, height }, label)];
}
