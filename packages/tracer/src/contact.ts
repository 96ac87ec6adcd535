import { float32At, uint16At } from "@image-staging/picture/at";
import type { Box } from "./environment.ts";
import { type Geometry, sharedFloats } from "./geometry.ts";

/** How dark the floor is right around what stands on it, seen from above: legs and edges are finer than the light's grid. */
export interface Contact {
  left: number;
  back: number;
  columns: number;
  rows: number;
  /** The share of its light that each cell loses. */
  dark: Float32Array;
}

const cell = 0.01;

/** Heights over the floor, above rugs, at which pieces are cut, and the light that is lost at the cut: metres, shares. */
const cuts = [
  [0.02, 0.55],
  [0.035, 0.3],
] as const;

const highest = Math.max(...cuts.map(([height]) => height));

/** Highest that a rug lies: metres. */
export const onRug = 0.0195;

/** Metres in which the darkness falls to a third, and from which on there is none. */
const [fall, end] = [0.025, 0.08];

/** The dark edge around the parts of a geometry that stand on the floor. */
export function contactOf(
  { corners, parts }: Geometry,
  { left, right, back, front }: Box,
  stands: (part: number) => boolean,
): Contact {
  const columns = Math.ceil((right - left) / cell);
  const rows = Math.ceil((front - back) / cell);
  const outline = new Float32Array(columns * rows);
  for (let triangle = 0; triangle < parts.length; triangle++) {
    const y = triangle * 9 + 1;
    const low = float32At(corners, y) + Math.min(0, float32At(corners, y + 3), float32At(corners, y + 6));
    if (low >= highest || !stands(uint16At(parts, triangle))) continue;
    for (const [height, lost] of cuts) {
      const [from, to] = cutOf(corners.subarray(triangle * 9, triangle * 9 + 9), height);
      if (!from || !to) continue;
      const steps = Math.ceil((2 * Math.hypot(to[0] - from[0], to[1] - from[1])) / cell) + 1;
      for (let i = 0; i <= steps; i++) {
        const column = Math.floor((from[0] + ((to[0] - from[0]) * i) / steps - left) / cell);
        const row = Math.floor((from[1] + ((to[1] - from[1]) * i) / steps - back) / cell);
        if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
        const at = row * columns + column;
        outline[at] = Math.max(float32At(outline, at), lost);
      }
    }
  }
  return { left, back, columns, rows, dark: spread(outline, columns, rows) };
}

/** The two points, x and z, at which a triangle is cut at a height; none if it is not. */
function cutOf(corners: Float32Array, height: number): [number, number][] {
  const [x = 0, y = 0, z = 0] = corners;
  const points = [0, 3, 6].map((at) =>
    at === 0
      ? [x, y, z]
      : [x + float32At(corners, at), y + float32At(corners, at + 1), z + float32At(corners, at + 2)],
  );
  return points.flatMap(([ax = 0, ay = 0, az = 0], i): [number, number][] => {
    const [bx = 0, by = 0, bz = 0] = points[(i + 1) % 3] ?? [];
    if (ay < height === by < height) return [];
    const part = (height - ay) / (by - ay);
    return [[ax + (bx - ax) * part, az + (bz - az) * part]];
  });
}

/** Each cell's darkness by the outline next to it. */
function spread(outline: Float32Array, columns: number, rows: number): Float32Array {
  const dark = sharedFloats(columns * rows);
  const reach = Math.ceil(end / cell);
  for (let at = 0; at < outline.length; at++) {
    const lost = float32At(outline, at);
    if (lost === 0) continue;
    const [row, column] = [Math.floor(at / columns), at % columns];
    for (let j = Math.max(-reach, -row); j <= Math.min(reach, rows - 1 - row); j++)
      for (let i = Math.max(-reach, -column); i <= Math.min(reach, columns - 1 - column); i++) {
        const away = Math.hypot(i, j) * cell;
        if (away >= end) continue;
        const value = lost * Math.exp(-away / fall) * (1 - away / end);
        const other = at + j * columns + i;
        dark[other] = Math.max(float32At(dark, other), value);
      }
  }
  return dark;
}

/** The share of its light that a place of the floor keeps next to what stands there. */
export function keptAt({ left, back, columns, rows, dark }: Contact, x: number, z: number): number {
  const c = (x - left) / cell - 0.5;
  const r = (z - back) / cell - 0.5;
  const column = Math.floor(c);
  const row = Math.floor(r);
  if (column < 0 || row < 0 || column + 1 >= columns || row + 1 >= rows) return 1;
  const at = row * columns + column;
  const u = c - column;
  const v = r - row;
  const above = float32At(dark, at) * (1 - u) + float32At(dark, at + 1) * u;
  const below = float32At(dark, at + columns) * (1 - u) + float32At(dark, at + columns + 1) * u;
  return 1 - above * (1 - v) - below * v;
}
