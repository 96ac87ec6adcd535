import { type Block, columnOf, cornerAt, type PanoramaBox, prior } from "./box.ts";
import { blockTable } from "./ring-block.ts";
import { between, runningSums, type Sums } from "./ring-sums.ts";
import { type Evidence, type Weights, weightsOf } from "./wall-line.ts";

/** The boxes that are searched: distances of each wall, and heights over the viewer. */
interface Grid {
  /** Each is this many times the one before. */
  ratio: number;
  nearest: readonly [number, number, number, number];
  lowest: number;
  walls: number;
  heights: number;
}

interface Search {
  grid?: Grid;
  weights?: Readonly<Record<"floor" | "ceiling", Weights>>;
  /** Whether one of the corners can be built up. */
  blocks?: boolean;
}

const anyBox: Grid = { ratio: 1.055, nearest: [0.4, 0.4, 0.4, 0.4], lowest: 0.4986, walls: 58, heights: 22 };
/** How much finer a room is searched for nearer walls: the parts of each distance, and of the height, that are tried. */
const nearer = { ratio: 1.01, walls: 87, heights: 21 } as const;

/** The boxes with walls as far away as in a box, or nearer, and a ceiling about as high. */
export const withinBox = ({ distances, height }: PanoramaBox): Grid => ({
  ...nearer,
  nearest: distances.map(
    (distance) => distance * nearer.ratio ** (2 - nearer.walls),
  ) as unknown as Grid["nearest"],
  lowest: (height - 1) * nearer.ratio ** (-(nearer.heights - 1) / 2),
});

/** A corner is built up if that explains lines over this many degrees more. */
const blockCost = 40;

/**
 * The best box at a heading. Walls share only their corners, so the best of all distances is found exactly, by dynamic
 * programming around the ring, for each height of the ceiling.
 */
export function searchRing(
  evidence: Evidence,
  corners: Float32Array,
  heading: number,
  { grid = anyBox, weights = weightsOf, blocks = false }: Search = {},
): { box: PanoramaBox; score: number } {
  const { ratio, nearest, lowest, walls, heights } = grid;
  const { width } = evidence.edges;
  const distanceOf = (wall: number, index: number): number => (nearest[wall] as number) * ratio ** index;
  const sums = [0, 1, 2, 3].map((wall): Sums => {
    const middle = columnOf(width, heading, (wall * Math.PI) / 2);
    const table = (part: "floor" | "ceiling", from: number, to: number): Float32Array[] =>
      Array.from({ length: to - from }, (_, i) => {
        const distance = distanceOf(wall, from + i) / (part === "floor" ? 1 : lowest);
        return runningSums(evidence, part, middle, distance, weights[part]);
      });
    const distances = Array.from({ length: walls }, (_, i) => distanceOf(wall, i));
    return { distances, floor: table("floor", 0, walls), ceiling: table("ceiling", 1 - heights, walls) };
  });
  let best: { box: PanoramaBox; score: number } | undefined;
  for (let up = 0; up < heights; up++) {
    const height = 1 + lowest * ratio ** up;
    const shift = heights - 1 - up;
    const cornersAfter = (wall: number) => (turn: number) =>
      cornerAt(corners, heading, (wall * Math.PI) / 2 + turn);
    const pairs = sums.map((own, wall) =>
      pairTable(own, sums[(wall + 1) % 4] as Sums, shift, cornersAfter(wall)),
    );
    const consider = (
      tables: readonly Float32Array[],
      cost: number,
      blockOf?: (ring: readonly number[]) => Block,
    ) => {
      const ring = bestRing(tables, walls);
      const score = ring.score + prior([], height) - cost;
      if (best && score <= best.score) return;
      const distances = ring.indices.map((index, wall) => distanceOf(wall, index));
      const block = blockOf?.(ring.indices);
      best = {
        box: {
          heading,
          distances: distances as unknown as PanoramaBox["distances"],
          height,
          ...(block && { block }),
        },
        score,
      };
    };
    consider(pairs, 0);
    if (!blocks) continue;
    for (let wall = 0; wall < 4; wall++) {
      const next = (wall + 1) % 4;
      const built = blockTable(
        pairs[wall] as Float32Array,
        sums[wall] as Sums,
        sums[next] as Sums,
        shift,
        cornersAfter(wall),
      );
      consider(
        pairs.map((pair, i) => (i === wall ? built.scores : pair)),
        blockCost,
        (ring) => {
          const faces = built.facesOf(ring[wall] as number, ring[next] as number);
          return { wall, faces: [distanceOf(wall, faces[0]), distanceOf(next, faces[1])] };
        },
      );
    }
  }
  return best as { box: PanoramaBox; score: number };
}

/** What each pair of distances of a wall and the next one clockwise is worth, between their nearest points. */
function pairTable(own: Sums, next: Sums, shift: number, corner: (turn: number) => number): Float32Array {
  const count = own.distances.length;
  const table = new Float32Array(count ** 2);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const turn = Math.atan((next.distances[j] as number) / (own.distances[i] as number));
      const rest = turn - Math.PI / 2;
      table[i * count + j] =
        between(own.floor[i] as Float32Array, 0, turn) +
        between(next.floor[j] as Float32Array, rest, 0) +
        between(own.ceiling[i + shift] as Float32Array, 0, turn) +
        between(next.ceiling[j + shift] as Float32Array, rest, 0) +
        corner(turn) +
        prior([own.distances[i] as number], 1.73);
    }
  }
  return table;
}

function bestRing(pairs: readonly Float32Array[], n: number): { indices: number[]; score: number } {
  let best = { indices: [0, 0, 0, 0], score: Number.NEGATIVE_INFINITY };
  for (let first = 0; first < n; first++) {
    let scores = (pairs[0] as Float32Array).slice(first * n, first * n + n);
    const from: Uint8Array[] = [];
    for (const pair of pairs.slice(1, 3)) {
      const next = new Float32Array(n).fill(Number.NEGATIVE_INFINITY);
      const chosen = new Uint8Array(n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const score = (scores[i] as number) + (pair[i * n + j] as number);
          if (score > (next[j] as number)) {
            next[j] = score;
            chosen[j] = i;
          }
        }
      }
      scores = next;
      from.push(chosen);
    }
    for (let last = 0; last < n; last++) {
      const score = (scores[last] as number) + ((pairs[3] as Float32Array)[last * n + first] as number);
      if (score <= best.score) continue;
      const third = from[1]?.[last] ?? 0;
      best = { indices: [first, from[0]?.[third] ?? 0, third, last], score };
    }
  }
  return best;
}
