import type { Picture } from "@image-staging/picture/picture";
import { completed } from "./completed.ts";
import { type Cells, seenCells } from "./floor-cells.ts";
import { type FloorLight, floorLightOf } from "./floor-light.ts";
import { type FloorPattern, floorPattern } from "./floor-pattern.ts";
import { type Guide, moveGuide } from "./guides.ts";
import type { Hidden } from "./hidden.ts";
import { byTiles } from "./lattice.ts";
import { shiftsOf } from "./shifts.ts";

/** What a source that lies farther from the camera costs, for each metre, in variances of the pattern: it is less sharp. */
const farther = 0.25;
/** What a move costs that the floor in sight speaks against, as a share of how unlike it is there. */
const trust = 0.7;
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

/** A floor is copied by moves at which it looks like itself, rather from nearer the camera. */
function guideOf({ pattern, variance }: FloorPattern, known: Uint8Array): Guide {
  const shifts = shiftsOf(pattern);
  const unlike = byTiles(shifts.unlike, { ...pattern, known });
  const wide = 2 * unlike.columns - 1;
  const values = unlike.values.map((own, i) => {
    const rows = Math.max(0, unlike.rows - 1 - Math.floor(i / wide));
    return 3 * variance * (2 * trust * own + farther * rows * pattern.cell);
  });
  return moveGuide({ ...unlike, values }, shifts.moves);
}
