import type { Slopes } from "@image-staging/picture/gradient";
import { flatSlope, type Residual } from "./residual.ts";
import { isChanged } from "./surfaces.ts";

/** What is as high as a ceiling and stands on the floor is seen in this row too, as a part of the height. */
const standsAt = 0.62;
/** How much of the height a piece can have of the wall's own shade without an edge: from one shelf to the next. */
const mostAlike = 0.1;
/** How far from what changed its outline is found, in pixels. */
const outline = 3;

/**
 * Marks what stands on the floor in a candidate, with its outline: in each column, what changed all the way up from where
 * furniture stands. A bookcase or a curtain does; beams and mouldings have kept wall below them.
 */
export function standingOf([before, after]: readonly [Slopes, Slopes], residual: Residual): Uint8Array {
  const { width, height } = before;
  const marks = new Uint8Array(width * height);
  const isNew = (i: number): boolean =>
    isChanged(residual, i) || (before.size.at(i) < flatSlope && after.size.at(i) >= flatSlope);
  for (let x = 0; x < width; x++) {
    let top = Math.floor(standsAt * height);
    for (let y = top; y >= 0 && top - y <= mostAlike * height; y--) if (isNew(y * width + x)) top = y;
    for (let y = Math.max(0, top - outline); y < standsAt * height; y++)
      for (let near = Math.max(0, x - outline); near <= Math.min(width - 1, x + outline); near++)
        marks[y * width + near] = 1;
  }
  return marks;
}
