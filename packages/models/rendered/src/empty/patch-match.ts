import { float32At, int32At, uint8At } from "@image-staging/picture/at";
import { randomOf } from "@image-staging/picture/random";
import type { Guide } from "./guides.ts";
import { costOf } from "./patch.ts";
import type { Texture } from "./texture.ts";

/** How often each cell is visited. */
const sweeps = 4;
/** How many cells by chance a search without neighbours tries. */
const chances = 60;

/** What each cell's patch is copied from, twice that cell's number, and one more for its mirror image (-1: nothing), at which cost. */
export interface Matches {
  from: Int32Array;
  cost: Float32Array;
}

/** Tries matches for cells, and keeps those that are better. */
interface Search {
  /** Tries the cell at a column and row, or its mirror image (1). */
  at: (target: number, x: number, z: number, mirrored: number) => void;
  /** Tries a cell by chance. */
  byChance: (target: number) => void;
  random: () => number;
}

function searchOf(texture: Texture, { from, cost }: Matches, guide: Guide, seed: number): Search {
  const { columns, rows, source } = texture;
  const random = randomOf(seed);
  const cells = Int32Array.from(source.keys()).filter((i) => source[i]);
  const at = (target: number, x: number, z: number, mirrored: number): void => {
    if (x < 0 || z < 0 || x >= columns || z >= rows) return;
    const match = 2 * (z * columns + x) + mirrored;
    if (!uint8At(source, match >> 1) || int32At(from, target) === match) return;
    const price = costOf(texture, guide, target, match, float32At(cost, target));
    if (price < float32At(cost, target)) [from[target], cost[target]] = [match, price];
  };
  return {
    at,
    byChance: (target) => {
      if (cells.length === 0) return;
      const any = int32At(cells, Math.floor(random() * cells.length));
      at(target, any % columns, Math.floor(any / columns), guide.mirrors && random() < 0.5 ? 1 : 0);
    },
    random,
  };
}

/**
 * Finds for the patch of each target the one in sight that it looks most like: what a neighbour found, moved along, likely moves, and
 * ever nearer guesses (Barnes et al., PatchMatch, 2009). Betters `matches` in place; the same seed gives the same answer.
 */
export function matchPatches(
  texture: Texture,
  targets: Int32Array,
  matches: Matches,
  guide: Guide,
  seed: number,
): void {
  const { columns, rows } = texture;
  const { from, cost } = matches;
  const search = searchOf(texture, matches, guide, seed);
  for (const target of targets) {
    const own = int32At(from, target);
    cost[target] = Number.POSITIVE_INFINITY;
    if (own >= 0) cost[target] = costOf(texture, guide, target, own, Number.POSITIVE_INFINITY);
  }
  /** What the neighbour so many columns and rows away found, moved back. */
  const follow = (target: number, dx: number, dz: number): void => {
    const own = int32At(from, target + dz * columns + dx);
    if (own < 0) return;
    const [x, z] = [(own >> 1) % columns, Math.floor((own >> 1) / columns)];
    search.at(target, own & 1 ? x + dx : x - dx, z - dz, own & 1);
  };
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const step = sweep % 2 === 0 ? -1 : 1;
    for (let n = 0; n < targets.length; n++) {
      const target = int32At(targets, step < 0 ? n : targets.length - 1 - n);
      const [x, z] = [target % columns, Math.floor(target / columns)];
      if (x + step >= 0 && x + step < columns) follow(target, step, 0);
      if (z + step >= 0 && z + step < rows) follow(target, 0, step);
      const move = guide.moves[Math.floor(search.random() * guide.moves.length)];
      if (move) search.at(target, x + move.x, z + move.z, 0);
      search.byChance(target);
      guessNearer(target);
    }
  }

  function guessNearer(target: number): void {
    const own = int32At(from, target);
    if (own < 0) return;
    const [x, z] = [(own >> 1) % columns, Math.floor((own >> 1) / columns)];
    const off = (reach: number): number => Math.round(reach * (2 * search.random() - 1));
    for (let reach = Math.max(columns, rows) / 2; reach >= 1; reach /= 2)
      search.at(target, x + off(reach), z + off(reach), own & 1);
  }
}

/**
 * Fills a hole cell by cell in an order, each with what looks most like what is there already (Ashikhmin, Synthesizing natural
 * textures, 2001): a start that is no less varied than the texture.
 */
export function growInto(texture: Texture, order: Int32Array, matches: Matches, guide: Guide): void {
  const { columns, values } = texture;
  const set = { ...texture, hole: new Uint8Array(texture.hole.length) };
  const search = searchOf(set, matches, guide, 1);
  for (const cell of order) {
    const [x, z] = [cell % columns, Math.floor(cell / columns)];
    for (const move of guide.moves) search.at(cell, x + move.x, z + move.z, 0);
    for (let n = 0; n < chances; n++) search.byChance(cell);
    const own = int32At(matches.from, cell) >> 1;
    if (own < 0) continue;
    for (let c = 0; c < 3; c++) values[3 * cell + c] = float32At(values, 3 * own + c);
    set.hole[cell] = 1;
  }
}
