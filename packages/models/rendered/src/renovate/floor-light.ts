import type { Analysis } from "../analysis/analysis.ts";
import { linearOfByte, type WorkingCopy } from "../analysis/picture/working-copy.ts";
import { type Projector, projectorOf } from "../analysis/projector.ts";
import type { Camera, Room } from "../scene.ts";
import { allSunny, bothWays, withoutPattern } from "./floor-pattern.ts";
import { separated } from "./glare.ts";
import type { Surfaces } from "./surfaces.ts";

/** The floor seen from above: squares of this many metres. */
export const cell = 0.025;

/** The light on the old floor without its pattern, seen from above: columns along x, rows along z. */
export interface FloorLight {
  x: number;
  z: number;
  columns: number;
  rows: number;
  /** What the floor receives: 1 is the median. */
  received: Float32Array;
  /** White light that it mirrors, linear. */
  mirrored: Float32Array;
}

/**
 * Takes the floor's pattern out of its picture: what is left is light that falls on it, and light that it mirrors. `camera`
 * shows the working copy, and `floor` is 1 for each of its pixels that shows floor, `sunny` for those in the sun.
 */
export function floorLightOf(
  { copy, camera, floor, sunny }: Pick<Surfaces, "copy" | "camera" | "floor" | "sunny">,
  { room, exposure }: Pick<Analysis, "room" | "exposure">,
): FloorLight {
  const grid = gridOf(room);
  const { columns, rows } = grid;
  const projector = projectorOf(camera);
  const colour = seenFromAbove(copy, projector, floor, grid);
  const sun = sunny.includes(1) ? allSunny(colour, inSquares(sunny, camera, projector, grid)) : undefined;
  const smooth = withoutPattern(colour, columns, rows, sun);
  fillUnseen(smooth, columns, rows, sun);
  // Softened last: where sun and shade mix, the sun's clipped white would pass for mirrored light.
  const { received, mirrored } = separated(smooth, columns, exposure.whitePoint, sun);
  const soft = (plane: Float32Array): Float32Array => penumbra(plane, columns, rows);
  return { ...grid, received: soft(received), mirrored: soft(mirrored) };
}

/** The values of a mask of the picture at the squares' middles. */
function inSquares(
  mask: Uint8Array,
  { width, height }: Camera,
  projector: Projector,
  { x, z, columns, rows }: Grid,
): Uint8Array {
  return Uint8Array.from({ length: columns * rows }, (_, k) => {
    const at = projector.point([
      x + ((k % columns) + 0.5) * cell,
      0,
      z + (Math.floor(k / columns) + 0.5) * cell,
    ]);
    const [px, py] = at ? [Math.floor(at[0]), Math.floor(at[1])] : [-1, -1];
    return px >= 0 && py >= 0 && px < width && py < height ? (mask[py * width + px] as number) : 0;
  });
}

type Grid = Pick<FloorLight, "x" | "z" | "columns" | "rows">;

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
  const { width, height, rgb } = copy;
  const colour = new Float32Array(columns * rows * 4);
  const side = 4;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const to = (row * columns + column) * 4;
      let count = 0;
      for (let s = 0; s < side * side; s++) {
        const [du, dv] = [((s % side) + 0.5) / side, (Math.floor(s / side) + 0.5) / side];
        const at = projector.point([x + (column + du) * cell, 0, z + (row + dv) * cell]);
        if (!at) continue;
        const [px, py] = [Math.floor(at[0]), Math.floor(at[1])];
        if (px < 0 || py < 0 || px >= width || py >= height || !floor[py * width + px]) continue;
        for (let c = 0; c < 3; c++) {
          colour[to + c] =
            (colour[to + c] as number) + (linearOfByte[rgb[(py * width + px) * 3 + c] as number] as number);
        }
        count++;
      }
      if (count < (side * side) / 2) continue;
      for (let c = 0; c < 3; c++) colour[to + c] = (colour[to + c] as number) / count;
      colour[to + 3] = 1;
    }
  }
  return colour;
}

/** The edges of sun and shadow as soft as the sun's disc draws them at 3 to 5 metres; squares would show as teeth. */
function penumbra(plane: Float32Array, columns: number, rows: number): Float32Array {
  return bothWays(plane, columns, rows, (current, step, length) =>
    current.map((_, k) => {
      const at = step === 1 ? k % columns : Math.floor(k / columns);
      return binomial.reduce((sum, weight, n) => {
        const other = k + step * (Math.min(length - 1, Math.max(0, at + n - 2)) - at);
        return sum + weight * (current[other] as number);
      }, 0);
    }),
  );
}

const binomial = [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16] as const;

/** Squares that the picture does not show get the nearest seen one's colour and sun, spread from square to square. */
function fillUnseen(colour: Float32Array, columns: number, rows: number, sun?: Uint8Array): void {
  const queue: number[] = [];
  for (let k = 0; k < columns * rows; k++) if (colour[k * 4 + 3]) queue.push(k);
  for (let head = 0; head < queue.length; head++) {
    const k = queue[head] as number;
    const column = k % columns;
    for (const [other, isInside] of [
      [k - 1, column > 0],
      [k + 1, column < columns - 1],
      [k - columns, k >= columns],
      [k + columns, k < columns * (rows - 1)],
    ] as const) {
      if (!isInside || colour[other * 4 + 3]) continue;
      colour.copyWithin(other * 4, k * 4, k * 4 + 4);
      sun?.copyWithin(other, k, k + 1);
      queue.push(other);
    }
  }
}

/** Reads a plane of the floor's light at a place of the floor, between four squares. */
export function lightAt({ x, z, columns, rows }: Grid, plane: Float32Array, px: number, pz: number): number {
  const u = Math.min(columns - 1, Math.max(0, (px - x) / cell - 0.5));
  const v = Math.min(rows - 1, Math.max(0, (pz - z) / cell - 0.5));
  const [column, row] = [Math.min(columns - 2, Math.floor(u)), Math.min(rows - 2, Math.floor(v))];
  const [s, t] = [u - column, v - row];
  const at = row * columns + column;
  const upper = (plane[at] as number) * (1 - s) + (plane[at + 1] as number) * s;
  const lower = (plane[at + columns] as number) * (1 - s) + (plane[at + columns + 1] as number) * s;
  return upper * (1 - t) + lower * t;
}
