import { float32At } from "@image-staging/picture/at";
import { sharedFloats } from "./geometry.ts";
import type { Camera } from "./scene.ts";

/**
 * Numbers a cell in `surface`: position, normal, light, distance to what blocks, ray length, part (-1: none), normal as
 * smooth as the light.
 */
export const surfaceStride = 15;
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
  /** Whether the last column's neighbour is the first: the picture goes around the viewer. */
  wraps: boolean;
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

export function gridOf({ projection, width, height, focal }: Camera, wanted: number): Grid {
  const columns = Math.min(wanted, Math.ceil(width / 2));
  const size = width / columns;
  const rows = Math.ceil(height / size);
  return {
    columns,
    rows,
    wraps: projection !== undefined,
    size,
    angle: size / focal,
    surface: sharedFloats(columns * rows * surfaceStride),
    room: sharedFloats(columns * rows * roomStride),
    covered: new Uint8Array(new SharedArrayBuffer(columns * rows)),
    touched: new Uint8Array(new SharedArrayBuffer(columns * rows)),
  };
}

/** The column that each of the picture's columns lies in. */
export function columnsOf({ columns, size }: Grid, width: number): Int32Array {
  return Int32Array.from({ length: width }, (_, x) => Math.min(columns - 1, Math.floor(x / size)));
}

/** The grid's column at a number that may lie beyond its sides: -1 if there is none. */
export function columnIn({ columns, wraps }: Grid, column: number): number {
  if (column >= 0 && column < columns) return column;
  return wraps ? (column + columns) % columns : -1;
}

/** The same, or the outermost column if there is none. */
const columnNear = (grid: Grid, column: number): number => {
  const found = columnIn(grid, column);
  return found >= 0 ? found : Math.min(grid.columns - 1, Math.max(0, column));
};

/** Marks the cells between which a pixel of the room may change. */
export function markTouched(grid: Grid): void {
  const { columns, rows, room, touched } = grid;
  const changed = (column: number, row: number): boolean => {
    const at = (Math.min(rows - 1, row) * columns + columnNear(grid, column)) * roomStride;
    // Between furniture on all sides, what is left of the room is a slit.
    return float32At(room, at + 7) < 0 || Math.abs(float32At(room, at + 4) - 1) > 1e-4 || room[at + 9] !== 0;
  };
  for (let cell = 0; cell < columns * rows; cell++) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const around = changed(column, row) || changed(column + 1, row);
    touched[cell] = around || changed(column, row + 1) || changed(column + 1, row + 1) ? 1 : 0;
  }
}

/** Whether the room may change at a pixel position. */
export function touchedAt(grid: Grid, x: number, y: number): boolean {
  const { columns, rows, size, touched } = grid;
  const column = columnNear(grid, Math.floor(x / size - 0.5));
  const row = Math.min(rows - 1, Math.max(0, Math.floor(y / size - 0.5)));
  return touched[row * columns + column] === 1;
}
