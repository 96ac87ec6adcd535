import type { Analysis } from "../analysis/analysis.ts";
import { medianOf } from "../analysis/picture/box-mean.ts";
import { projectorOf } from "../analysis/projector.ts";
import { cell, type Grid, gridOf, inSquares, seenFromAbove } from "./floor-from-above.ts";
import { allSunny, bothWays, clipped, logLight, withoutPattern } from "./floor-pattern.ts";
import { separated } from "./glare.ts";
import type { Surfaces } from "./surfaces.ts";

/** How many times as bright as the floor elsewhere sun is: the median of 23 patches of generated rooms that no photo clips. */
const usualSun = 3;

/** The light on the old floor without its pattern, seen from above. */
export interface FloorLight extends Grid {
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
  const sun = sunny.includes(1)
    ? allSunny(colour, inSquares(sunny, camera, projector, grid), columns)
    : undefined;
  const smooth = withoutPattern(colour, columns, rows, sun);
  fillUnseen(smooth, columns, rows, sun);
  // Softened last: where sun and shade mix, the sun's clipped white would pass for mirrored light.
  const { received, mirrored } = separated(smooth, columns, exposure.whitePoint, sun);
  if (sun) unclipSun(received, sun, medianOf(logLight(smooth).filter((_, k) => sun[k] === 1)));
  const soft = (plane: Float32Array): Float32Array => penumbra(plane, columns, rows);
  return { ...grid, received: soft(received), mirrored: soft(mirrored) };
}

/** Sun that is too bright for the photo, by the light that its squares show, is as bright as the sun on floors usually is. */
function unclipSun(received: Float32Array, sun: Uint8Array, shown: number): void {
  if (shown < clipped) return;
  const times = Math.max(1, usualSun / medianOf(received.filter((_, k) => sun[k] === 1)));
  for (let k = 0; k < received.length; k++) if (sun[k]) received[k] = (received[k] as number) * times;
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
