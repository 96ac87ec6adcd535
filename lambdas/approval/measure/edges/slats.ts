import type { Slopes } from "@image-staging/picture/gradient";
import type { Chain } from "./chains.ts";
import { isUpright } from "./lost-lines.ts";

/** So many upright lines are slats, if their middles lie so near, in diagonals, and their lengths are so alike. */
const leastSlats = 5;
const [mostAside, mostApart] = [0.15, 0.02];
const likeLength = 0.4;
/** A radiator's own outline lies within so many pixels of its slats. */
const margin = 4;

/** Marks the pixels between straight lines that are a radiator's slats. */
export function slatsOf(lines: readonly Chain[], { width, height }: Slopes): Uint8Array {
  const marks = new Uint8Array(width * height);
  const diagonal = Math.hypot(width, height);
  const uprights = lines.filter(isUpright);
  for (const one of uprights) {
    const slats = uprights.filter(
      ({ length, middleX, middleY }) =>
        Math.abs(middleX - one.middleX) < mostAside * diagonal &&
        Math.abs(middleY - one.middleY) < mostApart * diagonal &&
        Math.min(length, one.length) > likeLength * Math.max(length, one.length),
    );
    if (slats.length < leastSlats) continue;
    const [left, right] = ends(slats.map(({ middleX }) => middleX));
    const [top, bottom] = ends(slats.flatMap(({ top, bottom }) => [top, bottom]));
    for (let y = Math.max(0, top - margin); y <= Math.min(height - 1, bottom + margin); y++)
      marks.fill(1, y * width + Math.max(0, left - margin), y * width + Math.min(width, right + margin + 1));
  }
  return marks;
}

const ends = (places: readonly number[]) =>
  [Math.floor(Math.min(...places)), Math.ceil(Math.max(...places))] as const;
