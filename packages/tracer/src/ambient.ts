import { float64At } from "@image-staging/picture/at";
import type { Environment, Exit } from "./environment.ts";

/** One channel of the ambient light on a surface that faces along (nx, ny, nz). */
export function ambientTowards(ambient: Float64Array, nx: number, ny: number, nz: number, c: number): number {
  return (
    nx * nx * float64At(ambient, (nx > 0 ? 0 : 3) + c) +
    ny * ny * float64At(ambient, (ny > 0 ? 6 : 9) + c) +
    nz * nz * float64At(ambient, (nz > 0 ? 12 : 15) + c)
  );
}

/** How much the ambient light on a surface changes if its normal turns from (mx, my, mz) to another. */
export function relief(
  ambient: Float64Array,
  mx: number,
  my: number,
  mz: number,
  normal: Float64Array,
): number {
  const before = slanted(ambient, mx, my, mz);
  const after = slanted(ambient, float64At(normal, 0), float64At(normal, 1), float64At(normal, 2));
  return Math.min(1.4, Math.max(0.6, after / Math.max(1e-4, before)));
}

/** Green ambient light towards a normal, as `ambientTowards` along the axes, but with a slope there. */
function slanted(ambient: Float64Array, nx: number, ny: number, nz: number): number {
  const left = float64At(ambient, 4);
  const right = float64At(ambient, 1);
  const down = float64At(ambient, 10);
  const up = float64At(ambient, 7);
  const away = float64At(ambient, 16);
  const near = float64At(ambient, 13);
  const even = nx * nx * (left + right) + ny * ny * (down + up) + nz * nz * (away + near);
  return (even + nx * (right - left) + ny * (up - down) + nz * (near - away)) / 2;
}

/** What pieces throw at one another is brighter in a box of mean radiance than in a room: the power of the light that they keep. */
const deepening = 0.3;

/** What occlusion takes of the light: windows that are sampled one by one leave too much below pieces. */
const occluded = 0.8;

/** What is left of the light of a place by how much of its hemisphere is occluded. */
export const leftOf = (occlusion: number): number => 1 - occluded * occlusion;

interface Lit {
  lit: Float64Array;
  free: Float64Array;
  occlusion: number;
}

/** Takes more of its light from a corner that gets `lit` of the `free` light. */
export function deepen({ lit, free, occlusion }: Lit): void {
  const kept =
    Math.min(1, float64At(lit, 1) / Math.max(1e-4, float64At(free, 1))) ** deepening * leftOf(occlusion);
  for (let c = 0; c < 3; c++) lit[c] = float64At(lit, c) * kept;
}

/** Puts the point into the face of the box that it lies nearest to. */
export function nearestFace({ box }: Environment, x: number, y: number, z: number, exit: Exit): void {
  const distances = [x - box.left, box.right - x, y, box.height - y, z - box.back, box.front - z];
  const face = distances.indexOf(Math.min(...distances));
  exit.face = face;
  exit.s =
    face === 0 || face === 1
      ? (z - box.back) / (box.front - box.back)
      : (x - box.left) / (box.right - box.left);
  exit.v = face === 2 || face === 3 ? (z - box.back) / (box.front - box.back) : y / box.height;
}

/** Whether a point lies in the depth of a wall, around a window of a drawn room. */
export function isInWall({ box }: Environment, x: number, z: number): boolean {
  const depth = Math.max(box.left - x, x - box.right, box.back - z, z - box.front);
  return depth > 0.002 && depth < 0.3;
}

/** Light on a white surface above this value is bent down; 1 is the photo's white. */
const glare = 1.1;

/** Bends light that no photo would be exposed for: a leaf right at a window would glow. */
export function withoutGlare(light: Float64Array): void {
  const most = Math.max(float64At(light, 0), float64At(light, 1), float64At(light, 2));
  if (most <= glare) return;
  const bent = (glare + 0.8 * (1 - Math.exp((glare - most) / 0.8))) / most;
  for (let c = 0; c < 3; c++) light[c] = float64At(light, c) * bent;
}
