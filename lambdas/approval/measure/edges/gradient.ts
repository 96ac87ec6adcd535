import type { Slopes } from "@image-staging/picture/gradient";
import { Plane } from "@image-staging/picture/plane";

/** A place where a plane changes most along `nx`, `ny`, the direction of its slope. */
export interface Edgel {
  x: number;
  y: number;
  nx: number;
  ny: number;
  strength: number;
}

/** The strongest edge pixel of each square of `spacing` pixels that reaches `least`, away from the border. */
export function edgelsOf({ width, height, x, y, size }: Slopes, least: number, spacing: number): Edgel[] {
  const edgels: Edgel[] = [];
  const border = 4;
  for (let top = border; top < height - border; top += spacing) {
    for (let left = border; left < width - border; left += spacing) {
      let [best, strength] = [-1, least];
      for (let row = top; row < Math.min(top + spacing, height - border); row++) {
        for (let column = left; column < Math.min(left + spacing, width - border); column++) {
          const i = row * width + column;
          if (size.at(i) > strength) [best, strength] = [i, size.at(i)];
        }
      }
      if (best < 0) continue;
      const [nx, ny] = [x.at(best) / strength, y.at(best) / strength];
      edgels.push({ x: best % width, y: Math.floor(best / width), nx, ny, strength });
    }
  }
  return edgels;
}

/** A plane at half the size, each pixel the mean of four. */
export function halved(plane: Plane): Plane {
  const { width, height } = plane;
  const half = new Plane({ width: Math.floor(width / 2), height: Math.floor(height / 2) });
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const i = 2 * y * width + 2 * x;
      const sum = plane.at(i) + plane.at(i + 1) + plane.at(i + width) + plane.at(i + width + 1);
      half.values[y * half.width + x] = sum / 4;
    }
  }
  return half;
}

/** An edge is kept if a pixel at most one away has its slope, but for this share. */
const otherSlope = 0.5;

/** Whether a pixel's slope is in a second picture too. */
export function isKept(i: number, [before, after]: readonly [Slopes, Slopes]): boolean {
  const [x, y, most] = [before.x.at(i), before.y.at(i), otherSlope * before.size.at(i)];
  for (const row of [i - before.width, i, i + before.width])
    for (let near = row - 1; near <= row + 1; near++)
      if (Math.hypot(after.x.at(near) - x, after.y.at(near) - y) < most) return true;
  return false;
}
