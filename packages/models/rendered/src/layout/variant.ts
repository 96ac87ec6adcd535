import type { Look } from "@image-staging/furniture/looks";
import { type StylePreset, stylePresets } from "@image-staging/inference-contract/vocabulary";
import { randomOf } from "@image-staging/picture/random";

/** How many arrangements groups take in turn. */
const count = 12;
/** Arrangements between those of a home's sets: no two of the first twelve have the same. */
const step = 5;

/** Which arrangement a group takes: the nth candidate takes the nth after the first one's, so that no two have the same. */
export function variantOf(style: StylePreset, own: number, seed: number, nth: number): number {
  const first = randomOf((seed - nth) * 31 + 7);
  const drawn = nth === 0 ? own : [first(), first(), first()][2];
  return Math.floor((drawn ?? own) * count) + stylePresets.indexOf(style) + nth;
}

/** Which arrangement it takes in a home: another one for each set. */
export const variantOfSet = ({ seed, set }: Look, nth: number): number =>
  Math.floor(randomOf(seed)() * count) + set * step + nth;

/** Another set of a home's pieces, for a candidate that stands where `before` others do; without a home it has one of its own. */
export const otherLook = (look: Look | undefined, seed: number, before: number): Look =>
  look ? { ...look, set: look.set + before } : { seed, set: before };
