import { int32At, uint8At, uint16At } from "@image-staging/picture/at";
import { componentsOf } from "@image-staging/picture/components";
import { runLengths } from "@image-staging/picture/run-lengths";
import type { Ink } from "./ink.ts";

/** A hatched plan has at least this many narrow cells between strokes. */
const fewest = 150;

/** The ink with hatched walls as if they were filled; the same ink if nothing is hatched. */
export function solidHatching(ink: Ink): Ink {
  const { width, height, drawn, line } = ink;
  const blank = drawn.map((value) => 1 - value);
  const { map, components } = componentsOf(blank, ink);
  const most = Math.max(width, height) * 0.045;
  const isCell = new Uint8Array(components.length + 1);
  let cells = 0;
  for (const { id, pixels, left, right, top, bottom } of components) {
    const extent = Math.max(right - left, bottom - top);
    // Cells between slanted strokes fill less of their box than a cistern does, or are tiny.
    const isSlanted = pixels < 0.8 * (right - left) * (bottom - top) || pixels < (line * 3) ** 2;
    if (extent > most || pixels > extent * line * 6 || !isSlanted) continue;
    isCell[id] = 1;
    if (pixels > 4) cells++;
  }
  if (cells < fewest) return ink;
  const filled = drawn.map((value, i) => value || uint8At(isCell, int32At(map, i)));
  const [rows, columns] = [runLengths(filled, ink, "x"), runLengths(filled, ink, "y")];
  return {
    ...ink,
    drawn: filled,
    thickness: rows.map((length, i) => Math.min(length, uint16At(columns, i))),
  };
}
