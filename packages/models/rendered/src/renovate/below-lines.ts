import { boxMean } from "@image-staging/picture/box-mean";
import type { WorkingCopy } from "@image-staging/picture/working-copy";

/** Pixels between two stretches of even wall that nothing but lines part; a stretch that is less high is a rail or a casing. */
const apart = 24;
/** The share of what paint differs by that shows no edge at all. */
const smoothly = 0.7;

/**
 * The stretches that lie below paint with nothing but lines between: edges' lines are drawn longer than they show, and cut
 * the wall beside a door or a window off from the wall above.
 */
export function belowLines(
  { lab, width }: WorkingCopy,
  stretches: readonly (readonly number[])[],
  paint: Uint8Array,
  tolerance: number,
): number[] {
  const smooth = lab.map((plane) => boxMean(plane, 1));
  const isAlike = (i: number, k: number): boolean =>
    Math.hypot(...smooth.map((plane) => plane.at(i) - plane.at(k))) < smoothly * tolerance;
  const isBelowPaint = (top: number): boolean => {
    for (let k = 1; k <= apart; k++) {
      const i = top - k * width;
      if (i < 0 || !isAlike(i, top)) return false;
      if (paint[i]) return true;
    }
    return false;
  };
  return stretches
    .filter((pixels) => {
      const top = new Map<number, number>();
      for (const i of pixels) top.set(i % width, Math.min(i, top.get(i % width) ?? i));
      return pixels.length > apart * top.size && [...top.values()].some(isBelowPaint);
    })
    .flat();
}
