import { float32At, uint8At } from "@image-staging/picture/at";
import type { Guide } from "./guides.ts";
import type { Texture } from "./texture.ts";

/** Cells around one, in each direction, that make its patch. */
export const around = 3;
/** The share of a patch's cells that must be comparable. */
const leastShared = 0.25;
/** What a cell to fill weighs beside one in sight: what is in sight is true. */
const guessed = 0.35;

/** The cells whose patches reach into the hole. */
export function targetsOf({ columns, rows, hole }: Texture): Int32Array {
  const near = new Uint8Array(hole.length);
  for (let i = 0; i < hole.length; i++) {
    if (!hole[i]) continue;
    const [x, z] = [i % columns, Math.floor(i / columns)];
    const [left, right] = [Math.max(0, x - around), Math.min(columns - 1, x + around)];
    for (let v = Math.max(0, z - around); v <= Math.min(rows - 1, z + around); v++)
      near.fill(1, v * columns + left, v * columns + right + 1);
  }
  return Int32Array.from(near.keys()).filter((i) => near[i]);
}

/**
 * What it costs that the patch of a target is copied from a match (twice a cell's number, and one more for its mirror image): the
 * mean square of their differences, where both are known, and the guide's price. Infinite if it is `most` at least.
 */
export function costOf(texture: Texture, guide: Guide, target: number, match: number, most: number): number {
  const { columns, rows, values, source, hole, dullness } = texture;
  const [a, b, side] = [target, match >> 1, match & 1 ? -1 : 1];
  const [ax, bx] = [a % columns, b % columns];
  const [az, bz] = [(a - ax) / columns, (b - bx) / columns];
  const price = float32At(dullness, b) + guide.price(ax, az, bx, bz);
  if (price >= most) return Number.POSITIVE_INFINITY;
  let [sum, weights, count] = [0, 1e-6, 0];
  // No weight is greater than 1: beyond this sum no patch is cheap enough.
  const enough = (most - price) * (2 * around + 1) ** 2;
  for (let dz = -around; dz <= around && sum < enough; dz++) {
    const [tz, sz] = [az + dz, bz + dz];
    if (tz < 0 || sz < 0 || tz >= rows || sz >= rows) continue;
    for (let dx = -around; dx <= around; dx++) {
      const [tx, sx] = [ax + dx, bx + side * dx];
      if (tx < 0 || sx < 0 || tx >= columns || sx >= columns) continue;
      const [t, s] = [tz * columns + tx, sz * columns + sx];
      const isHole = uint8At(hole, t);
      if (!uint8At(source, s) || (!isHole && !uint8At(source, t))) continue;
      const weight = isHole ? guessed : 1;
      const d = float32At(values, 3 * t) - float32At(values, 3 * s);
      const e = float32At(values, 3 * t + 1) - float32At(values, 3 * s + 1);
      const f = float32At(values, 3 * t + 2) - float32At(values, 3 * s + 2);
      sum += weight * (d * d + e * e + f * f);
      weights += weight;
      count++;
    }
  }
  const isTooFew = count < leastShared * (2 * around + 1) ** 2;
  return isTooFew || sum >= enough ? Number.POSITIVE_INFINITY : sum / weights + price;
}
