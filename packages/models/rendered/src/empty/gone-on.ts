import { float32At, int32At, uint8At } from "@image-staging/picture/at";
import { distancesTo } from "@image-staging/picture/distances";
import { medianOf, quantile } from "@image-staging/picture/quantile";
import { completed } from "./completed.ts";
import { type Lines, profileGuide } from "./guides.ts";
import type { Matches } from "./patch-match.ts";
import type { WallCells } from "./wall-cells.ts";
import { bare, casing, cell, covered, kept } from "./wall-shapes.ts";

/** Metres around an opening from which its hidden part is copied. */
const reach = 0.6;
/** Cells around the covered ones that are drawn anew too: a pixel at their edge can lie in either. */
export const edge = 1.5;
/** How much columns and rows that look unlike cost, and the least share of their cells that must be comparable. */
const [weight, leastCompared] = [3, 0.1] as const;
/** The spread of a frame's column or row along itself, as a square of sRGB: panes have more. */
const frame = 0.004;

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
  const around = near.map((_, k) => (away.at(k) * cell <= casing ? 1 : 0));
  const dullness = new Float32Array(hidden.length);
  const texture = { columns, rows, values, source, hole: hidden, dullness };
  const guide = profileGuide(
    linesOf(wall, { near, around }, "columns"),
    linesOf(wall, { near, around }, "rows"),
  );
  const { from, cost } = completed(texture, guide);
  const price = (k: number, own: number): number =>
    guide.price(k % columns, Math.floor(k / columns), own % columns, Math.floor(own / columns));
  return {
    from: from.map((own, k) => (hidden[k] ? own : -1)),
    cost: cost.map((all, k) => (int32At(from, k) < 0 ? all : all - price(k, int32At(from, k) >> 1))),
  };
}

/**
 * What copying from each column, or row, to each other costs: the mean square of differences where both are in sight. They are
 * compared around openings only: the paint beside a window is the same beside its panes and under its sill.
 */
function linesOf(
  { width, height, state, values }: WallCells,
  { near, around }: { near: Uint8Array; around: Uint8Array },
  of: "columns" | "rows",
): Lines {
  const [side, length, step, along] = of === "rows" ? [height, width, width, 1] : [width, height, 1, width];
  const table = new Float32Array(side * side);
  const isInSight = Uint8Array.from(state, (own, k) => (around[k] && (own === kept || own === bare) ? 1 : 0));
  for (let a = 0; a < side; a++)
    for (let b = a + 1; b < side; b++) {
      let [sum, count, all] = [0, 0, 0];
      for (let n = 0; n < length; n++) {
        const [s, t] = [a * step + n * along, b * step + n * along];
        all += uint8At(around, s);
        if (!uint8At(isInSight, s) || !uint8At(isInSight, t)) continue;
        count++;
        for (let c = 0; c < 3; c++) sum += (float32At(values, 3 * s + c) - float32At(values, 3 * t + c)) ** 2;
      }
      const isKnown = count > 0 && count >= leastCompared * all;
      const unlike = weight * (isKnown ? sum / count : 1);
      [table[a * side + b], table[b * side + a]] = [unlike, unlike];
    }
  const uneven = Float32Array.from({ length: side }, (_, a) => {
    const cells = Array.from({ length }, (_, n) => a * step + n * along).filter((k) => isInSight[k]);
    return cells.length === 0 ? 1 : Math.min(1, spreadOf(values, cells) / frame);
  });
  const inside = Uint8Array.from({ length: side }, (_, a) => {
    for (let n = 0; n < length; n++) if (near[a * step + n * along]) return 1;
    return 0;
  });
  return { side, values: table, uneven, inside };
}

/** By how much most of some cells differ from their median, as a square. */
function spreadOf(values: Float32Array, cells: readonly number[]): number {
  return [0, 1, 2].reduce((sum, c) => {
    const own = Float32Array.from(cells, (k) => float32At(values, 3 * k + c));
    const median = medianOf(own);
    const away = own.map((value) => Math.abs(value - median));
    return sum + quantile(away, 0.7) ** 2;
  }, 0);
}
