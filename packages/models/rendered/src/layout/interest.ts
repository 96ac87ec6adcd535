import { float64At, uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import type { Camera } from "@image-staging/tracer/scene";
import type { Outline } from "./view.ts";

/** Columns and rows that the picture is looked at in. */
const [columns, rows] = [48, 32];

/** A cell with this mean difference of neighbouring 8-bit levels, or more, counts as busy in full. */
const busiest = 24;

/** A value from 0 to 1 for each cell of the picture, summed up so that a part of it is read at once. */
export class PictureMap {
  readonly #sums = new Float64Array((columns + 1) * (rows + 1));

  constructor(valueAt: (column: number, row: number) => number) {
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const at = (row + 1) * (columns + 1) + column + 1;
        const sums = this.#sums;
        const above = float64At(sums, at - columns - 1) - float64At(sums, at - columns - 2);
        sums[at] = valueAt(column, row) + float64At(sums, at - 1) + above;
      }
  }

  /** The mean inside an outline. */
  within(outline: Outline): number {
    const [sum, count] = this.#inside(outline);
    return count <= 0 ? 0 : sum / count;
  }

  /** The part of the whole that lies inside an outline. */
  share(outline: Outline): number {
    const [sum, count] = this.#inside(outline);
    const all = float64At(this.#sums, this.#sums.length - 1);
    return count <= 0 || all <= 0 ? 0 : sum / all;
  }

  #inside({ left, right, top, bottom }: Outline): [sum: number, cells: number] {
    const cell = (part: number, count: number): number => Math.round(Math.max(0, Math.min(1, part)) * count);
    const [c0, c1] = [cell(left, columns), cell(right, columns)];
    const [r0, r1] = [cell(top, rows), cell(bottom, rows)];
    const at = (row: number, column: number): number => float64At(this.#sums, row * (columns + 1) + column);
    return [at(r1, c1) - at(r0, c1) - at(r1, c0) + at(r0, c0), (c1 - c0) * (r1 - r0)];
  }
}

/** What a photo shows above its floor that furniture should not hide: brick, shelves, windows, whatever is busy. */
export const interestOf = (photo: Picture, floorMask: Uint8Array): PictureMap =>
  new PictureMap((column, row) => busyAt(photo, floorMask, column, row));

/** Where the sun falls on the floor, from how much of it each pixel gets. */
export const sunOf = ({ width, height }: Camera, patches: Uint8Array): PictureMap =>
  new PictureMap((column, row) => {
    const x = Math.floor(((column + 0.5) * width) / columns);
    const y = Math.floor(((row + 0.5) * height) / rows);
    return uint8At(patches, y * width + x) / 255;
  });

function busyAt(
  { width, height, data }: Picture,
  floorMask: Uint8Array,
  column: number,
  row: number,
): number {
  const step = Math.max(1, Math.floor(width / 400));
  let [sum, count] = [0, 0];
  for (let y = Math.floor((row * height) / rows); y < ((row + 1) * height) / rows - step; y += step)
    for (
      let x = Math.floor((column * width) / columns);
      x < ((column + 1) * width) / columns - step;
      x += step
    ) {
      const at = y * width + x;
      count++;
      if (uint8At(floorMask, at) > 127) continue;
      const level = uint8At(data, at * 3 + 1);
      const across = Math.abs(uint8At(data, (at + step) * 3 + 1) - level);
      sum += across + Math.abs(uint8At(data, (at + step * width) * 3 + 1) - level);
    }
  return Math.min(1, sum / Math.max(1, count) / busiest);
}
