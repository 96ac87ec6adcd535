import { project } from "@image-staging/tracer/camera";
import type { Camera, FloorGrid, Opening } from "@image-staging/tracer/scene";
import type { Planes } from "./faces.ts";

const cell = 0.1;

/** How far a piece keeps away from what is in a wall, in metres. */
const clearance: Readonly<Record<Opening["kind"], number>> = {
  door: 0.9,
  passage: 0.9,
  radiator: 0.3,
  fireplace: 0.6,
  window: 0.25,
  fixture: 0,
};

/** Where rows enter and leave a convex outline: `count` rows, `step` pixels apart; empty if high is below low. */
export function spansOf(
  outline: readonly (readonly [number, number])[],
  count: number,
  step: number,
): { low: Float32Array; high: Float32Array } {
  const low = new Float32Array(count).fill(Number.POSITIVE_INFINITY);
  const high = new Float32Array(count).fill(Number.NEGATIVE_INFINITY);
  outline.forEach(([x1, y1], i) => {
    const [x2, y2] = outline[(i + 1) % outline.length] as readonly [number, number];
    const slope = (x2 - x1) / (y2 - y1);
    const first = Math.max(0, Math.ceil(Math.min(y1, y2) / step - 0.5));
    const last = Math.min(count - 1, Math.ceil(Math.max(y1, y2) / step - 0.5) - 1);
    for (let k = first; k <= last; k++) {
      const x = x1 + ((k + 0.5) * step - y1) * slope;
      if (x < (low[k] as number)) low[k] = x;
      if (x > (high[k] as number)) high[k] = x;
    }
  });
  return { low, high };
}

/**
 * The floor on which pieces can stand, in cells of 10 cm: what the mask shows or lies outside the picture, below it or at
 * its sides, but not at doors, radiators, hearths and windows that reach the floor.
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
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, z] = [planes.left + (column + 0.5) * cell, planes.back + (row + 0.5) * cell];
      const at = project(camera, [x, 0, z]);
      if (!at || isKept(openings, planes, x, z)) continue;
      const [px, py] = [Math.floor(at.x), Math.floor(at.y)];
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
