import { distancesTo } from "@image-staging/picture/distances";
import { luminanceWeights } from "@image-staging/picture/luminance";
import type { Picture } from "@image-staging/picture/picture";
import { quantile } from "@image-staging/picture/quantile";
import { type Cells, seenCells } from "./floor-cells.ts";
import { type FloorLight, floorLightOf } from "./floor-light.ts";
import { grownFloor } from "./grown-floor.ts";
import type { Hidden } from "./hidden.ts";
import { shiftsOf } from "./shifts.ts";

/** Metres around what is no floor that are no source, and how many times the usual deviation a source has at most. */
const [rim, mostUnusual] = [0.06, 3] as const;
/** Cells that must show floor. */
const fewest = 400;

/** The floor from above: where each cell's look comes from, and its light. */
export interface FloorBehind extends Cells, FloorLight {
  /** The cell that each is copied from; -1 if there is none. */
  from: Int32Array;
  /** Square metres of floor in sight over those to fill. */
  seen: number;
}

/** The floor behind what goes: its light goes on, and its pattern comes from where the pattern is alike. Nothing if none is in sight. */
export function floorBehind(picture: Picture, hidden: Hidden): FloorBehind | undefined {
  const cells = seenCells(picture, hidden);
  const { known, hole, columns, rows, cell, colours } = cells;
  const count = (of: Uint8Array): number => of.reduce((sum, value) => sum + value, 0);
  if (count(known) < fewest) return undefined;
  const light = floorLightOf(cells);
  const values = new Float32Array(known.length);
  for (const [c, plane] of light.own.entries())
    for (let i = 0; i < values.length; i++) {
      if (!known[i]) continue;
      const ratio = (2 + (colours[c]?.[i] ?? 0)) / (2 + (plane[i] as number));
      values[i] = (values[i] as number) + (luminanceWeights[c] ?? 0) * Math.log(ratio);
    }
  const usual = spreadOf(values, known);
  const edge = distancesTo(
    known.map((is) => (is ? 0 : 1)),
    { width: columns, height: rows },
  );
  const isSource = light.usual.map((is, i) =>
    is && edge.at(i) * cell > rim && Math.abs(values[i] as number) < mostUnusual * usual ? 1 : 0,
  );
  const pattern = { columns, rows, cell, values, known: isSource };
  // What lies beside what goes can be drawn anew too.
  const open = cells.inSight.map((is, i) => (is && !isSource[i] ? 1 : 0));
  const from = grownFloor(pattern, open, shiftsOf(pattern));
  return { ...cells, ...light, from, seen: count(known) / Math.max(1, count(hole)) };
}

/** The deviation of most of a pattern's values: what is much farther off is a stain, a leg or a shadow. */
function spreadOf(values: Float32Array, known: Uint8Array): number {
  return quantile(
    values.filter((_, i) => known[i]).map((value) => Math.abs(value)),
    0.68,
  );
}
