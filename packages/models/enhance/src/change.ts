import { float64At, uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import { shrunk } from "@image-staging/picture/working-copy";
import parameters from "./pro_capture.json" with { type: "json" };

const side = 16;

/** The mean difference, 0 to 1, in the part of a picture that a grade changed most: a sixteenth of its longer side. */
export function changeOf(picture: Picture, made: Uint8Array): number {
  const scale = (16 * side) / Math.max(picture.width, picture.height);
  const [columns, rows] = [picture.width, picture.height].map((length) =>
    Math.max(1, Math.round((length * scale) / side)),
  ) as [number, number];
  const [width, height] = [columns * side, rows * side];
  if (width > picture.width || height > picture.height) return 1;
  const [before, after] = [shrunk(picture, width, height), shrunk({ ...picture, data: made }, width, height)];
  const sums = new Float64Array(columns * rows);
  for (let i = 0; i < before.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    const window = Math.floor(y / side) * columns + Math.floor(x / side);
    sums[window] = float64At(sums, window) + Math.abs(uint8At(after, i) - uint8At(before, i));
  }
  return Math.max(...sums) / (side * side * 3 * 255);
}

/** Whether a change is worth a new picture. */
export const isWorthIt = (change: number): boolean => change >= parameters.leastChange;
