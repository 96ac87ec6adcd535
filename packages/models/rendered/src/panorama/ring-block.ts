import { prior } from "./box.ts";
import { between, type Sums } from "./ring-sums.ts";

/** Steps of the grid that a face is nearer than the wall behind it at least. */
const nearer = 3;

/**
 * What each pair of distances of a wall and the next one clockwise is worth if their corner is built up, by the best of all
 * blocks there. `plain` is what they are worth with a plain corner: along the block's two faces the room has three.
 */
export function blockTable(
  plain: Float32Array,
  own: Sums,
  next: Sums,
  shift: number,
  corner: (turn: number) => number,
): { scores: Float32Array; facesOf: (own: number, next: number) => [number, number] } {
  const n = own.distances.length;
  const edges = edgeTable(own, next, shift, corner);
  const scores = new Float32Array(n * n).fill(Number.NEGATIVE_INFINITY);
  const chosen = new Uint32Array(n * n);
  // For each distance of the wall and of the face along it: the best of the other face's distances so far.
  const best = new Float32Array(n * n).fill(Number.NEGATIVE_INFINITY);
  const bestNext = new Uint32Array(n * n);
  for (let j = nearer; j < n; j++) {
    const k = j - nearer;
    for (let i = nearer; i < n; i++) {
      const before = plain[i * n + k] as number;
      for (let l = 0; l <= i - nearer; l++) {
        const at = i * n + l;
        const score = before + (edges[k * n + l] as number);
        if (score > (best[at] as number)) {
          best[at] = score;
          bestNext[at] = k;
        }
        const whole = (best[at] as number) + (plain[l * n + j] as number);
        if (whole > (scores[i * n + j] as number)) {
          scores[i * n + j] = whole;
          chosen[i * n + j] = at;
        }
      }
    }
  }
  return {
    scores,
    facesOf: (i, j) => {
      const at = chosen[i * n + j] as number;
      return [at % n, bestNext[at] as number];
    },
  };
}

/** What a block's edge between its face along the next wall and the one along its own adds to both faces' inner corners. */
function edgeTable(own: Sums, next: Sums, shift: number, corner: (turn: number) => number): Float32Array {
  const n = own.distances.length;
  const table = new Float32Array(n * n);
  for (let k = 0; k < n; k++) {
    for (let l = 0; l < n; l++) {
      const turn = Math.atan((next.distances[k] as number) / (own.distances[l] as number));
      table[k * n + l] =
        corner(turn) -
        between(next.floor[k] as Float32Array, turn - Math.PI / 2, 0) -
        between(own.floor[l] as Float32Array, 0, turn) -
        between(next.ceiling[k + shift] as Float32Array, turn - Math.PI / 2, 0) -
        between(own.ceiling[l + shift] as Float32Array, 0, turn) -
        prior([own.distances[l] as number], 1.73);
    }
  }
  return table;
}
