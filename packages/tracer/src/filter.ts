import { columnIn, type Grid, roomStride, surfaceStride } from "./grid.ts";

const kernel = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16];

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
      const part = surface[at + 11] ?? -1;
      if (part < 0) continue;
      const x = surface[at] ?? 0;
      const y = surface[at + 1] ?? 0;
      const z = surface[at + 2] ?? 0;
      const nx = surface[at + 3] ?? 0;
      const ny = surface[at + 4] ?? 0;
      const nz = surface[at + 5] ?? 0;
      const light = surface[at + 7] ?? 0;
      const near = 0.5 * (surface[at + 9] ?? 0) + least + 1.5 * angle * (surface[at + 10] ?? 0);
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
            nx * (surface[from + 3] ?? 0) + ny * (surface[from + 4] ?? 0) + nz * (surface[from + 5] ?? 0);
          if (along < 0.6) continue;
          const dx = (surface[from] ?? 0) - x;
          const dy = (surface[from + 1] ?? 0) - y;
          const dz = (surface[from + 2] ?? 0) - z;
          const plane = Math.abs(nx * dx + ny * dy + nz * dz);
          const far = dx * dx + dy * dy + dz * dz;
          const other = surface[from + 7] ?? 0;
          const difference = Math.abs(other - light) / (Math.max(other, light) + 0.01);
          const weight =
            (kernel[i + 2] ?? 0) *
            (kernel[j + 2] ?? 0) *
            along ** 8 *
            Math.exp(-plane * 40 - far / (near * near) - difference * difference * steepness);
          sum += weight;
          r += weight * (surface[from + 6] ?? 0);
          g += weight * (surface[from + 7] ?? 0);
          b += weight * (surface[from + 8] ?? 0);
          mx += weight * (surface[from + 12] ?? 0);
          my += weight * (surface[from + 13] ?? 0);
          mz += weight * (surface[from + 14] ?? 0);
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
    if ((surface[cell * surfaceStride + 11] ?? -1) < 0) continue;
    for (let c = 0; c < 3; c++) {
      surface[cell * surfaceStride + 6 + c] = smooth[cell * 6 + c] ?? 0;
      surface[cell * surfaceStride + 12 + c] = smooth[cell * 6 + 3 + c] ?? 0;
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
      const face = room[at + 7] ?? -1;
      if (face < 0) continue;
      if (isUntouched(grid, column, row, step)) {
        smooth.fill(1, cell * 3, cell * 3 + 3);
        continue;
      }
      const x = room[at] ?? 0;
      const y = room[at + 1] ?? 0;
      const z = room[at + 2] ?? 0;
      const width = 1.2 * angle * Math.hypot(x, z);
      const near = width + 0.45 * Math.min(1.2, room[at + 6] ?? 0);
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
          const dx = (room[from] ?? 0) - x;
          const dy = (room[from + 1] ?? 0) - y;
          const dz = (room[from + 2] ?? 0) - z;
          const other = width + 0.45 * Math.min(1.2, room[from + 6] ?? 0);
          const weight =
            (kernel[i + 2] ?? 0) *
            (kernel[j + 2] ?? 0) *
            Math.exp(-(dx * dx + dy * dy + dz * dz) / Math.min(near * near, other * other * 4));
          sum += weight;
          r += weight * (room[from + 3] ?? 0);
          g += weight * (room[from + 4] ?? 0);
          b += weight * (room[from + 5] ?? 0);
        }
      }
      smooth[cell * 3] = r / sum;
      smooth[cell * 3 + 1] = g / sum;
      smooth[cell * 3 + 2] = b / sum;
    }
  }
  for (let cell = 0; cell < columns * rows; cell++) {
    if ((room[cell * roomStride + 7] ?? -1) < 0) continue;
    for (let c = 0; c < 3; c++) room[cell * roomStride + 3 + c] = smooth[cell * 3 + c] ?? 0;
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
        const weight = (kernel[i + 2] ?? 0) * (kernel[j + 2] ?? 0);
        sum += weight;
        for (let c = 0; c < 3; c++)
          smooth[cell * 3 + c] = (smooth[cell * 3 + c] ?? 0) + weight * (room[from + 8 + c] ?? 0);
      }
    }
    for (let c = 0; c < 3; c++) smooth[cell * 3 + c] = (smooth[cell * 3 + c] ?? 0) / sum;
  }
  for (let cell = 0; cell < columns * rows; cell++) {
    for (let c = 0; c < 3; c++) room[cell * roomStride + 8 + c] = smooth[cell * 3 + c] ?? 0;
  }
}
