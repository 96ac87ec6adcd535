import type { Camera, FloorGrid, Opening } from "../scene.ts";
import type { Planes } from "./faces.ts";
import { projectorOf } from "./projector.ts";

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

/** The floor's pixels at the camera's size, anti-aliased at its outline by four samples a pixel. */
export function floorMaskOf(camera: Camera, planes: Planes): Uint8Array {
  const { width, height } = camera;
  const mask = new Uint8Array(width * height);
  const projector = projectorOf(camera);
  const inside = (x: number, y: number): boolean => {
    const point = projector.onLevel(x, y, 0);
    return point !== undefined && point[0] > planes.left && point[0] < planes.right && point[1] > planes.back;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let s = 0; s < 4; s++) if (inside(x + 0.25 + 0.5 * (s & 1), y + 0.25 + 0.25 * (s & 2))) sum++;
      mask[y * width + x] = Math.round((sum * 255) / 4);
    }
  }
  return mask;
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
