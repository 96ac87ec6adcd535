import { components } from "@image-staging/picture/components";
import { boundsOf, cornice, type Found } from "./bright-openings.ts";
import { overlap, type Rectangle } from "./rectangles.ts";
import type { WallView } from "./wall-view.ts";

/** Skirting boards join what stands apart: metres that are not looked at. */
const skirting = 0.16;

/** What else differs from a wall and has a side: radiators, fireplaces, fixtures, and passages that reach a door's height. */
export function fixturesOf(view: WallView, difference: Float32Array, known: readonly Rectangle[]): Found[] {
  const { columns, rows, cell, seen } = view;
  const marked = new Uint8Array(columns * rows);
  for (let row = Math.round(skirting / cell); row < rows - Math.round(cornice / cell); row++) {
    for (let column = 0; column < columns; column++) {
      const k = row * columns + column;
      const at = { from: column * cell, to: (column + 1) * cell, bottom: row * cell, top: (row + 1) * cell };
      const isKnown = known.some(({ from, to, bottom, top }) =>
        overlap({ from: from - 0.2, to: to + 0.2, bottom: bottom - 0.2, top: top + 0.2 }, at),
      );
      if (seen[k] && !isKnown && (difference[k] as number) > 5) marked[k] = 1;
    }
  }
  return components(marked, columns, rows, 1)
    .map((cells) => boundsOf(view, cells))
    .flatMap(({ filled, ...rectangle }): Found[] => {
      const [width, height] = [rectangle.to - rectangle.from, rectangle.top - rectangle.bottom];
      if (width < 0.2 || width * height < 0.12 || filled < 0.2) return [];
      if (!hasSide(view, rectangle)) return [];
      const isLow = rectangle.bottom <= 0.4;
      if (isLow && rectangle.top > 1.6) return [{ ...rectangle, bottom: 0, kind: "passage" }];
      if (isLow && rectangle.top < 1 && width < 2.2) return [{ ...rectangle, bottom: 0, kind: "radiator" }];
      return [{ ...rectangle, bottom: isLow ? 0 : rectangle.bottom, kind: isLow ? "fireplace" : "fixture" }];
    });
}

/** Whether an upright edge runs along a side: shades of the wall itself have none, and its corner is none of its own. */
function hasSide({ columns, rows, cell, upright }: WallView, { from, to, bottom, top }: Rectangle): boolean {
  const [low, high] = [Math.round(bottom / cell), Math.min(rows, Math.round(top / cell))];
  return [from / cell, to / cell].some((side) => {
    if (side < 4 || side > columns - 4) return false;
    let hits = 0;
    for (let row = low; row < high; row++) {
      for (let x = Math.max(1, Math.round(side) - 3); x < Math.min(columns - 1, Math.round(side) + 3); x++) {
        if (!upright[row * columns + x]) continue;
        hits++;
        break;
      }
    }
    return hits > 0.4 * (high - low);
  });
}
