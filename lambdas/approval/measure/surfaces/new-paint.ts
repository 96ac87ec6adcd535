import { medianOf } from "@image-staging/picture/quantile";
import type { View } from "../view.ts";

/** Levels within which a pixel is as it was, and by which paint changes it at least. */
const [same, painted] = [3, 6];
/** How far paint is from the median change of walls (natural logarithm of a channel over the source's), in any light. */
const ofPaint = 0.14;
/** Walls stand above this part of the height. */
export const wallsEnd = 0.6;

/** Which pixels a candidate kept, and which it painted as it did its walls. */
export interface NewPaint {
  isSame: (i: number) => boolean;
  isPaint: (i: number) => boolean;
}

/** Tells a candidate's new paint: undefined if it changed next to nothing of the walls. */
export function newPaintOf(source: View, candidate: View): NewPaint | undefined {
  const { size, ratios } = changesOf(source, candidate);
  const usual = usualOf({ size, ratios }, source.width * Math.floor(wallsEnd * source.height));
  if (!usual) return undefined;
  return {
    isSame: (i) => (size[i] ?? 0) <= same,
    isPaint: (i) =>
      (size[i] ?? 0) > painted &&
      usual.every((value, c) => Math.abs((ratios[c]?.[i] ?? 0) - value) < ofPaint),
  };
}

/** Of each pixel: the largest difference of the planes, and how red, green and blue changed, as logarithms. */
interface Changes {
  size: Float32Array;
  ratios: readonly Float32Array[];
}

function changesOf(source: View, candidate: View): Changes {
  const [before, after] = [channelsOf(source), channelsOf(candidate)];
  const size = new Float32Array(source.width * source.height);
  const ratios = before.map((plane, c) =>
    plane.map((value, i) => {
      const now = after[c]?.[i] ?? 0;
      size[i] = Math.max(size[i] ?? 0, Math.abs(now - value));
      // Not the bare ratio: in the dark a level is much of it.
      return Math.log((now + 8) / (value + 8));
    }),
  );
  return { size, ratios };
}

/** Red, green and blue of a view, by the inverse of its planes. */
function channelsOf({ luma, redGreen, yellowBlue }: View): Float32Array[] {
  const green = luma.values.map((value, i) => {
    const [red, yellow] = [redGreen.at(i), yellowBlue.at(i)];
    return value - 0.299 * red - 0.114 * (red / 2 - yellow);
  });
  const red = green.map((value, i) => value + redGreen.at(i));
  const blue = green.map((value, i) => value + redGreen.at(i) / 2 - yellowBlue.at(i));
  return [red, green, blue];
}

/** The median change of what changed in the first pixels; undefined if that is next to nothing. */
function usualOf({ size, ratios }: Changes, end: number): number[] | undefined {
  const changed = Array.from({ length: end }, (_, i) => i).filter((i) => (size[i] ?? 0) > painted);
  if (changed.length < 0.01 * end) return undefined;
  return ratios.map((plane) => medianOf(Float32Array.from(changed, (i) => plane[i] ?? 0)));
}
