import type { Camera, Vec3 } from "@image-staging/tracer/scene";
import { projectorOf } from "../projector.ts";
import { clipped } from "./mirrored.ts";

/** To what share light falls at a sharp edge at most; sun that is too bright for the photo falls further than it shows. */
const [leastFall, leastFallOfClipped] = [0.72, 0.85];

/** The least share of its border that stands upright in the picture if a patch mirrors a window. */
const leastUpright = 0.1;
/** The sine of the angle up to which a border runs along a line. */
const lean = 0.2;
/** Pixels to each side of a border's pixel that show how the border runs. */
const around = 2;

/** A pixel at the border of a patch, the step to a pixel outside, and whether that is floor. */
interface BorderPixel {
  i: number;
  step: number;
  isOnFloor: boolean;
}

/** The border of a patch of floor that is `bright` (1 for such pixels): a pixel at a corner is there twice. */
export const borderOf = (
  patch: readonly number[],
  bright: Uint8Array,
  floor: Uint8Array,
  width: number,
): BorderPixel[] =>
  patch.flatMap((i) =>
    [1, -1, width, -width]
      .filter((step) => !bright[i + step])
      .map((step) => {
        const x = (i % width) + (step % width);
        return { i, step, isOnFloor: x >= 0 && x < width && floor[i + step] === 1 };
      }),
  );

/**
 * The share of a border that is sharp: reflections of windows fade out, the sun's light falls within four pixels. A border
 * beside walls, or the picture's, tells something only if it is sharp. `usual` is the floor's luminance.
 */
export function sharpnessOf(border: readonly BorderPixel[], luminance: Float32Array, usual: number): number {
  const isSharp = ({ i, step }: BorderPixel): boolean => {
    const inside = luminance[i - 3 * step] ?? usual;
    const outside = luminance[i + 4 * step] ?? usual;
    return outside < (inside > clipped ? leastFallOfClipped : leastFall) * inside;
  };
  let [sharp, dull] = [0, 0];
  for (const pixel of border)
    if (isSharp(pixel)) sharp++;
    else if (pixel.isOnFloor) dull++;
  return sharp / (sharp + dull);
}

/** Whether a border is like a mirrored window's: upright at the sides, else along the walls. That of the sun slants more. */
export function standsUpright(
  border: readonly BorderPixel[],
  camera: Camera,
  luminance: Float32Array,
): boolean {
  const { point, onLevel } = projectorOf(camera);
  const stepAcross = (i: number, across: number, next: number): number => {
    let sum = 0;
    for (let n = -around; n <= around; n++)
      for (let away = 1; away <= around; away++) {
        const centre = i + n * next;
        sum += (luminance[centre + away * across] ?? 0) - (luminance[centre - away * across] ?? 0);
      }
    return sum;
  };
  let [upright, slanted] = [0, 0];
  for (const { i } of border) {
    const [x, y] = [(i % camera.width) + 0.5, Math.floor(i / camera.width) + 0.5];
    const foot = onLevel(x, y, 0);
    if (!foot) continue;
    const [gx, gy] = [stepAcross(i, 1, camera.width), stepAcross(i, camera.width, 1)];
    const runsTo = (end: Vec3): boolean => {
      const to = point(end);
      if (!to) return false;
      const [dx, dy] = [to[0] - x, to[1] - y];
      return Math.abs(dx * gx + dy * gy) < lean * Math.hypot(dx, dy) * Math.hypot(gx, gy);
    };
    if (runsTo([foot[0], 0.1, foot[1]])) upright++;
    else if (!runsTo([foot[0] + 0.1, 0, foot[1]]) && !runsTo([foot[0], 0, foot[1] - 0.1])) slanted++;
  }
  return upright > leastUpright * border.length && upright > slanted;
}
