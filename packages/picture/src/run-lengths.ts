import type { Size } from "./size.ts";

/** The length of the run of equal pixels of a mask that each pixel lies in, along rows or columns; 0 outside the mask. */
export function runLengths(mask: Uint8Array, { width, height }: Size, along: "x" | "y"): Uint16Array {
  const lengths = new Uint16Array(mask.length);
  const [lines, steps, next, jump] = along === "x" ? [height, width, 1, width] : [width, height, width, 1];
  for (let line = 0; line < lines; line++) {
    let from = 0;
    for (let step = 0; step <= steps; step++) {
      if (step < steps && mask[line * jump + step * next]) continue;
      for (let i = from; i < step; i++) lengths[line * jump + i * next] = Math.min(65_535, step - from);
      from = step + 1;
    }
  }
  return lengths;
}
