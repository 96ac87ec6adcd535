import { axesOf } from "../camera.ts";
import type { Camera } from "../scene.ts";
import { sharedFloats } from "./geometry.ts";

/** Numbers a cell in `surface`: position, normal, light, distance to what blocks, ray length, part (-1: none). */
export const surfaceStride = 12;
/**
 * Numbers a cell in `room`: position, light over light without furniture, distance to what blocks, face (-1: none), change of the
 * floor's reflection.
 */
export const roomStride = 11;

/**
 * Light in cells tied to the picture, so that it costs the same at any size. `surface` is what furniture receives, and
 * `room` what floor and walls keep of theirs.
 */
export interface Grid {
  columns: number;
  rows: number;
  /** Pixels a cell. */
  size: number;
  /** Width of a cell as seen from one metre, in metres. */
  angle: number;
  surface: Float32Array;
  room: Float32Array;
  /** 1: a triangle may cover a part of the cell. */
  covered: Uint8Array;
  /** 1: furniture takes or adds light in the cell or one right of it or below. */
  touched: Uint8Array;
}

export function gridOf({ width, height, focal }: Camera, wanted: number): Grid {
  const columns = Math.min(wanted, Math.ceil(width / 2));
  const size = width / columns;
  const rows = Math.ceil(height / size);
  return {
    columns,
    rows,
    size,
    angle: size / focal,
    surface: sharedFloats(columns * rows * surfaceStride),
    room: sharedFloats(columns * rows * roomStride),
    covered: new Uint8Array(new SharedArrayBuffer(columns * rows)),
    touched: new Uint8Array(new SharedArrayBuffer(columns * rows)),
  };
}

/** Marks the cells that the projected box around each triangle touches. */
export function markCovered(grid: Grid, camera: Camera, corners: Float32Array): void {
  const [right, up, back] = axesOf(camera);
  const { columns, rows, size, covered } = grid;
  for (let at = 0; at < corners.length; at += 9) {
    let [left, top, far, bottom, behind] = [Infinity, Infinity, -Infinity, -Infinity, 0];
    for (let corner = 0; corner < 3; corner++) {
      const from = corner * 3;
      const x = (corners[at] ?? 0) + (corner > 0 ? (corners[at + from] ?? 0) : 0);
      const y = (corners[at + 1] ?? 0) + (corner > 0 ? (corners[at + from + 1] ?? 0) : 0) - camera.elevation;
      const z = (corners[at + 2] ?? 0) + (corner > 0 ? (corners[at + from + 2] ?? 0) : 0);
      const depth = -(back[0] * x + back[1] * y + back[2] * z);
      if (depth < 0.02) {
        behind++;
        continue;
      }
      const px = camera.centreX + (camera.focal * (right[0] * x + right[1] * y + right[2] * z)) / depth;
      const py = camera.centreY - (camera.focal * (up[0] * x + up[1] * y + up[2] * z)) / depth;
      left = Math.min(left, px);
      far = Math.max(far, px);
      top = Math.min(top, py);
      bottom = Math.max(bottom, py);
    }
    if (behind === 3) continue;
    if (behind > 0) [left, top, far, bottom] = [0, 0, camera.width, camera.height];
    const [c0, c1] = [
      Math.max(0, Math.floor((left - 1) / size)),
      Math.min(columns - 1, Math.floor((far + 1) / size)),
    ];
    const [r0, r1] = [
      Math.max(0, Math.floor((top - 1) / size)),
      Math.min(rows - 1, Math.floor((bottom + 1) / size)),
    ];
    for (let row = r0; row <= r1; row++)
      if (c1 >= c0) covered.fill(1, row * columns + c0, row * columns + c1 + 1);
  }
}

/** Marks the cells between which a pixel of the room may change. */
export function markTouched({ columns, rows, room, touched }: Grid): void {
  const changed = (column: number, row: number): boolean => {
    const at = (Math.min(rows - 1, row) * columns + Math.min(columns - 1, column)) * roomStride;
    return (room[at + 7] ?? -1) >= 0 && (Math.abs((room[at + 4] ?? 1) - 1) > 1e-4 || room[at + 9] !== 0);
  };
  for (let cell = 0; cell < columns * rows; cell++) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const around = changed(column, row) || changed(column + 1, row);
    touched[cell] = around || changed(column, row + 1) || changed(column + 1, row + 1) ? 1 : 0;
  }
}

/** Whether the room may change at a pixel position. */
export function touchedAt({ columns, rows, size, touched }: Grid, x: number, y: number): boolean {
  const column = Math.min(columns - 1, Math.max(0, Math.floor(x / size - 0.5)));
  const row = Math.min(rows - 1, Math.max(0, Math.floor(y / size - 0.5)));
  return touched[row * columns + column] === 1;
}
