import { boxMean } from "@image-staging/picture/box-mean";
import type { Slopes } from "@image-staging/picture/gradient";
import { Plane } from "@image-staging/picture/plane";
import { connected } from "./connected.ts";
import { type NewPaint, wallsEnd } from "./new-paint.ts";

/** Pixels around one that show what a surface is: a wall's edges and mouldings fill less. */
const around = 8;
/** How much of the pixels around is new paint, and the mean slope (levels a pixel, each counted up to the last) that no wall has. */
const [mostlyPaint, busy, steep] = [0.8, 5, 20];

/**
 * How much of a picture, from 0 to 1, the largest patch has that is new `paint` of walls now and was no plain surface: what is seen
 * through panes is busy, and so are blinds. `size` are the source's slopes. Panes that are as plain as walls it cannot tell.
 */
export function paintedViewShare({ size }: Slopes, paint: NewPaint | undefined): number {
  if (!paint) return 0;
  const { width, height } = size;
  const painted = boxMean(
    new Plane(
      size,
      new Float32Array(width * height).map((_, i) => (paint.isPaint(i) ? 1 : 0)),
    ),
    around,
  );
  const slope = boxMean(
    size.map((slope) => Math.min(steep, slope)),
    around,
  );
  let largest = 0;
  const isView = (i: number): boolean => painted.at(i) > mostlyPaint && slope.at(i) > busy;
  for (const { members } of connected(isView, width, Math.floor(wallsEnd * height)))
    largest = Math.max(largest, members.length);
  return largest / (width * height);
}
