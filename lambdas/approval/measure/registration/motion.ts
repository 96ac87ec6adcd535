import type { Dimensions } from "../../../domain/source-asset/dimensions.ts";
import type { Edgel } from "../edges/gradient.ts";

/** A movement about the picture's middle: growth, turn in radians, and a shift in pixels. */
export interface Motion {
  grow: number;
  turn: number;
  x: number;
  y: number;
}

/** An edge, its place from the picture's middle, and how far it has moved along its normal; undefined if it is gone. */
export interface Shift extends Edgel {
  dx: number;
  dy: number;
  along: number | undefined;
}

export interface Fit {
  motion: Motion;
  inliers: Shift[];
  /** How many edges were found anywhere. */
  all: number;
  /** How far the movement takes an edge along its normal. */
  along: (shift: Shift) => number;
}

const rounds = 250;

/**
 * The movement that most edges agree on within `tolerance` pixels (RANSAC by four edges, refined by least squares). Draws
 * the same samples each time. Undefined if there are not enough edges.
 */
export function fitMotion(
  shifts: readonly Shift[],
  tolerance: number,
  { width }: Pick<Dimensions, "width">,
): Fit | undefined {
  const found = shifts.filter(({ along }) => along !== undefined);
  if (found.length < 8) return undefined;
  const scale = width / 2;
  const row = ({ dx, dy, nx, ny }: Shift) => [
    (nx * dx + ny * dy) / scale,
    (ny * dx - nx * dy) / scale,
    nx,
    ny,
  ];
  const rows = found.map(row);
  const moves = found.map(({ along }) => along ?? 0);
  const agree = (motion: readonly number[], slack: number): number[] => {
    const members: number[] = [];
    for (let i = 0; i < rows.length; i++)
      if (Math.abs(dot(rows[i] ?? [], motion) - (moves[i] ?? 0)) < slack) members.push(i);
    return members;
  };
  let state = 12345;
  const draw = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % rows.length;
  };
  let [best, members] = [[0, 0, 0, 0], agree([0, 0, 0, 0], tolerance)];
  for (let round = 0; round < rounds; round++) {
    const motion = leastSquares(rows, moves, [draw(), draw(), draw(), draw()]);
    const agreeing = motion && Math.abs(motion[0] ?? 0) < scale * 0.2 ? agree(motion, tolerance) : [];
    if (motion && agreeing.length > members.length) [best, members] = [motion, agreeing];
  }
  for (let round = 0; round < 3; round++) {
    best = leastSquares(rows, moves, members) ?? best;
    members = agree(best, tolerance);
  }
  const [grow = 0, turn = 0, x = 0, y = 0] = best;
  return {
    motion: { grow: grow / scale, turn: turn / scale, x, y },
    inliers: members.flatMap((i) => found[i] ?? []),
    all: found.length,
    along: (shift) => dot(row(shift), best),
  };
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  (a[0] ?? 0) * (b[0] ?? 0) +
  (a[1] ?? 0) * (b[1] ?? 0) +
  (a[2] ?? 0) * (b[2] ?? 0) +
  (a[3] ?? 0) * (b[3] ?? 0);

/** Solves for four unknowns by the normal equations, damped a little: what the edges do not tell stays 0. */
function leastSquares(
  rows: readonly (readonly number[])[],
  moves: readonly number[],
  members: readonly number[],
): number[] | undefined {
  const matrix = Array.from({ length: 4 }, (_, i) => {
    const line = new Float64Array(5);
    line[i] = 1e-3;
    return line;
  });
  for (const member of members) {
    const row = rows[member] ?? [];
    for (let i = 0; i < 4; i++) {
      const line = matrix[i];
      if (!line) continue;
      for (let j = 0; j < 4; j++) line[j] = (line[j] ?? 0) + (row[i] ?? 0) * (row[j] ?? 0);
      line[4] = (line[4] ?? 0) + (row[i] ?? 0) * (moves[member] ?? 0);
    }
  }
  return solve(matrix);
}

/** Gauss's elimination with pivots, in place. */
function solve(matrix: Float64Array[]): number[] | undefined {
  for (let column = 0; column < 4; column++) {
    let pivot = column;
    for (let i = column + 1; i < 4; i++)
      if (Math.abs(matrix[i]?.[column] ?? 0) > Math.abs(matrix[pivot]?.[column] ?? 0)) pivot = i;
    const [line, other] = [matrix[pivot], matrix[column]];
    if (!line || !other || Math.abs(line[column] ?? 0) < 1e-9) return undefined;
    matrix[pivot] = other;
    matrix[column] = line;
    for (const [i, below] of matrix.entries()) {
      if (i === column) continue;
      const factor = (below[column] ?? 0) / (line[column] ?? 1);
      for (let j = column; j < 5; j++) below[j] = (below[j] ?? 0) - factor * (line[j] ?? 0);
    }
  }
  return matrix.map((line, i) => (line[4] ?? 0) / (line[i] ?? 1));
}
