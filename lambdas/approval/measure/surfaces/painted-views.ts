import { boxMean } from "@image-staging/picture/box-mean";
import type { Slopes } from "@image-staging/picture/gradient";
import { Plane } from "@image-staging/picture/plane";
import type { View } from "../view.ts";
import { connected } from "./connected.ts";
import { newPaintOf, wallsEnd } from "./new-paint.ts";

/** Pixels around one that show what a surface is: a wall's edges and mouldings fill less. */
const around = 8;
/** How much of the pixels around is new paint, and the mean slope (levels a pixel, each counted up to the last) that no wall has. */
const [mostlyPaint, busy, steep] = [0.8, 5, 20];

/**
 * How much of a picture, from 0 to 1, the largest patch has that is new paint of walls now and was no plain surface: what is seen
 * through panes is busy, and so are blinds. `before` are the source's slopes. Panes that are as plain as walls it cannot tell.
 */
export function paintedViewShare(source: View, candidate: View, before: Slopes): number {
  const paint = newPaintOf(source, candidate);
  if (!paint) return 0;
  const { width, height } = source;
  const painted = boxMean(
    new Plane(
      source,
      new Float32Array(width * height).map((_, i) => (paint.isPaint(i) ? 1 : 0)),
    ),
    around,
  );
  const slope = boxMean(
    before.size.map((size) => Math.min(steep, size)),
    around,
  );
  let largest = 0;
  const isView = (i: number): boolean => painted.at(i) > mostlyPaint && slope.at(i) > busy;
  for (const { members } of connected(isView, width, Math.floor(wallsEnd * height)))
    largest = Math.max(largest, members.length);
  return largest / (width * height);
}
