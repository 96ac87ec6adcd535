import type { Picture } from "../analysis/analysis.ts";
import { componentsOf, runLengths } from "./grid.ts";
import type { Ink } from "./ink.ts";

/** A hatched plan has at least this many narrow cells between strokes. */
const fewest = 150;

/** The ink with hatched walls as if they were filled; the same ink if nothing is hatched. */
export function solidHatching(ink: Ink): Ink {
  const { width, height, drawn, line } = ink;
  const blank = drawn.map((value) => 1 - value);
  const { map, components } = componentsOf(blank, ink);
  const longest = Math.max(width, height) * 0.045;
  const isCell = new Uint8Array(components.length + 1);
  let cells = 0;
  for (const { id, pixels, left, right, top, bottom } of components) {
    const extent = Math.max(right - left, bottom - top);
    // Cells between slanted strokes fill less of their box than a cistern does, or are tiny.
    const isSlanted = pixels < 0.8 * (right - left) * (bottom - top) || pixels < (line * 3) ** 2;
    if (extent > longest || pixels > extent * line * 6 || !isSlanted) continue;
    isCell[id] = 1;
    if (pixels > 4) cells++;
  }
  if (cells < fewest) return ink;
  const filled = drawn.map((value, i) => value || (isCell[map[i] ?? 0] ?? 0));
  const [rows, columns] = [runLengths(filled, ink, "x"), runLengths(filled, ink, "y")];
  return { ...ink, drawn: filled, thickness: rows.map((length, i) => Math.min(length, columns[i] ?? 0)) };
}

/** The picture with paper in place of large thick parts, so that the reader does not take hatching for letters. */
export function withoutThick({ data, ...size }: Picture, { drawn, thickness, line }: Ink): Picture {
  const least = Math.max(5, line * 3);
  const thick = drawn.map((value, i) => (value && (thickness[i] ?? 0) >= least ? 1 : 0));
  const { map, components } = componentsOf(thick, size);
  const long = Math.max(size.width, size.height) * 0.05;
  const isLarge = components.map((part) => Math.max(part.right - part.left, part.bottom - part.top) > long);
  return {
    ...size,
    data: data.map((value, i) => (isLarge[(map[Math.floor(i / 3)] ?? 0) - 1] ? 255 : value)),
  };
}
