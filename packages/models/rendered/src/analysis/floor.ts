import type { Camera, FloorGrid, Room } from "../scene.ts";
import type { Planes } from "./faces.ts";
import { projectorOf } from "./projector.ts";

const cell = 0.1;

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

/** The floor from above in cells of 10 cm: free where the mask sees it, and where it lies below or beside the frame. */
export function freeFloorOf(camera: Camera, planes: Planes, mask: Uint8Array): FloorGrid {
  const columns = Math.max(1, Math.floor((planes.right - planes.left) / cell));
  const rows = Math.max(1, Math.floor((planes.front - planes.back) / cell));
  const grid: FloorGrid = {
    x: planes.left,
    z: planes.back,
    cell,
    columns,
    rows,
    free: new Uint8Array(columns * rows),
  };
  const projector = projectorOf(camera);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, z] = [grid.x + (column + 0.5) * cell, grid.z + (row + 0.5) * cell];
      const at = projector.line([x, 0, z], [x, 0.001, z]);
      if (!at) continue;
      const [px, py] = [Math.floor(at[0]), Math.floor(at[1])];
      const isOutside = px < 0 || px >= camera.width || py < 0 || py >= camera.height;
      if (isOutside || (mask[py * camera.width + px] as number) > 127) grid.free[row * columns + column] = 1;
    }
  }
  return grid;
}

export function roomOf(
  planes: Planes,
  openings: Room["openings"],
  floorMask: Uint8Array,
  freeFloor: FloorGrid,
): Room {
  return { ...planes, openings, floorMask, freeFloor };
}
