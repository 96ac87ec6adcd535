import { linearOf } from "@image-staging/picture/srgb";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera, Room } from "@image-staging/tracer/scene";
import type { Projector } from "../analysis/projector.ts";

/** The floor seen from above: squares of this many metres. */
export const cell = 0.025;

/** Squares of a floor, from one corner (x, z) on: columns along x, rows along z. */
export interface Grid {
  x: number;
  z: number;
  columns: number;
  rows: number;
}

/** The squares of a room's floor. */
export function gridOf({ left, right, back }: Pick<Room, "left" | "right" | "back">): Grid {
  const columns = Math.max(1, Math.round((right - left) / cell));
  return { x: left, z: back, columns, rows: Math.max(1, Math.round(-back / cell)) };
}

/** Mean linear colour of each square (4 numbers: red, green, blue, and 1 if it is seen). */
export function seenFromAbove(
  copy: WorkingCopy,
  projector: Projector,
  floor: Uint8Array,
  { x, z, columns, rows }: Grid,
): Float32Array {
  const { rgb } = copy;
  const colour = new Float32Array(columns * rows * 4);
  const side = 4;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const to = (row * columns + column) * 4;
      let count = 0;
      for (let s = 0; s < side * side; s++) {
        const [du, dv] = [((s % side) + 0.5) / side, (Math.floor(s / side) + 0.5) / side];
        const i = pixelAt(projector, copy, x + (column + du) * cell, z + (row + dv) * cell);
        if (i < 0 || !floor[i]) continue;
        for (let c = 0; c < 3; c++)
          colour[to + c] = (colour[to + c] as number) + (linearOf[rgb[i * 3 + c] as number] as number);
        count++;
      }
      if (count < (side * side) / 2) continue;
      for (let c = 0; c < 3; c++) colour[to + c] = (colour[to + c] as number) / count;
      colour[to + 3] = 1;
    }
  }
  return colour;
}

/** 1 for squares of a picture from above that are seen. */
export const seenSquares = (colour: Float32Array): Uint8Array =>
  Uint8Array.from({ length: colour.length / 4 }, (_, k) => colour[k * 4 + 3] as number);

/** Gives each square that is not `known` what the nearest known one has, from square to square. */
export function spread(known: Uint8Array, columns: number, copy: (from: number, to: number) => void): void {
  const queue: number[] = [];
  for (let k = 0; k < known.length; k++) if (known[k]) queue.push(k);
  for (let head = 0; head < queue.length; head++) {
    const k = queue[head] as number;
    const column = k % columns;
    for (const [other, isInside] of [
      [k - 1, column > 0],
      [k + 1, column < columns - 1],
      [k - columns, k >= columns],
      [k + columns, k < known.length - columns],
    ] as const) {
      if (!isInside || known[other]) continue;
      known[other] = 1;
      copy(k, other);
      queue.push(other);
    }
  }
}

/** The values of a mask of the picture at the squares' middles. */
export function inSquares(
  mask: Uint8Array,
  camera: Camera,
  projector: Projector,
  { x, z, columns, rows }: Grid,
): Uint8Array {
  return Uint8Array.from({ length: columns * rows }, (_, k) => {
    const [along, away] = [(k % columns) + 0.5, Math.floor(k / columns) + 0.5];
    return mask[pixelAt(projector, camera, x + along * cell, z + away * cell)] ?? 0;
  });
}

/** The pixel that shows a point of the floor; -1 if none does. */
function pixelAt(
  projector: Projector,
  { width, height }: Pick<Camera, "width" | "height">,
  x: number,
  z: number,
): number {
  const at = projector.point([x, 0, z]);
  if (!at) return -1;
  const [px, py] = [Math.floor(at[0]), Math.floor(at[1])];
  return px >= 0 && py >= 0 && px < width && py < height ? py * width + px : -1;
}
