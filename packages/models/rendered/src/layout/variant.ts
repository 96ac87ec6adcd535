import { type StylePreset, stylePresets } from "@image-staging/inference-contract/vocabulary";
import { randomOf } from "@image-staging/picture/random";

/** Which arrangement a group takes: the nth candidate takes the nth after the first one's, so that no two have the same. */
export function variantOf(style: StylePreset, own: number, seed: number, nth: number): number {
  const first = randomOf((seed - nth) * 31 + 7);
  const drawn = nth === 0 ? own : [first(), first(), first()][2];
  return Math.floor((drawn ?? own) * 12) + stylePresets.indexOf(style) + nth;
}
