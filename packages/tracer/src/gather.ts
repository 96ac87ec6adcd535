import { float32At, float64At } from "@image-staging/picture/at";
import { columnIn, type Grid, roomStride, surfaceStride } from "./grid.ts";
import type { SurfacePoint } from "./ray.ts";

/** A pixel position, and the metres that a pixel covers of what it shows. */
export interface Pixel {
  x: number;
  y: number;
  footprint: number;
}

/**
 * Reads light from the grid at a point of a part (joint bilateral: cells of the same part, plane and direction only) and
 * the mean normal that it is for: 6 numbers, or the light alone. False if no cell fits, or if `strict` one of the four around
 * does not.
 */
export function gatherSurface(
  grid: Grid,
  pixel: Pixel,
  { x, y, z, nx, ny, nz, part }: SurfacePoint & { part: number },
  out: Float64Array,
  strict = false,
): boolean {
  const { columns, rows, size, surface } = grid;
  const cx = pixel.x / size - 0.5;
  const cy = pixel.y / size - 0.5;
  const c0 = Math.floor(cx);
  const r0 = Math.floor(cy);
  const plain = 1 / (pixel.footprint * size * 1.2 + 0.002);
  let sum = 0;
  let r = 0;
  let g = 0;
  let b = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  // The four cells around, and the twelve around those if they don't fit.
  for (let ring = 0; ring < (strict ? 1 : 2) && sum < 0.3; ring++) {
    for (let row = Math.max(0, r0 - ring); row <= Math.min(rows - 1, r0 + 1 + ring); row++) {
      for (let c = c0 - ring; c <= c0 + 1 + ring; c++) {
        if (ring === 1 && (row === r0 || row === r0 + 1) && (c === c0 || c === c0 + 1)) continue;
        const column = columnIn(grid, c);
        if (column < 0) continue;
        const at = (row * columns + column) * surfaceStride;
        if (surface[at + 11] !== part) continue;
        const along =
          nx * float32At(surface, at + 3) + ny * float32At(surface, at + 4) + nz * float32At(surface, at + 5);
        if (along < 0.5) continue;
        const plane =
          Math.abs(
            nx * (float32At(surface, at) - x) +
              ny * (float32At(surface, at + 1) - y) +
              nz * (float32At(surface, at + 2) - z),
          ) * plain;
        if (plane > 3) continue;
        const dx = c - cx;
        const dy = row - cy;
        const square = along * along;
        const weight = Math.exp(-(dx * dx + dy * dy) * 1.1 - plane * plane) * square * square;
        sum += weight;
        r += weight * float32At(surface, at + 6);
        g += weight * float32At(surface, at + 7);
        b += weight * float32At(surface, at + 8);
        mx += weight * float32At(surface, at + 12);
        my += weight * float32At(surface, at + 13);
        mz += weight * float32At(surface, at + 14);
      }
    }
  }
  if (sum < (strict ? 1.5 : 0.04)) return false;
  out[0] = r / sum;
  out[1] = g / sum;
  out[2] = b / sum;
  if (out.length > 3) {
    out[3] = mx / sum;
    out[4] = my / sum;
    out[5] = mz / sum;
  }
  return true;
}

/** The share of its light that a slit too narrow for the grid keeps, such as under a sofa. */
const slit = 0.35;

/**
 * Reads what floor and walls keep of their light at a pixel position on a face, then what the floor's reflection changes
 * by: 6 numbers.
 */
export function gatherRoom(grid: Grid, px: number, py: number, face: number, out: Float64Array): void {
  const { columns, rows, size, room } = grid;
  const cx = px / size - 0.5;
  const cy = py / size - 0.5;
  const c0 = Math.floor(cx);
  const r0 = Math.floor(cy);
  let sum = 0;
  out.fill(0);
  // The four cells around, and those around them if they show other faces.
  for (let ring = 0; ring < 3 && sum === 0; ring++) {
    for (let row = Math.max(0, r0 - ring); row <= Math.min(rows - 1, r0 + 1 + ring); row++) {
      for (let i = c0 - ring; i <= c0 + 1 + ring; i++) {
        const column = columnIn(grid, i);
        if (column < 0) continue;
        const at = (row * columns + column) * roomStride;
        if (room[at + 7] !== face) continue;
        const weight = (ring === 0 ? (1 - Math.abs(i - cx)) * (1 - Math.abs(row - cy)) : 0) + 1e-4;
        sum += weight;
        for (let c = 0; c < 3; c++) {
          out[c] = float64At(out, c) + weight * float32At(room, at + 3 + c);
          out[3 + c] = float64At(out, 3 + c) + weight * float32At(room, at + 8 + c);
        }
      }
    }
  }
  // A wall that only its edge shows at the picture's side is no slit.
  const isSide = face !== 2 && (columnIn(grid, c0 - 1) < 0 || columnIn(grid, c0 + 2) < 0);
  const unknown = isSide ? 1 : slit;
  for (let c = 0; c < 6; c++) out[c] = sum > 0 ? float64At(out, c) / sum : c < 3 ? unknown : 0;
}
