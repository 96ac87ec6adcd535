import { distance } from "@image-staging/picture/means-of";
import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames, type Hits } from "../analysis/faces.ts";

/** Pixels to each side of the box's corner in which the photo's own can lie, and to each side of that which show a step. */
const [reach, near] = [16, 3];
/** Rows that a corner shows at least. */
const leastRows = 8;
/** Lab: walls of two paints differ by more within those pixels, and shade on one wall by less. */
export const clearStep = 5;

/** The key of the corner between two faces. */
export const cornerOf = (a: number, b: number): number => Math.min(a, b) * faceNames.length + Math.max(a, b);

/** The usual largest step (Lab) in the paint around each corner of two walls: none if nothing but shade lies there. */
export function stepsAtCorners(
  { lab, width }: WorkingCopy,
  face: Hits["face"],
  walls: Uint8Array,
): ReadonlyMap<number, number> {
  const rows = new Map<number, number[]>();
  const colour = (i: number): number[] => lab.map((plane) => plane.at(i));
  for (let i = 1; i < face.length; i++) {
    const [own, other, x] = [face[i - 1] as number, face[i] as number, i % width];
    if (own === other || x < reach || x >= width - reach) continue;
    if (!walls.subarray(i - reach, i + reach).every(Boolean)) continue;
    let largest = 0;
    for (let k = i - reach + near; k < i + reach - near; k++)
      largest = Math.max(largest, distance(colour(k - near), colour(k + near)));
    const key = cornerOf(own, other);
    rows.set(key, [...(rows.get(key) ?? []), largest]);
  }
  const shown = [...rows].filter(([, steps]) => steps.length >= leastRows);
  return new Map(shown.map(([key, steps]) => [key, medianOf(Float32Array.from(steps))]));
}
