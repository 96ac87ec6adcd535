import type { Camera, FloorGrid, Opening } from "../scene.ts";
import type { Planes } from "./faces.ts";
import { floorOutline } from "./floor-outline.ts";
import { projectorOf } from "./projector.ts";

const cell = 0.1;
const subrows = 4;

/** How far a piece keeps away from what is in a wall, in metres. */
const clearance: Readonly<Record<Opening["kind"], number>> = {
  door: 0.9,
  passage: 0.9,
  radiator: 0.3,
  fireplace: 0.6,
  window: 0.25,
  fixture: 0,
};

/** The floor's pixels at the camera's size, anti-aliased at its outline. */
export function floorMaskOf(camera: Camera, planes: Planes): Uint8Array {
  const { width, height } = camera;
  const mask = new Uint8Array(width * height);
  const outline = floorOutline(camera, planes);
  const covered = new Float32Array(width + 1);
  for (let y = 0; y < height; y++) {
    covered.fill(0);
    let isEmpty = true;
    for (let s = 0; s < subrows; s++) {
      const [low, high] = crossed(outline, y + (s + 0.5) / subrows);
      const [from, to] = [Math.max(0, low), Math.min(width, high)];
      if (to <= from) continue;
      isEmpty = false;
      // As differences from pixel to pixel: the row's coverage is their running sum.
      addStep(covered, from, 1 / subrows);
      addStep(covered, to, -1 / subrows);
    }
    if (isEmpty) continue;
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += covered[x] as number;
      mask[y * width + x] = Math.round(255 * Math.max(0, Math.min(1, sum)));
    }
  }
  return mask;
}

function addStep(covered: Float32Array, at: number, step: number): void {
  const x = Math.floor(at);
  const share = 1 - (at - x);
  covered[x] = (covered[x] as number) + step * share;
  if (x + 1 < covered.length) covered[x + 1] = (covered[x + 1] as number) + step * (1 - share);
}

/** Where a row enters and leaves a convex outline. */
export function crossed(outline: readonly (readonly [number, number])[], y: number): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < outline.length; i++) {
    const [x1, y1] = outline[i] as readonly [number, number];
    const [x2, y2] = outline[(i + 1) % outline.length] as readonly [number, number];
    if (y1 > y === y2 > y) continue;
    const x = x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  return [low, high];
}

/**
 * Where pieces can stand, in cells of 10 cm: floor that the mask shows, or that lies below or beside the picture, away
 * from doors, radiators, hearths and windows that reach the floor.
 */
export function freeFloorOf(
  camera: Camera,
  planes: Planes,
  mask: Uint8Array,
  openings: readonly Opening[],
): FloorGrid {
  const columns = Math.max(1, Math.floor((planes.right - planes.left) / cell));
  const rows = Math.max(1, Math.floor((planes.front - planes.back) / cell));
  const free = new Uint8Array(columns * rows);
  const projector = projectorOf(camera);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, z] = [planes.left + (column + 0.5) * cell, planes.back + (row + 0.5) * cell];
      const at = projector.point([x, 0, z]);
      if (!at || isKept(openings, planes, x, z)) continue;
      const [px, py] = [Math.floor(at[0]), Math.floor(at[1])];
      const isOutside = px < 0 || px >= camera.width || py < 0 || py >= camera.height;
      if (isOutside || (mask[py * camera.width + px] as number) > 127) free[row * columns + column] = 1;
    }
  }
  return { x: planes.left, z: planes.back, cell, columns, rows, free };
}

/** Whether a point is before something that must stay clear. */
function isKept(
  openings: readonly Opening[],
  { left, right, back, front }: Planes,
  x: number,
  z: number,
): boolean {
  const away = { left: x - left, right: right - x, back: z - back, front: front - z };
  return openings.some(({ kind, wall, from, to, bottom }) => {
    if (bottom > 0.3) return false;
    const along = wall === "left" || wall === "right" ? z : x;
    return along > from - 0.05 && along < to + 0.05 && away[wall] < clearance[kind];
  });
}
