import { medianOf } from "@image-staging/picture/quantile";
import { smoothstep } from "@image-staging/tracer/materials/noise";
import type { Analysis } from "../analysis/analysis.ts";
import { projectorOf } from "../analysis/projector.ts";
import {
  cell,
  type Grid,
  gridOf,
  inSquares,
  seenFromAbove,
  seenSquares,
  spread,
} from "./floor-from-above.ts";
import { bothWays, logLight, withoutPattern } from "./floor-pattern.ts";
import { separated } from "./glare.ts";
import { allSunny, clipped, sunEdgesOf } from "./sun-edges.ts";
import type { Surfaces } from "./surfaces.ts";

/** How many times as bright as the floor elsewhere sun is: the median of 23 patches of generated rooms that no photo clips. */
const usualSun = 3;
/** How many times as bright it is shown at most: a pale floor keeps its pattern. */
const mostSun = 4;

/** The sun's edge lies between these shares of sun: 2 to 3 cm wide, as its disc draws it. */
const [edgeFrom, edgeTo] = [0.25, 0.75];

/** The light on the old floor without its pattern, seen from above. */
export interface FloorLight extends Grid {
  /** What the floor receives out of the sun: 1 is the median. */
  received: Float32Array;
  /** White light that it mirrors, linear. */
  mirrored: Float32Array;
  /** What the floor receives in the sun, and the share of each square that has it. */
  sun?: { received: Float32Array; share: Float32Array };
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
  spread(seenSquares(smooth), columns, (from, to) => {
    smooth.copyWithin(to * 4, from * 4, from * 4 + 4);
    sun?.copyWithin(to, from, from + 1);
  });
  const { received, mirrored } = separated(smooth, columns, exposure.whitePoint, sun);
  const soft = (plane: Float32Array): Float32Array => softened(plane, columns, rows);
  if (!sun) return { ...grid, received: soft(received), mirrored: soft(mirrored) };
  showSun(received, sun, medianOf(logLight(smooth).filter((_, k) => sun[k] === 1)));
  const { share, inShade, inSun } = sunEdgesOf(colour, sun, grid);
  return {
    ...grid,
    received: soft(inShade(received)),
    mirrored: soft(inShade(mirrored).map((value, k) => (sun[k] ? 0 : value))),
    sun: { received: soft(inSun(received)), share: soft(share) },
  };
}

/**
 * Makes sun that is too bright for the photo, by the light that its squares show, as bright as the sun on floors usually is,
 * and sun on a dark floor no brighter than a lighter one can show.
 */
function showSun(received: Float32Array, sun: Uint8Array, shown: number): void {
  const usual = medianOf(received.filter((_, k) => sun[k] === 1));
  const times = Math.min(mostSun, shown < clipped ? usual : Math.max(usual, usualSun)) / usual;
  for (let k = 0; k < received.length; k++) if (sun[k]) received[k] = (received[k] as number) * times;
}

/** A plane whose squares show no teeth: shadows' edges are as soft as they mostly are at 3 to 5 metres. */
function softened(plane: Float32Array, columns: number, rows: number): Float32Array {
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

/** What the floor receives and mirrors at a place. */
export function lightAt(light: FloorLight, px: number, pz: number): { received: number; mirrored: number } {
  const at = (plane: Float32Array): number => between(light, plane, px, pz);
  const { received, mirrored, sun } = light;
  const shaded = at(received);
  const more = sun ? smoothstep(edgeFrom, edgeTo, at(sun.share)) * (at(sun.received) - shaded) : 0;
  return { received: shaded + more, mirrored: at(mirrored) };
}

/** Reads a plane of the floor's light at a place of the floor, between four squares. */
function between({ x, z, columns, rows }: Grid, plane: Float32Array, px: number, pz: number): number {
  const u = Math.min(columns - 1, Math.max(0, (px - x) / cell - 0.5));
  const v = Math.min(rows - 1, Math.max(0, (pz - z) / cell - 0.5));
  const [column, row] = [Math.min(columns - 2, Math.floor(u)), Math.min(rows - 2, Math.floor(v))];
  const [s, t] = [u - column, v - row];
  const at = row * columns + column;
  const upper = (plane[at] as number) * (1 - s) + (plane[at + 1] as number) * s;
  const lower = (plane[at + columns] as number) * (1 - s) + (plane[at + columns + 1] as number) * s;
  return upper * (1 - t) + lower * t;
}
