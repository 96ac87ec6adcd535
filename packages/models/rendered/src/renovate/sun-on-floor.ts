import { medianOf } from "@image-staging/picture/quantile";
import { linearOf } from "@image-staging/picture/srgb";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import type { Planes } from "../analysis/faces.ts";
import { medianAt, sunPatchesOf } from "../analysis/light/sun-patches.ts";

/**
 * Sun has so sharp a border (51 of 53 patches on generated floors), or is so many times as bright as the floor and has this share of its
 * saturation: windows mirrored in five real floors had up to 0.62 of it, and borders of up to 0.62.
 */
const [clearlySharp, leastSun, leastHue] = [0.7, 1.75, 0.65];

/** 1 where the sun shines on a floor (1 for each of its pixels), also through windows that the photo does not show. */
export function sunOnFloor(copy: WorkingCopy, camera: Camera, planes: Planes, floor: Uint8Array): Uint8Array {
  const { patches, luminance, usual } = sunPatchesOf(copy, camera, planes, floor);
  const sun = new Uint8Array(floor.length);
  if (patches.length === 0) return sun;
  const saturation = saturationOf(copy);
  const own = medianOf(saturation.filter((_, i) => floor[i]));
  for (const { pixels, sharpness } of patches) {
    const [times, hue] = [medianAt(luminance, pixels) / usual, medianAt(saturation, pixels) / own];
    if (isSun(sharpness, times, hue)) for (const i of pixels) sun[i] = 1;
  }
  return sun;
}

/** Whether a bright patch of floor is sun, and no mirrored window, by its sharp border's share and its luminance and saturation over the floor's. */
export const isSun = (sharpness: number, times: number, hue: number): boolean =>
  sharpness > clearlySharp || (times > leastSun && hue > leastHue);

/** HSV's saturation of each pixel's linear colour. */
const saturationOf = ({ rgb }: WorkingCopy): Float32Array =>
  Float32Array.from({ length: rgb.length / 3 }, (_, i) => {
    const colour = [0, 1, 2].map((c) => linearOf[rgb[i * 3 + c] ?? 0] ?? 0);
    return 1 - Math.min(...colour) / Math.max(1e-4, ...colour);
  });
