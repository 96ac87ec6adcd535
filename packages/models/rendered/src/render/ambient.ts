import type { Environment, Exit } from "./environment.ts";

/** One channel of the ambient light on a surface that faces along (nx, ny, nz). */
export function ambientTowards(ambient: Float64Array, nx: number, ny: number, nz: number, c: number): number {
  return (
    nx * nx * (ambient[(nx > 0 ? 0 : 3) + c] ?? 0) +
    ny * ny * (ambient[(ny > 0 ? 6 : 9) + c] ?? 0) +
    nz * nz * (ambient[(nz > 0 ? 12 : 15) + c] ?? 0)
  );
}

/** Puts the point into the face of the box that it lies nearest to. */
export function nearestFace({ box }: Environment, x: number, y: number, z: number, exit: Exit): void {
  const distances = [x - box.left, box.right - x, y, box.height - y, z - box.back, box.front - z];
  let face = 0;
  for (let i = 1; i < 6; i++) if ((distances[i] ?? 0) < (distances[face] ?? 0)) face = i;
  exit.face = face;
  exit.s =
    face === 0 || face === 1
      ? (z - box.back) / (box.front - box.back)
      : (x - box.left) / (box.right - box.left);
  exit.v = face === 2 || face === 3 ? (z - box.back) / (box.front - box.back) : y / box.height;
}
