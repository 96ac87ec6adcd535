import { meansOf } from "@image-staging/picture/means-of";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames, type Hits } from "../analysis/faces.ts";
import type { Seams } from "../analysis/seams/seams.ts";

/** Pixels of a stretch, and of a wall's paint, that tell their colour. */
const enough = 200;
/** The share of a stretch's columns that lies below a window, and that ends at the wall's paint's foot. */
const [mostly, grounded] = [0.5, 0.6];
/** Metres that a sill reaches beyond its window at most. */
const sill = 0.3;
/** Metres from the paint's foot to a window's sill at most: what was found higher up leaves wall beside it, or is a lamp. */
const highestSill = 1.5;
/** Metres (and pixels) from a stretch to the paint's foot. */
const [nearFoot, nearPixels] = [0.06, 8];
/** How far (Lab) it differs from the paint of its wall at most: it gets less light. */
const alike = { light: 15, colour: 4 } as const;

/**
 * The stretches of even wall below windows that reach from side to side, so that frames and sills part them from the paint
 * above. They stand on the skirting, are wider than the windows over them and have the colour of their wall's paint.
 */
export function belowWindows(
  { lab, width, height }: WorkingCopy,
  { face }: Hits,
  stretches: readonly (readonly number[])[],
  paint: Uint8Array,
  windows: Uint8Array,
  { paintFoot, metre }: Seams,
): number[] {
  const meanOf = (pixels: readonly number[]): number[] => meansOf(lab, pixels);
  const usual = faceNames.map((_, wall) => {
    const own = Array.from(paint.keys()).filter((i) => paint[i] && face[i] === wall);
    return own.length < enough ? undefined : meanOf(own);
  });
  const lowestWindow = new Int32Array(width).fill(-1);
  windows.forEach((isIn, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (isIn && (paintFoot[x] as number) - y < highestSill * (metre[x] as number)) lowestWindow[x] = y;
  });
  return stretches.filter((pixels) => pixels.length >= enough && isWall(pixels)).flat();

  function isWall(pixels: readonly number[]): boolean {
    const [top, bottom] = [new Map<number, number>(), new Map<number, number>()];
    for (const i of pixels) {
      const [x, y] = [i % width, Math.floor(i / width)];
      top.set(x, Math.min(y, top.get(x) ?? height));
      bottom.set(x, Math.max(y, bottom.get(x) ?? 0));
    }
    const columns = [...top.keys()];
    const isBelow =
      (aside: number) =>
      (x: number): boolean => {
        const reach = Math.round(aside * (metre[x] as number));
        const near = lowestWindow.subarray(Math.max(0, x - reach), x + reach + 1);
        return near.some((window) => window >= 0 && window < (top.get(x) as number));
      };
    const standing = columns.filter((x) => {
      const foot = Math.min(height, paintFoot[x] as number);
      return foot - (bottom.get(x) as number) < Math.max(nearPixels, nearFoot * (metre[x] as number));
    });
    const isWider =
      !columns.every(isBelow(0)) || [nearPixels, width - 1 - nearPixels].some((x) => top.has(x));
    const below = columns.filter(isBelow(sill));
    if (!isWider || below.length < mostly * columns.length || standing.length < grounded * columns.length)
      return false;
    const paintThere = usual[face[pixels[pixels.length >> 1] as number] as number];
    if (!paintThere) return false;
    const [light = 0, a = 0, b = 0] = meanOf(pixels).map((value, c) => value - (paintThere[c] as number));
    return Math.abs(light) < alike.light && Math.hypot(a, b) < alike.colour;
  }
}
