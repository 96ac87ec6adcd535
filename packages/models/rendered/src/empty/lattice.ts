import { float32At } from "@image-staging/picture/at";
import type { MovePrices } from "./guides.ts";

/** Metres of a tile's sides. */
const [shortest, longest] = [0.2, 1.3] as const;
/** How unlike itself a tiled floor is at most when it is moved by a tile: boards and carpets are at 0.7 and more, tiles at 0.5. */
const tiled = 0.6;
/** A side is the shortest that is as good as the best, but for this. */
const nearBest = 0.12;
/** Over how many tiles a side is measured at most. */
const mostTiles = 6;
/** What a move costs that sets joints on no joint, as so many times how unlike an unrelated floor is. */
const offJoints = 10;

/**
 * What moves cost on a floor of tiles in rows and columns: nothing by whole tiles, else much. Any other floor keeps what its moves
 * cost. `cell` is a cell's side in metres.
 */
export function byTiles(unlike: MovePrices, cell: number): MovePrices {
  const { columns, rows } = unlike;
  const wide = 2 * columns - 1;
  const at = (x: number, z: number): number =>
    Math.abs(x) < columns && Math.abs(z) < rows
      ? float32At(unlike.values, (z + rows - 1) * wide + x + columns - 1)
      : 1;
  const across = sideOf((x) => at(x, 0), cell);
  const along = sideOf((z) => at(0, z), cell);
  if (!across || !along || at(Math.round(across), Math.round(along)) > tiled) return unlike;
  const off = (move: number, side: number): number => Math.abs(move - side * Math.round(move / side));
  const values = unlike.values.map((_, i) => {
    const [x, z] = [(i % wide) - columns + 1, Math.floor(i / wide) - rows + 1];
    return off(x, across) <= 0.5 && off(z, along) <= 0.5 ? 0 : offJoints;
  });
  return { columns, rows, values };
}

/** A tile's side in cells along an axis, to a part of a cell; nothing if the floor does not repeat. */
function sideOf(unlike: (move: number) => number, cell: number): number | undefined {
  const [from, to] = [Math.ceil(shortest / cell), Math.floor(longest / cell)];
  const best = Math.min(...Array.from({ length: to - from }, (_, k) => unlike(from + k)));
  if (best > tiled) return undefined;
  let side = from;
  while (unlike(side) > best + nearBest || unlike(side + 1) < unlike(side)) side++;
  for (let tiles = 2; tiles <= mostTiles; tiles++) {
    const near = Math.round(tiles * side);
    const found = [-1, 0, 1].reduce((a, b) => (unlike(near + b) < unlike(near + a) ? b : a), 0);
    if (unlike(near + found) < tiled) side = (near + found) / tiles;
  }
  return side;
}
