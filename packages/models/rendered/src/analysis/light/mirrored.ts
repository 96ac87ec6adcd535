import { project, rayThrough } from "@image-staging/tracer/camera";
import type { Camera, Vec3 } from "@image-staging/tracer/scene";
import type { Planes } from "../faces.ts";

/** Linear luminance of panes and of what is bright behind them, and the share of a patch that mirrors them. */
const [shines, mostShining] = [0.6, 0.6] as const;
/** Luminance from which a pixel can be brighter than the photo shows. */
export const clipped = 0.95;
/** The share of a pixel's light that a floor mirrors at most. */
const mostMirrored = 0.7;

/**
 * Whether these floor pixels show windows as in a mirror: the photo shines where their rays meet the walls once the floor has
 * thrown them back, and brightly enough: a floor, whose own luminance is `usual`, adds a part of that light. Pixels whose walls
 * are out of sight tell nothing.
 */
export function mirrorsWindows(
  pixels: readonly number[],
  camera: Camera,
  planes: Planes,
  luminance: Float32Array,
  usual: number,
): boolean {
  const { width, height } = camera;
  let [seen, shining] = [0, 0];
  for (let k = 0; k < pixels.length; k += Math.ceil(pixels.length / 200)) {
    const i = pixels[k] as number;
    const at = mirroredAt(camera, planes, (i % width) + 0.5, Math.floor(i / width) + 0.5);
    const image = at && project(camera, at);
    if (!image || image.x < 0 || image.x >= width || image.y < 0 || image.y >= height) continue;
    seen++;
    const mirrored = luminance[Math.floor(image.y) * width + Math.floor(image.x)] as number;
    const isEnough = mirrored > clipped || (luminance[i] as number) - usual < mostMirrored * mirrored;
    if (mirrored > shines && isEnough) shining++;
  }
  return seen > 0 && shining > mostShining * seen;
}

/** The point of a wall that a pixel's floor mirrors, if it is below the ceiling. */
function mirroredAt(camera: Camera, planes: Planes, x: number, y: number): Vec3 | undefined {
  const [dx, dy, dz] = rayThrough(camera, x, y);
  const floor = -camera.elevation / dy;
  const side = (dx < 0 ? planes.left : planes.right) / dx;
  const wall = dz < 0 ? Math.min(side, planes.back / dz) : side;
  const up = (floor - wall) * dy;
  return up < planes.height ? [wall * dx, up, wall * dz] : undefined;
}
