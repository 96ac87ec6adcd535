import type { Picture } from "@image-staging/picture/picture";
import { completed } from "./completed.ts";
import { type Cells, seenCells } from "./floor-cells.ts";
import { type FloorLight, floorLightOf } from "./floor-light.ts";
import { type FloorPattern, floorPattern } from "./floor-pattern.ts";
import { type Guide, moveGuide, type Table, tileGuide } from "./guides.ts";
import type { Hidden } from "./hidden.ts";
import { type Tiles, type TilesAlong, tilesOf } from "./lattice.ts";
import { shiftsOf } from "./shifts.ts";

/** What a source that lies farther from the camera costs, for each metre, in variances of the pattern: it is less sharp. */
const farther = 0.25;
/** What a move costs that the floor in sight speaks against, as a share of how unlike it is there. */
const trust = 0.7;
/** Cells by which a source may lie elsewhere in its tile, and what one costs that lies elsewhere, as `trust`. */
const [same, offJoints] = [0.6, 10] as const;
/** By how many tiles moves are tried at once, in each direction. */
const mostTiles = 6;
/** Cells that must show floor. */
const fewest = 400;

/** The floor from above: where each cell's look comes from, and its light. */
export interface FloorBehind extends Cells {
  light: FloorLight;
  /** The cell that each is copied from; -1 if there is none. */
  from: Int32Array;
  /** Square metres of floor in sight over those to fill. */
  seen: number;
}

/** The floor behind what goes: its light goes on, and its pattern comes from where the pattern is alike. Nothing if none is in sight. */
export function floorBehind(picture: Picture, hidden: Hidden): FloorBehind | undefined {
  const cells = seenCells(picture, hidden);
  const { known, hole } = cells;
  const count = (of: Uint8Array): number => of.reduce((sum, value) => sum + value, 0);
  if (count(known) < fewest) return undefined;
  const light = floorLightOf(cells);
  const pattern = floorPattern(cells, light);
  const { source } = pattern.texture;
  const found = completed(pattern.texture, guideOf(pattern, known));
  const from = found.from.map((own, i) => (source[i] ? i : own < 0 ? -1 : own >> 1));
  return { ...cells, light, from, seen: count(known) / Math.max(1, count(hole)) };
}

/** A floor is copied from where it looks like itself, rather from nearer the camera: tiles from the same place of another tile. */
function guideOf({ pattern, variance }: FloorPattern, known: Uint8Array): Guide {
  const { columns, rows, cell } = pattern;
  const away = (by: number): number => 3 * variance * farther * Math.max(0, by) * cell;
  const tiles = tilesOf({ ...pattern, known });
  if (tiles) return byTiles(tiles, 3 * variance * offJoints, away);
  const shifts = shiftsOf(pattern);
  const { unlike } = shifts;
  const wide = 2 * columns - 1;
  const values = unlike.values.map(
    (own, i) => 3 * variance * 2 * trust * own + away(rows - 1 - Math.floor(i / wide)),
  );
  return moveGuide({ ...unlike, values }, shifts.moves);
}

/** Moves by whole tiles, of which those beside their place cost `off`, and those from farther away their way. */
function byTiles({ across, along }: Tiles, off: number, away: (rows: number) => number): Guide {
  const tableOf = ({ side, places }: TilesAlong, priceOf: (by: number) => number): Table => ({
    side: places.length,
    values: Float32Array.from({ length: places.length ** 2 }, (_, i) => {
      const [to, from] = [Math.floor(i / places.length), i % places.length];
      const apart = Math.abs((places[to] as number) - (places[from] as number));
      return (Math.min(apart, side - apart) > same ? off : 0) + priceOf(to - from);
    }),
  });
  const steps = Array.from({ length: 2 * mostTiles + 1 }, (_, k) => k - mostTiles);
  const moves = steps.flatMap((m) =>
    steps.map((n) => ({ x: Math.round(m * across.side), z: Math.round(n * along.side) })),
  );
  return tileGuide(
    tableOf(across, () => 0),
    tableOf(along, away),
    moves,
  );
}
