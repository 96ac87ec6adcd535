import { float32At, uint8At } from "@image-staging/picture/at";
import { distancesTo } from "@image-staging/picture/distances";
import { completed } from "./completed.ts";
import { profileGuide, type Table } from "./guides.ts";
import type { Matches } from "./patch-match.ts";
import type { WallCells } from "./wall-cells.ts";
import { bare, cell, covered, kept } from "./wall-shapes.ts";

/** Metres around an opening from which its hidden part is copied. */
const reach = 0.6;
/** Cells around the covered ones that are drawn anew too: a pixel at their edge can lie in either. */
export const edge = 1.5;
/**
 * How much columns and rows that look unlike cost: with 1, frames were left for the pane beside them, with 3 on none of three photos.
 * What it costs if too few of their cells can be compared, and the least share of them.
 */
const [weight, unknown, leastCompared] = [3, 0.05, 0.1] as const;

/** Where the cells of openings that are hidden are copied from on their own wall. `near` is 1 for each cell of an opening. */
export function goneOn(wall: WallCells, hidden: Uint8Array, near: Uint8Array): Matches {
  const { width: columns, height: rows, state, values } = wall;
  if (!hidden.includes(1))
    return { from: new Int32Array(hidden.length).fill(-1), cost: new Float32Array(hidden.length) };
  const away = distancesTo(near, wall);
  const toCovered = distancesTo(
    Uint8Array.from(state, (own) => (own === covered ? 1 : 0)),
    wall,
  );
  const source = Uint8Array.from(state, (own, k) =>
    (own === kept || own === bare) && away.at(k) * cell < reach && toCovered.at(k) > edge ? 1 : 0,
  );
  const dullness = new Float32Array(hidden.length);
  const texture = { columns, rows, values, source, hole: hidden, dullness };
  const { from, cost } = completed(
    texture,
    profileGuide(unlikeLines(wall, "columns"), unlikeLines(wall, "rows")),
  );
  return { from: from.map((own, k) => (hidden[k] ? own : -1)), cost };
}

/** What copying from each column, or row, to each other costs: the mean square of differences where both are in sight. */
function unlikeLines({ width, height, state, values }: WallCells, of: "columns" | "rows"): Table {
  const [side, length, step, along] = of === "rows" ? [height, width, width, 1] : [width, height, 1, width];
  const table = new Float32Array(side * side);
  const isInSight = Uint8Array.from(state, (own) => (own === kept || own === bare ? 1 : 0));
  for (let a = 0; a < side; a++)
    for (let b = a + 1; b < side; b++) {
      let [sum, count] = [0, 0];
      for (let n = 0; n < length; n++) {
        const [s, t] = [a * step + n * along, b * step + n * along];
        if (!uint8At(isInSight, s) || !uint8At(isInSight, t)) continue;
        count++;
        for (let c = 0; c < 3; c++) sum += (float32At(values, 3 * s + c) - float32At(values, 3 * t + c)) ** 2;
      }
      const unlike = count < leastCompared * length ? unknown : Math.min(unknown, (weight * sum) / count);
      [table[a * side + b], table[b * side + a]] = [unlike, unlike];
    }
  return { side, values: table };
}
