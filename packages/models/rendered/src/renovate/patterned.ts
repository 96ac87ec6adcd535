import { boxMean } from "@image-staging/picture/box-mean";
import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames, type Hits } from "../analysis/faces.ts";
import { narrowed } from "./outlines.ts";

/** Pixels of the copy around one that show a surface's colour there, wider than a pattern's parts. */
const near = 8;
/** The median contrast (Lab) from which a wall has a pattern: all walls of a photo together have 0.1 to 1.3 on 29, a noisy one of few pixels more. */
const patterned = 3.5;

/**
 * Painted walls (1 for each of their pixels) without those that have a pattern, such as wallpaper, tiles or boards: new paint would
 * tint it. A wall of the box stays whole, or goes whole.
 */
export function plainWalls(copy: WorkingCopy, { face }: Pick<Hits, "face">, walls: Uint8Array): Uint8Array {
  const contrast = contrastOf(copy);
  const { width, height } = copy;
  const isPatterned = faceNames.map((_, index) => {
    const own = walls.map((isWall, i) => (isWall && face[i] === index ? 1 : 0));
    const middle = narrowed(own, width, height, near);
    const found = contrast.filter((_, i) => middle[i]);
    return found.length > 0 && medianOf(found) > patterned;
  });
  return walls.map((isWall, i) => (isWall && !isPatterned[face[i] ?? 0] ? 1 : 0));
}

/** How far (Lab) each pixel, without its noise, is from what lies around it. */
function contrastOf({ lab, width, height }: WorkingCopy): Float32Array {
  const away = new Float32Array(width * height);
  for (const plane of lab) {
    const [fine, coarse] = [boxMean(plane, 1), boxMean(plane, near)];
    for (let i = 0; i < away.length; i++) away[i] = (away[i] ?? 0) + (fine.at(i) - coarse.at(i)) ** 2;
  }
  return away.map(Math.sqrt);
}
