import { float32At, float64At } from "@image-staging/picture/at";
import { columnIn, type Grid, roomStride, surfaceStride } from "./grid.ts";

const kernel = Float64Array.of(1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16);

/**
 * Smooths the estimates without crossing edges: an à-trous wavelet filter (Dammertz 2010) with steps of 1, 2 and 4
 * cells. Shadows close to what casts them stay sharp: they are smoothed over `least` metres.
 */
export function filterGrid(grid: Grid, least = 0.02): void {
  for (const step of [1, 2, 4]) smoothSurface(grid, step, least);
  for (const step of [1, 2, 4]) smoothRoom(grid, step);
}

function smoothSurface(grid: Grid, step: number, least: number): void {
  const { columns, rows, angle, surface } = grid;
  const steepness = 0.4 + 0.6 * step;
  const smooth = new Float32Array(columns * rows * 6);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const at = cell * surfaceStride;
      const part = float32At(surface, at + 11);
      if (part < 0) continue;
      const x = float32At(surface, at);
      const y = float32At(surface, at + 1);
      const z = float32At(surface, at + 2);
      const nx = float32At(surface, at + 3);
      const ny = float32At(surface, at + 4);
      const nz = float32At(surface, at + 5);
      const light = float32At(surface, at + 7);
      const near = 0.5 * float32At(surface, at + 9) + least + 1.5 * angle * float32At(surface, at + 10);
      let sum = 0;
      let r = 0;
      let g = 0;
      let b = 0;
      let mx = 0;
      let my = 0;
      let mz = 0;
      for (let j = -2; j <= 2; j++) {
        const otherRow = row + j * step;
        if (otherRow < 0 || otherRow >= rows) continue;
        for (let i = -2; i <= 2; i++) {
          const otherColumn = columnIn(grid, column + i * step);
          if (otherColumn < 0) continue;
          const from = (otherRow * columns + otherColumn) * surfaceStride;
          if (surface[from + 11] !== part) continue;
          const along =
            nx * float32At(surface, from + 3) +
            ny * float32At(surface, from + 4) +
            nz * float32At(surface, from + 5);
          if (along < 0.6) continue;
          const dx = float32At(surface, from) - x;
          const dy = float32At(surface, from + 1) - y;
          const dz = float32At(surface, from + 2) - z;
          const plane = Math.abs(nx * dx + ny * dy + nz * dz);
          const far = dx * dx + dy * dy + dz * dz;
          const other = float32At(surface, from + 7);
          const difference = Math.abs(other - light) / (Math.max(other, light) + 0.01);
          const weight =
            float64At(kernel, i + 2) *
            float64At(kernel, j + 2) *
            along ** 8 *
            Math.exp(-plane * 40 - far / (near * near) - difference * difference * steepness);
          sum += weight;
          r += weight * float32At(surface, from + 6);
          g += weight * float32At(surface, from + 7);
          b += weight * float32At(surface, from + 8);
          mx += weight * float32At(surface, from + 12);
          my += weight * float32At(surface, from + 13);
          mz += weight * float32At(surface, from + 14);
        }
      }
      const to = cell * 6;
      smooth[to] = r / sum;
      smooth[to + 1] = g / sum;
      smooth[to + 2] = b / sum;
      smooth[to + 3] = mx / sum;
      smooth[to + 4] = my / sum;
      smooth[to + 5] = mz / sum;
    }
  }
  for (let cell = 0; cell < columns * rows; cell++) {
    if (float32At(surface, cell * surfaceStride + 11) < 0) continue;
    for (let c = 0; c < 3; c++) {
      surface[cell * surfaceStride + 6 + c] = float32At(smooth, cell * 6 + c);
      surface[cell * surfaceStride + 12 + c] = float32At(smooth, cell * 6 + 3 + c);
    }
  }
}

/** Whether a cell and those around keep all of their light. */
function isUntouched(grid: Grid, column: number, row: number, step: number): boolean {
  const { columns, rows, room } = grid;
  for (let y = Math.max(0, row - 2 * step); y <= Math.min(rows - 1, row + 2 * step); y += step) {
    for (let i = -2; i <= 2; i++) {
      const x = columnIn(grid, column + i * step);
      if (x < 0) continue;
      const at = (y * columns + x) * roomStride;
      if (room[at + 4] !== 1 && room[at + 7] !== -1) return false;
    }
  }
  return true;
}

function smoothRoom(grid: Grid, step: number): void {
  const { columns, rows, angle, room } = grid;
  const smooth = new Float32Array(columns * rows * 3);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const at = cell * roomStride;
      const face = float32At(room, at + 7);
      if (face < 0) continue;
      if (isUntouched(grid, column, row, step)) {
        smooth.fill(1, cell * 3, cell * 3 + 3);
        continue;
      }
      const x = float32At(room, at);
      const y = float32At(room, at + 1);
      const z = float32At(room, at + 2);
      const width = 1.2 * angle * Math.hypot(x, z);
      const near = width + 0.45 * Math.min(1.2, float32At(room, at + 6));
      let sum = 0;
      let r = 0;
      let g = 0;
      let b = 0;
      for (let j = -2; j <= 2; j++) {
        const otherRow = row + j * step;
        if (otherRow < 0 || otherRow >= rows) continue;
        for (let i = -2; i <= 2; i++) {
          const otherColumn = columnIn(grid, column + i * step);
          if (otherColumn < 0) continue;
          const from = (otherRow * columns + otherColumn) * roomStride;
          if (room[from + 7] !== face) continue;
          const dx = float32At(room, from) - x;
          const dy = float32At(room, from + 1) - y;
          const dz = float32At(room, from + 2) - z;
          const other = width + 0.45 * Math.min(1.2, float32At(room, from + 6));
          const weight =
            float64At(kernel, i + 2) *
            float64At(kernel, j + 2) *
            Math.exp(-(dx * dx + dy * dy + dz * dz) / Math.min(near * near, other * other * 4));
          sum += weight;
          r += weight * float32At(room, from + 3);
          g += weight * float32At(room, from + 4);
          b += weight * float32At(room, from + 5);
        }
      }
      smooth[cell * 3] = r / sum;
      smooth[cell * 3 + 1] = g / sum;
      smooth[cell * 3 + 2] = b / sum;
    }
  }
  for (let cell = 0; cell < columns * rows; cell++) {
    if (float32At(room, cell * roomStride + 7) < 0) continue;
    for (let c = 0; c < 3; c++) room[cell * roomStride + 3 + c] = float32At(smooth, cell * 3 + c);
  }
}

/** Smooths the change of the floor's reflection over 5 x 5 cells of floor. */
export function filterMirror(grid: Grid): void {
  const { columns, rows, room } = grid;
  const smooth = new Float32Array(columns * rows * 3);
  for (let cell = 0; cell < columns * rows; cell++) {
    if (room[cell * roomStride + 7] !== 2) continue;
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    let sum = 0;
    for (let j = -2; j <= 2; j++) {
      for (let i = -2; i <= 2; i++) {
        const otherColumn = columnIn(grid, column + i);
        if (row + j < 0 || row + j >= rows || otherColumn < 0) continue;
        const from = ((row + j) * columns + otherColumn) * roomStride;
        if (room[from + 7] !== 2) continue;
        const weight = float64At(kernel, i + 2) * float64At(kernel, j + 2);
        sum += weight;
        for (let c = 0; c < 3; c++)
          smooth[cell * 3 + c] = float32At(smooth, cell * 3 + c) + weight * float32At(room, from + 8 + c);
      }
    }
    for (let c = 0; c < 3; c++) smooth[cell * 3 + c] = float32At(smooth, cell * 3 + c) / sum;
  }
  for (let cell = 0; cell < columns * rows; cell++) {
    for (let c = 0; c < 3; c++) room[cell * roomStride + 8 + c] = float32At(smooth, cell * 3 + c);
  }
}
