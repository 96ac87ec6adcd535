import { boxMean } from "@image-staging/picture/box-mean";
import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames } from "../analysis/faces.ts";
import type { Labels } from "../labels/index.ts";
import { maskOf } from "../labels/mask.ts";
import { narrowed } from "./outlines.ts";

/** Pixels of the copy around one that show a surface's colour there, wider than a pattern's parts. */
const near = 8;
/**
 * The median contrast (Lab) from which a wall has a pattern, and the share of it that is painted at least. Of 130 plain walls on 51 photos
 * all have at most 2.2 and three less than 0.85 painted, one of them 0.66; of 27 walls with bold wallpaper or slats 19 have 2.7 to 19.
 * By one or both, 71 of 128 walls with a pattern stay whole (25 before), 29 are half painted (71 before).
 */
const [patterned, whole] = [2.5, 0.7];

/**
 * Paint (1 for each of its pixels) without that of walls that have a pattern, such as wallpaper, tiles or boards, or that labels call
 * paintable only in part: a wall of the box (`wall`: its index in `faceNames` at each pixel) is painted, or stays as it is, whole.
 */
export function plainWalls(labels: Labels, wall: Uint8Array, paint: Uint8Array): Uint8Array {
  const { copy } = labels;
  const contrast = contrastOf(copy);
  const walls = maskOf(labels, "walls");
  const isLeft = faceNames.map((_, index) => {
    const own = walls.map((isWall, i) => (isWall && wall[i] === index ? 1 : 0));
    const painted = own.filter((isOwn, i) => isOwn && paint[i]).length;
    const middle = narrowed(own, copy.width, copy.height, near);
    const found = contrast.filter((_, i) => middle[i]);
    return painted < whole * own.filter(Boolean).length || (found.length > 0 && medianOf(found) > patterned);
  });
  return paint.map((isPaint, i) => (isPaint && !isLeft[wall[i] ?? 0] ? 1 : 0));
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
