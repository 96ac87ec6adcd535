import { components } from "@image-staging/picture/components";
import { medianOf } from "@image-staging/picture/quantile";
import type { Opening } from "@image-staging/tracer/scene";
import { doorOutline, type Rectangle, sumsOf } from "./rectangles.ts";
import type { WallView } from "./wall-view.ts";

/** What is found in a wall. */
export type Found = Rectangle & { kind: Opening["kind"] };

/** Cornices join what stands apart: metres that are not looked at. */
export const cornice = 0.12;

/** Metres: what ends lower is sun at the foot of a wall. */
const leastTop = 1.2;

/** Bright groups of cells, or such that clip, that fill a rectangle: windows, and the leaves of doors. */
export function windowsOf(view: WallView, difference: Float32Array): Found[] {
  const { columns, rows, cell, lab, clipped, seen } = view;
  const usual = medianOf(lab[0].filter((_, k) => seen[k] === 1));
  const bright = Uint8Array.from(seen, (isSeen, k) => {
    const lighter = (lab[0][k] as number) - usual > 6 && (difference[k] as number) > 4;
    return isSeen && ((clipped[k] as number) > 0.5 || lighter) ? 1 : 0;
  });
  const top = rows - Math.round(cornice / cell);
  for (let k = top * columns; k < bright.length; k++) bright[k] = 0;
  return components(bright, columns, rows, 3)
    .map((cells) => ({
      ...boundsOf(view, cells),
      clips: cells.filter((k) => (clipped[k] as number) > 0.5).length / cells.length,
    }))
    .filter(({ from, to, bottom, top, filled, clips }) => {
      const isDoor =
        clips < 0.3 &&
        (bottom < 0.3 || (bottom < 0.6 && to - from < 1.1 && top - bottom > 1.2 * (to - from)));
      return !isDoor && to - from > 0.3 && top - bottom > 0.4 && top > leastTop && filled > 0.55;
    })
    .map(({ filled, clips, ...found }): Found => {
      // A door's leaf: it is brighter than the wall, but nothing of it shines. Its top is no measure of the room.
      const isLeaf =
        clips < 0.05 && found.to - found.from < doorOutline.width.most && goesOnBelow(view, found);
      return isLeaf ? { ...found, bottom: 0, kind: "passage" } : { ...found, kind: "window" };
    });
}

/** Whether both sides of a rectangle go on below it, down to the floor, as edges two cells from them at most. */
function goesOnBelow(view: WallView, { from, to }: Rectangle): boolean {
  const upright = sumsOf(view, view.upright, true);
  const [low, high] = [2, Math.round(0.65 / view.cell)];
  return [Math.round(from / view.cell), Math.round(to / view.cell) - 1].every((side) =>
    [-2, -1, 0, 1, 2].some((d) => {
      const column = side + d;
      return column >= 0 && column < view.columns && upright(column, low, high) > 0.8;
    }),
  );
}

/** Metres below which no window with a sill begins: the floor of a bright room beyond shines less than its walls. */
const lowest = 0.4;

/** Whether a bright window is a door to a bright room: of a door's size, and no pane with another next to it. */
export function isEntrance(found: Found, all: readonly Found[]): boolean {
  const { from, to, bottom, top, kind } = found;
  const { width, top: tops } = doorOutline;
  const isAlone = all.every((other) => other === found || other.from > to + 0.35 || other.to < from - 0.35);
  const isWide = to - from > width.least && to - from < width.most;
  return kind === "window" && isAlone && isWide && bottom < lowest && top > tops.least && top < tops.most;
}

/** The rectangle around cells of a wall, and the share of it that they fill. */
export function boundsOf(
  { columns, cell }: WallView,
  cells: readonly number[],
): Rectangle & { filled: number } {
  let [left, right, low, high] = [columns, 0, Number.POSITIVE_INFINITY, 0];
  for (const k of cells) {
    const [x, y] = [k % columns, Math.floor(k / columns)];
    [left, right, low, high] = [
      Math.min(left, x),
      Math.max(right, x + 1),
      Math.min(low, y),
      Math.max(high, y + 1),
    ];
  }
  const filled = cells.length / ((right - left) * (high - low));
  return { from: left * cell, to: right * cell, bottom: low * cell, top: high * cell, filled };
}
