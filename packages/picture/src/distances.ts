import { Plane } from "./plane.ts";
import type { Size } from "./size.ts";

/** The distance in pixels from each pixel to the nearest one of the mask (a chamfer of 1 and √2, at most 8 % too far: Borgefors, Distance transformations in digital images, 1986). */
export function distancesTo(mask: Uint8Array, size: Size): Plane {
  const { width, height } = size;
  const far = 1e6;
  // With a border of one, no pixel needs a test for the picture's edge.
  const row = width + 2;
  const values = new Float32Array(row * (height + 2)).fill(far);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (mask[y * width + x]) values[(y + 1) * row + x + 1] = 0;
  for (let y = 1; y <= height; y++)
    for (let at = y * row + 1; at <= y * row + width; at++) relax(values, at, -1, -row);
  for (let y = height; y >= 1; y--)
    for (let at = y * row + width; at > y * row; at--) relax(values, at, 1, row);
  const plane = new Plane(size);
  for (let y = 0; y < height; y++)
    plane.values.set(values.subarray((y + 1) * row + 1, (y + 1) * row + 1 + width), y * width);
  return plane;
}

/** Brings a value down to what the half of its neighbours allow that a pass has seen. */
function relax(values: Float32Array, at: number, side: number, row: number): void {
  const own = values[at] as number;
  if (own === 0) return;
  const beside = Math.min(values[at + side] as number, values[at + row] as number) + 1;
  const across = Math.min(values[at + row + 1] as number, values[at + row - 1] as number) + Math.SQRT2;
  values[at] = Math.min(own, beside, across);
}
