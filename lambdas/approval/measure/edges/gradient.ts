import type { Dimensions } from "../../../domain/source-asset/dimensions.ts";

/** Slopes of a plane in x and y, in levels a pixel, and their length. */
export interface Gradient extends Dimensions {
  x: Float32Array;
  y: Float32Array;
  size: Float32Array;
}

/** A place where a plane changes most along `nx`, `ny`, the direction of its slope. */
export interface Edgel {
  x: number;
  y: number;
  nx: number;
  ny: number;
  strength: number;
}

/** Smooths a plane with the binomial 1 4 6 4 1 in both directions. */
export function smooth(plane: Float32Array, { width, height }: Dimensions): Float32Array {
  const rows = new Float32Array(plane.length);
  const result = new Float32Array(plane.length);
  const columns = Int32Array.from({ length: width + 4 }, (_, i) => Math.max(0, Math.min(width - 1, i - 2)));
  for (let first = 0; first < plane.length; first += width) {
    const at = (x: number) => plane[first + (columns[x + 2] as number)] as number;
    for (let x = 0; x < width; x++)
      rows[first + x] = binomial(at(x - 2), at(x - 1), at(x), at(x + 1), at(x + 2));
  }
  for (let y = 0; y < height; y++) {
    const row = (by: number) => Math.max(0, Math.min(height - 1, y + by)) * width;
    const [a, b, c, d, e] = [row(-2), row(-1), row(0), row(1), row(2)] as const;
    const at = (i: number) => rows[i] as number;
    for (let x = 0; x < width; x++)
      result[c + x] = binomial(at(a + x), at(b + x), at(c + x), at(d + x), at(e + x));
  }
  return result;
}

const binomial = (a: number, b: number, c: number, d: number, e: number): number =>
  (a + e + 4 * (b + d) + 6 * c) / 16;

/** Slopes by Scharr's operator. The outermost pixels have none. */
export function gradientOf(plane: Float32Array, { width, height }: Dimensions): Gradient {
  const x = new Float32Array(plane.length);
  const y = new Float32Array(plane.length);
  const size = new Float32Array(plane.length);
  for (let row = 1; row < height - 1; row++) {
    for (let i = row * width + 1; i < (row + 1) * width - 1; i++) {
      const a = plane[i - width - 1] as number;
      const b = plane[i - width] as number;
      const c = plane[i - width + 1] as number;
      const d = plane[i - 1] as number;
      const e = plane[i + 1] as number;
      const f = plane[i + width - 1] as number;
      const g = plane[i + width] as number;
      const h = plane[i + width + 1] as number;
      const gx = (3 * (c + h - a - f) + 10 * (e - d)) / 32;
      const gy = (3 * (f + h - a - c) + 10 * (g - b)) / 32;
      x[i] = gx;
      y[i] = gy;
      size[i] = Math.sqrt(gx * gx + gy * gy);
    }
  }
  return { width, height, x, y, size };
}

/** The strongest edge pixel of each square of `spacing` pixels that reaches `least`, away from the border. */
export function edgelsOf({ width, height, x, y, size }: Gradient, least: number, spacing: number): Edgel[] {
  const edgels: Edgel[] = [];
  const border = 4;
  for (let top = border; top < height - border; top += spacing) {
    for (let left = border; left < width - border; left += spacing) {
      let [best, strength] = [-1, least];
      for (let row = top; row < Math.min(top + spacing, height - border); row++) {
        for (let column = left; column < Math.min(left + spacing, width - border); column++) {
          const i = row * width + column;
          if ((size[i] ?? 0) > strength) [best, strength] = [i, size[i] ?? 0];
        }
      }
      if (best < 0) continue;
      const [nx, ny] = [(x[best] ?? 0) / strength, (y[best] ?? 0) / strength];
      edgels.push({ x: best % width, y: Math.floor(best / width), nx, ny, strength });
    }
  }
  return edgels;
}

/** A plane at half the size, each pixel the mean of four. */
export function halved(plane: Float32Array, { width, height }: Dimensions) {
  const half = { width: Math.floor(width / 2), height: Math.floor(height / 2) };
  const result = new Float32Array(half.width * half.height);
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const i = 2 * y * width + 2 * x;
      const sum =
        (plane[i] ?? 0) + (plane[i + 1] ?? 0) + (plane[i + width] ?? 0) + (plane[i + width + 1] ?? 0);
      result[y * half.width + x] = sum / 4;
    }
  }
  return { ...half, plane: result };
}

/** An edge is kept if a pixel at most one away has its slope, but for this share. */
const otherSlope = 0.5;

/** Whether a pixel's slope is in a second picture too. */
export function isKept(i: number, [before, after]: readonly [Gradient, Gradient]): boolean {
  const [x, y, most] = [before.x[i] ?? 0, before.y[i] ?? 0, otherSlope * (before.size[i] ?? 0)];
  for (const row of [i - before.width, i, i + before.width])
    for (let near = row - 1; near <= row + 1; near++)
      if (Math.hypot((after.x[near] ?? 0) - x, (after.y[near] ?? 0) - y) < most) return true;
  return false;
}
