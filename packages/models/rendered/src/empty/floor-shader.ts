import type { Picture } from "@image-staging/picture/picture";
import type { Projector } from "../analysis/projector.ts";
import type { FloorBehind } from "./floor.ts";
import { levelAt } from "./level-at.ts";

/** Samples across a pixel at most, for a source that lies nearer than what it is copied to. */
const mostSamples = 3;

/** The sRGB levels of the floor at a pixel of the picture; false if it is not known. */
export type FloorShader = (x: number, y: number, out: Float64Array) => boolean;

/** Draws the floor from the photo itself, at the place that a cell is copied from, in the light of the place that it is copied to. */
export function floorShader(picture: Picture, projector: Projector, floor: FloorBehind): FloorShader {
  const { columns, rows, cell, light, from } = floor;
  const lightAt = (of: FloorBehind["light"], x: number, z: number, c: number): number =>
    smoothAt(of[c] as Float32Array, floor, x, z);
  return (x, y, out) => {
    out.fill(0);
    const middle = projector.onLevel(x + 0.5, y + 0.5, 0);
    if (!middle) return false;
    const [column, row] = [
      Math.floor((middle[0] - floor.x) / cell),
      Math.floor((middle[1] - floor.z) / cell),
    ];
    if (column < 0 || row < 0 || column >= columns || row >= rows) return false;
    const source = from[row * columns + column] as number;
    if (source < 0) {
      for (let c = 0; c < 3; c++) out[c] = lightAt(light, middle[0], middle[1], c);
      return true;
    }
    const moved = [
      ((source % columns) - column) * cell,
      (Math.floor(source / columns) - row) * cell,
    ] as const;
    const there = [middle[0] + moved[0], middle[1] + moved[1]] as const;
    const ratio = Math.hypot(...middle) / Math.max(0.1, Math.hypot(...there));
    const samples = Math.max(1, Math.min(mostSamples, Math.round(ratio)));
    let count = 0;
    for (let s = 0; s < samples * samples; s++) {
      const [dx, dy] = [((s % samples) + 0.5) / samples, (Math.floor(s / samples) + 0.5) / samples];
      const here = projector.onLevel(x + dx, y + dy, 0);
      const at = here && projector.point([here[0] + moved[0], 0, here[1] + moved[1]]);
      if (!at) continue;
      count++;
      for (let c = 0; c < 3; c++) out[c] = (out[c] as number) + levelAt(picture, at[0], at[1], c);
    }
    for (let c = 0; c < 3; c++) {
      const [own, other] = [lightAt(light, middle[0], middle[1], c), lightAt(light, there[0], there[1], c)];
      out[c] = ((out[c] as number) / Math.max(1, count)) * ((2 + own) / (2 + other));
    }
    return count > 0;
  };
}

/** A plane of the floor between its cells' centres. */
function smoothAt(
  plane: Float32Array,
  { x, z, cell, columns, rows }: FloorBehind,
  atX: number,
  atZ: number,
): number {
  const u = Math.max(0, Math.min(columns - 1, (atX - x) / cell - 0.5));
  const v = Math.max(0, Math.min(rows - 1, (atZ - z) / cell - 0.5));
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const [right, below] = [Math.min(columns - 1, column + 1), Math.min(rows - 1, row + 1)];
  const at = (px: number, pz: number): number => plane[pz * columns + px] as number;
  const high = at(column, row) + (u - column) * (at(right, row) - at(column, row));
  const low = at(column, below) + (u - column) * (at(right, below) - at(column, below));
  return high + (v - row) * (low - high);
}
