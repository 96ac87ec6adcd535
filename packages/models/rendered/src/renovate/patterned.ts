import { boxMean } from "@image-staging/picture/box-mean";
import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames, type Hits } from "../analysis/faces.ts";
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
 * paintable only in part: a wall of the box is painted, or stays as it is, whole.
 */
export function plainWalls(labels: Labels, { face }: Pick<Hits, "face">, paint: Uint8Array): Uint8Array {
  const { copy } = labels;
  const contrast = contrastOf(copy);
  const walls = maskOf(labels, "walls");
  const isLeft = faceNames.map((name, index) => {
    if (name === "floor" || name === "ceiling") return false;
    const own = walls.map((isWall, i) => (isWall && face[i] === index ? 1 : 0));
    const painted = own.filter((isOwn, i) => isOwn && paint[i]).length;
    const middle = narrowed(own, copy.width, copy.height, near);
    const found = contrast.filter((_, i) => middle[i]);
    return painted < whole * own.filter(Boolean).length || (found.length > 0 && medianOf(found) > patterned);
  });
  const wall = wallsOf(face, copy);
  return paint.map((isPaint, i) => (isPaint && !isLeft[wall[i] ?? 0] ? 1 : 0));
}

/** The faces with walls for the floor below and the ceiling above them: a wall's paint can run over the box's edge. */
function wallsOf(face: Uint8Array, { width }: WorkingCopy): Uint8Array {
  const [floor, ceiling] = [faceNames.indexOf("floor"), faceNames.indexOf("ceiling")];
  const wall = face.slice();
  for (let i = width; i < wall.length; i++) if (wall[i] === floor) wall[i] = wall[i - width] ?? floor;
  for (let i = wall.length - width - 1; i >= 0; i--)
    if (wall[i] === ceiling) wall[i] = wall[i + width] ?? ceiling;
  return wall;
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
