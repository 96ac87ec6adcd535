import { float32At } from "@image-staging/picture/at";
import { betweenKnown } from "./between-known.ts";
import type { Pattern } from "./shifts.ts";

/** Metres of a tile's side, and by how many cells sides are tried. */
const [shortest, longest, step] = [0.2, 1.3, 0.1] as const;
/** By which share a square tile's sides may seem unequal. */
const unequal = 0.05;
/** Cells on both sides of a joint that it is compared with, and metres of its length over which it is one line. */
const [beside, length] = [[-3, -2, 2, 3], 0.5] as const;
/** How much brighter or darker than beside it a joint counts at most, as a logarithm: glare and legs are more. */
const mostContrast = 0.2;
/** The mean square of a line's contrast counts at most so many times what chance gives. */
const mostClear = 30;
/** How many joints there are at least in each direction. */
const fewest = 3;
/**
 * How clear the joints of tiles are together, in deviations of all lines, and in each direction, in squares of what chance gives.
 * Of 21 floors, the three of tiles that show four and more had 11.9 and more, and 19 and more; others had one of both at most, and
 * 7.1 with 18.
 */
const [together, each] = [9, 15] as const;
/** How much of a joint counts on the line beside it. */
const nearly = 0.8;
/** Cells by which a joint in sight may lie beside its place. */
const bent = 2;

/** Along an axis, a tile's side in cells, and how far each column or row is from its tile's first joint. */
export interface TilesAlong {
  side: number;
  places: Float32Array;
}

/** Where tiles lie in columns and in rows. */
export interface Tiles {
  across: TilesAlong;
  along: TilesAlong;
}

/** Where square tiles lie in rows and columns; nothing if the floor has no joints at equal distances in both directions. */
export function tilesOf(pattern: Pattern): Tiles | undefined {
  const { columns, rows, cell } = pattern;
  const count = Math.floor((longest - shortest) / cell / step);
  const sides = Array.from({ length: count }, (_, i) => shortest / cell + step * i);
  const across = linesOf(pattern, columns, rows, (a, b) => b * columns + a);
  const along = linesOf(pattern, rows, columns, (a, b) => a * columns + b);
  const [combsAcross, combsAlong] = [sides.map(combOf(across)), sides.map(combOf(along))];
  let [score, tile] = [together as number, undefined as [Comb, Comb] | undefined];
  for (const side of sides) {
    const [x, z] = [clearestNear(side, combsAcross), clearestNear(side, combsAlong)];
    if (x.score + z.score <= score || Math.min(x.clear, z.clear) <= each) continue;
    [score, tile] = [x.score + z.score, [x, z]];
  }
  return tile && { across: placesOf(across, tile[0]), along: placesOf(along, tile[1]) };
}

/**
 * The clearest comb whose side is nearly so many cells: the middle of those that set joints on the same lines. A box may be a little
 * too deep for its width.
 */
function clearestNear(side: number, combs: readonly Comb[]): Comb {
  const near = combs.filter((comb) => Math.abs(comb.side / side - 1) < unequal);
  const score = Math.max(...near.map((comb) => comb.score));
  const same = near.filter((comb) => comb.score === score);
  return same[same.length >> 1] as Comb;
}

/** How far each line lies from its tile's first joint. Joints in sight are where they are: lenses bend them; others go on from these. */
function placesOf(lines: Float32Array, { side, first }: Comb): TilesAlong {
  const count = Math.ceil((lines.length - first) / side) + 2;
  const expected = Array.from({ length: count }, (_, k) => first + (k - 1) * side);
  const offs = expected.map((joint, k) => {
    let [clear, off] = [each as number, Number.NaN];
    for (let line = Math.round(joint) - bent; line <= Math.round(joint) + bent; line++) {
      const own = lines[line] ?? Number.NaN;
      if (own > clear) [clear, off] = [own, line - first - (k - 1) * side];
    }
    return off;
  });
  const joints = betweenKnown(offs).map((off, k) => (expected[k] as number) + off);
  const places = Float32Array.from(lines, (_, line) => {
    const k = joints.findLastIndex((joint) => joint <= line);
    const [from, to] = [joints[k] as number, joints[k + 1] as number];
    return (side * (line - from)) / (to - from);
  });
  return { side, places };
}

/**
 * How clear a joint each line of cells is: the mean square of its contrast over pieces of it, in squares of what chance gives. NaN
 * for lines out of sight.
 */
function linesOf(
  { values, known, cell }: Pattern,
  count: number,
  long: number,
  at: (line: number, along: number) => number,
): Float32Array {
  const contrast = new Float32Array(count * long).fill(Number.NaN);
  let [squares, seen] = [0, 0];
  for (let a = 3; a < count - 3; a++)
    for (let b = 0; b < long; b++) {
      if (!known[at(a, b)] || !beside.every((away) => known[at(a + away, b)])) continue;
      const near = beside.map((away) => float32At(values, at(a + away, b)));
      const middle = (near.reduce((sum, value) => sum + value) - Math.max(...near) - Math.min(...near)) / 2;
      const own = Math.max(-mostContrast, Math.min(mostContrast, float32At(values, at(a, b)) - middle));
      contrast[a * long + b] = own;
      squares += own ** 2;
      seen++;
    }
  const piece = Math.round(length / cell);
  return Float32Array.from({ length: count }, (_, a) => {
    let [clear, pieces] = [0, 0];
    for (let from = 0; from < long; from += piece) {
      const own = contrast.subarray(a * long + from, a * long + Math.min(long, from + piece));
      const inSight = own.filter((value) => !Number.isNaN(value));
      if (inSight.length < piece / 3) continue;
      const sum = inSight.reduce((total, value) => total + value, 0);
      clear += Math.min(mostClear, (sum ** 2 * seen) / Math.max(1e-9, inSight.length * squares));
      pieces++;
    }
    return pieces === 0 ? Number.NaN : clear / pieces;
  });
}

interface Comb {
  /** The distance of its joints, in cells. */
  side: number;
  /** The first joint's line. */
  first: number;
  /** How clear the joints are together, in deviations of all lines: more joints count for more. */
  score: number;
  /** How clear one is in the mean. */
  clear: number;
}

/** How clear the clearest joints are that are a side apart. A joint may lie on the line beside. */
function combOf(lines: Float32Array): (side: number) => Comb {
  const inSight = lines.filter((value) => !Number.isNaN(value));
  const mean = inSight.reduce((sum, value) => sum + value, 0) / Math.max(1, inSight.length);
  const square = inSight.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, inSight.length);
  const deviation = Math.max(1e-9, Math.sqrt(square));
  const clearest = lines.map((_, a) =>
    [[a - 1, nearly] as const, [a, 1] as const, [a + 1, nearly] as const].reduce((most, [line, share]) => {
      const value = share * (lines[line] ?? Number.NaN);
      return Number.isNaN(value) || value < most ? most : value;
    }, Number.NaN),
  );
  return (side) => {
    let best: Comb = { side, first: 0, score: 0, clear: 0 };
    for (let first = 0; first < side; first++) {
      let [sum, joints] = [0, 0];
      for (let line = first; Math.round(line) < clearest.length; line += side) {
        const own = float32At(clearest, Math.round(line));
        if (Number.isNaN(own)) continue;
        sum += own;
        joints++;
      }
      const score = (sum - joints * mean) / deviation / Math.sqrt(Math.max(1, joints));
      if (joints >= fewest && score > best.score) best = { side, first, score, clear: sum / joints };
    }
    return best;
  };
}
