import { float32At, uint8At } from "@image-staging/picture/at";
import { transform } from "./fourier.ts";
import type { MovePrices } from "./guides.ts";

/** A floor's pattern seen from above, row by row, and 1 for each cell of it that is in sight. */
export interface Pattern {
  columns: number;
  rows: number;
  /** The side of a cell in metres. */
  cell: number;
  values: Float32Array;
  known: Uint8Array;
}

/** By how many cells a floor can be moved and look alike. */
export interface Shift {
  x: number;
  z: number;
  /** The mean square of differences of the pattern and itself, moved so, over its own where both are known: 1 if unrelated. */
  unlike: number;
}

/** Metres from and to which shifts are looked for, and how many of each range: near ones keep the light, far ones cross a rug. */
const rings = [
  [0.2, 0.7, 12],
  [0.7, 1.4, 14],
  [1.4, 2.4, 12],
  [2.4, 4, 10],
] as const;
/** Of how many of the best, in which numbers, farther ones are made: a pattern that repeats does so on and on. */
const [repeated, times] = [5, 8] as const;
/** How unlike itself a pattern is at a move that nothing is known of. */
const unrelated = 1;
/** Shifts nearer to one another, in cells, are one; a shift must move this share of the known cells onto known ones. */
const [apart, leastOverlap] = [3, 0.04] as const;

/**
 * The shifts at which a floor's pattern looks most like itself (He and Sun, Statistics of patch offsets, 2012): joints meet joints,
 * and grain goes on along its boards. Found by the mean square of differences at every shift, by Fourier transforms.
 */
export function shiftsOf(pattern: Pattern): { moves: Shift[]; unlike: MovePrices } {
  const { cell } = pattern;
  const size = 2 ** Math.ceil(Math.log2(Math.max(pattern.columns, pattern.rows) + rings[3][1] / cell));
  const { unlike, overlap } = unlikenessOf(pattern, size);
  const total = pattern.known.reduce((sum, value) => sum + value, 0);
  const at = (shift: Pick<Shift, "x" | "z">): number =>
    ((shift.z + size) % size) * size + ((shift.x + size) % size);
  const found: Shift[] = [];
  for (const [least, most, count] of rings) {
    const reach = Math.ceil(most / cell);
    const ring: Shift[] = [];
    for (let z = 0; z <= reach; z++)
      for (let x = z === 0 ? 1 : -reach; x <= reach; x++) {
        const length = Math.hypot(x, z) * cell;
        const shift = { x, z };
        if (length < least || length >= most || (overlap[at(shift)] as number) < leastOverlap * total)
          continue;
        ring.push({ ...shift, unlike: unlike[at(shift)] as number });
      }
    ring.sort((a, b) => a.unlike - b.unlike);
    const kept: Shift[] = [];
    for (const shift of ring) {
      if (kept.length >= count / 2) break;
      const isOne = kept.some(({ x, z }) => Math.max(Math.abs(x - shift.x), Math.abs(z - shift.z)) < apart);
      if (!isOne) kept.push(shift);
    }
    found.push(
      ...kept.flatMap(({ x, z, unlike }) => [
        { x, z, unlike },
        { x: -x, z: -z, unlike },
      ]),
    );
  }
  const moves = [...found, ...farther(found, cell)];
  return {
    moves,
    unlike: tableOf(pattern, moves, (x, z) => {
      const k = at({ x, z });
      return (overlap[k] as number) < leastOverlap * total ? unrelated : (unlike[k] as number);
    }),
  };
}

/** How unlike itself a floor is at each move of so many cells at most, and near the moves that repeat others. */
function tableOf(
  { columns, rows, cell }: Pattern,
  moves: readonly Shift[],
  unlikeAt: (x: number, z: number) => number,
): MovePrices {
  const [wide, high, reach] = [2 * columns - 1, 2 * rows - 1, Math.floor(rings[3][1] / cell)];
  const values = new Float32Array(wide * high).fill(unrelated);
  const lower = (x: number, z: number, unlike: number): void => {
    if (Math.abs(x) >= columns || Math.abs(z) >= rows) return;
    const k = (z + rows - 1) * wide + x + columns - 1;
    values[k] = Math.min(float32At(values, k), unlike);
  };
  for (let z = -reach; z <= reach; z++) for (let x = -reach; x <= reach; x++) lower(x, z, unlikeAt(x, z));
  for (const { x, z, unlike } of moves)
    for (let k = 0; k < 9; k++) lower(x + (k % 3) - 1, z + Math.floor(k / 3) - 1, unlike);
  return { columns, rows, values };
}

/** Sums of the best shifts that are longer than those that the floor in sight can be compared at. */
function farther(found: readonly Shift[], cell: number): Shift[] {
  const longest = Math.max(0, ...found.map(({ x, z }) => Math.hypot(x, z)));
  const sums: Shift[] = [];
  const best = found.filter((_, i) => i % 2 === 0).slice(0, repeated);
  for (const [i, a] of best.entries())
    for (const b of best.slice(i + 1))
      for (let m = -times; m <= times; m++)
        for (let n = -times; n <= times; n++) {
          const unlike = Math.hypot(m * Math.sqrt(a.unlike), n * Math.sqrt(b.unlike)) ** 2;
          const sum = { x: m * a.x + n * b.x, z: m * a.z + n * b.z, unlike };
          const length = Math.hypot(sum.x, sum.z);
          if (length <= longest || length * cell > rings[3][1]) continue;
          const isOne = sums.some(({ x, z }) => Math.hypot(x - sum.x, z - sum.z) * cell < rings[0][0]);
          if (!isOne) sums.push(sum);
        }
  return sums;
}

/** For each shift, around the origin, how unlike itself the pattern is, and how many cells it compares. */
function unlikenessOf({ columns, rows, values, known }: Pattern, size: number) {
  const place = (of: (i: number) => number) => {
    const plane = { re: new Float64Array(size * size), im: new Float64Array(size * size) };
    for (let i = 0; i < columns * rows; i++)
      if (uint8At(known, i)) plane.re[Math.floor(i / columns) * size + (i % columns)] = of(i);
    transform(plane, size);
    return plane;
  };
  const mask = place(() => 1);
  const once = place((i) => float32At(values, i));
  const squares = place((i) => float32At(values, i) ** 2);
  const sums = { re: new Float64Array(size * size), im: new Float64Array(size * size) };
  const powers = { re: new Float64Array(size * size), im: new Float64Array(size * size) };
  const counts = { re: new Float64Array(size * size), im: new Float64Array(size * size) };
  for (let k = 0; k < size * size; k++) {
    const [mr, mi, vr, vi] = [mask.re[k] ?? 0, mask.im[k] ?? 0, once.re[k] ?? 0, once.im[k] ?? 0];
    const [sr, si] = [squares.re[k] ?? 0, squares.im[k] ?? 0];
    // Both products of squares and mask are each other's mirror image: their sum is real, and so are the others.
    sums.re[k] = 2 * (sr * mr + si * mi) - 2 * (vr * vr + vi * vi);
    powers.re[k] = 2 * (sr * mr + si * mi);
    counts.re[k] = mr * mr + mi * mi;
  }
  transform(sums, size, true);
  transform(powers, size, true);
  transform(counts, size, true);
  const overlap = counts.re.map((value) => value / size ** 2);
  return { overlap, unlike: sums.re.map((value, k) => value / Math.max(1e-9, powers.re[k] ?? 0)) };
}
