import { float32At, int32At, uint8At } from "@image-staging/picture/at";
import { distancesTo } from "@image-staging/picture/distances";
import type { Pattern, Shift } from "./shifts.ts";

/** Cells around one, in each direction, that its source must look alike in. */
const around = 3;
/** What a source that lies farther from the camera costs, for each metre: it is less sharp. */
const farther = 0.004;
/** What a source that is itself copied costs: copies of copies show. */
const copied = 0.03;
/** What a shift costs that the floor in sight speaks against, as a share of how unlike it is there. */
const trust = 0.5;
/** How often cells are tried that had nothing to be copied from. */
const rounds = 12;

/**
 * For each cell of the floor in a hole the cell that it is copied from, -1 for none: outside the hole each is itself. From the
 * hole's edge inwards each cell takes the shift at which what is there already looks most like what lies around its source
 * (Ashikhmin, Synthesizing natural textures, 2001). `hole` is 1 for each cell to fill; rows run towards the camera.
 */
export function grownFloor(pattern: Pattern, hole: Uint8Array, shifts: readonly Shift[]): Int32Array {
  const { columns, rows, cell } = pattern;
  const values = pattern.values.slice();
  const isSet = pattern.known.map((known, i) => (known && !hole[i] ? 1 : 0));
  const from = Int32Array.from(isSet, (set, i) => (set ? i : -1));
  const away = distancesTo(isSet, { width: columns, height: rows });
  const order = Int32Array.from(hole.keys())
    .filter((i) => hole[i])
    .sort((a, b) => away.at(a) - away.at(b) || a - b);
  let left = order;
  for (let round = 0; round < rounds && left.length > 0; round++) left = left.filter((i) => !isFilled(i));
  return from;

  function isFilled(i: number): boolean {
    const [x, z] = [i % columns, Math.floor(i / columns)];
    let [best, source] = [Number.POSITIVE_INFINITY, -1];
    for (const shift of shifts) {
      const [sx, sz] = [x + shift.x, z + shift.z];
      if (sx < 0 || sz < 0 || sx >= columns || sz >= rows) continue;
      const k = sz * columns + sx;
      if (!uint8At(isSet, k)) continue;
      const fault =
        farther * Math.max(0, -shift.z) * cell + (from[k] === k ? 0 : copied) + trust * shift.unlike;
      const cost = unlikeness(i, k) + fault;
      if (cost < best) [best, source] = [cost, k];
    }
    if (source < 0) return false;
    from[i] = int32At(from, source);
    values[i] = float32At(values, source);
    isSet[i] = 1;
    return true;
  }

  /** The mean square of differences around two cells, where both are set. */
  function unlikeness(a: number, b: number): number {
    const [ax, bx] = [a % columns, b % columns];
    const [az, bz] = [(a - ax) / columns, (b - bx) / columns];
    const left = -Math.min(around, ax, bx);
    const right = Math.min(around, columns - 1 - ax, columns - 1 - bx);
    const top = -Math.min(around, az, bz);
    const bottom = Math.min(around, rows - 1 - az, rows - 1 - bz);
    let [sum, count] = [0, 1e-3];
    for (let dz = top; dz <= bottom; dz++)
      for (let dx = left; dx <= right; dx++) {
        const step = dz * columns + dx;
        if (!uint8At(isSet, a + step) || !uint8At(isSet, b + step)) continue;
        const difference = float32At(values, a + step) - float32At(values, b + step);
        sum += difference * difference;
        count++;
      }
    return sum / count;
  }
}
