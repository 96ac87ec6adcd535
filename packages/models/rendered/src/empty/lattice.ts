import { float32At } from "@image-staging/picture/at";
import type { MovePrices } from "./guides.ts";
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
 * Of 21 floors, the three of tiles that show four and more had 10.5 and more, and 18 and more; boards, carpets and tiles that hide
 * had less than 7.3 or less than 13.
 */
const [together, each] = [9, 15] as const;
/** How much of a joint counts on the line beside it. */
const nearly = 0.8;
/** What a move costs that sets joints on no joint, as so many times how unlike an unrelated floor is. */
const offJoints = 10;

/**
 * What moves cost on a floor of square tiles in rows and columns: nothing by whole tiles, else much. Any other floor keeps what its
 * moves cost.
 */
export function byTiles(unlike: MovePrices, pattern: Pattern): MovePrices {
  const tile = tileOf(pattern);
  if (!tile) return unlike;
  const { columns, rows } = unlike;
  const wide = 2 * columns - 1;
  const isWhole = (move: number, side: number): boolean =>
    Math.abs(move - side * Math.round(move / side)) <= 0.5;
  const values = unlike.values.map((_, i) =>
    isWhole((i % wide) - columns + 1, tile.across) && isWhole(Math.floor(i / wide) - rows + 1, tile.along)
      ? 0
      : offJoints,
  );
  return { columns, rows, values };
}

/** A tile's sides in cells; nothing if the floor has no joints at equal distances in both directions. */
function tileOf(pattern: Pattern): { across: number; along: number } | undefined {
  const { columns, rows, cell } = pattern;
  const count = Math.floor((longest - shortest) / cell / step);
  const sides = Array.from({ length: count }, (_, i) => shortest / cell + step * i);
  const across = sides.map(combOf(linesOf(pattern, columns, rows, (a, b) => b * columns + a)));
  const along = sides.map(combOf(linesOf(pattern, rows, columns, (a, b) => a * columns + b)));
  const best = { score: together as number, across: 0, along: 0 };
  for (const side of sides) {
    const [x, z] = [clearestNear(side, across), clearestNear(side, along)];
    if (x.score + z.score > best.score && Math.min(x.clear, z.clear) > each)
      Object.assign(best, { score: x.score + z.score, across: x.side, along: z.side });
  }
  return best.across === 0 ? undefined : best;
}

/** The clearest comb whose side is nearly so many cells: the middle of those that set joints on the same lines. */
function clearestNear(side: number, combs: readonly Comb[]): Comb {
  const near = combs.filter((comb) => Math.abs(comb.side / side - 1) < unequal);
  const score = Math.max(...near.map((comb) => comb.score));
  const same = near.filter((comb) => comb.score === score);
  return same[same.length >> 1] as Comb;
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
      const mean = beside.reduce((sum, away) => sum + float32At(values, at(a + away, b)), 0) / beside.length;
      const own = Math.max(-mostContrast, Math.min(mostContrast, float32At(values, at(a, b)) - mean));
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
    let best: Comb = { side, score: 0, clear: 0 };
    for (let first = 0; first < side; first++) {
      let [sum, joints] = [0, 0];
      for (let line = first; Math.round(line) < clearest.length; line += side) {
        const own = float32At(clearest, Math.round(line));
        if (Number.isNaN(own)) continue;
        sum += own;
        joints++;
      }
      const score = (sum - joints * mean) / deviation / Math.sqrt(Math.max(1, joints));
      if (joints >= fewest && score > best.score) best = { side, score, clear: sum / joints };
    }
    return best;
  };
}
