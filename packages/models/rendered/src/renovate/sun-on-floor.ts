import { medianOf } from "@image-staging/picture/quantile";
import { linearOf } from "@image-staging/picture/srgb";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import type { Planes } from "../analysis/faces.ts";
import { medianAt, sunPatchesOf } from "../analysis/light/sun-patches.ts";
import { saturationOf } from "./tint.ts";

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
  const own = saturationIn(
    copy,
    Array.from(floor.keys()).filter((i) => floor[i]),
  );
  for (const { pixels, sharpness } of patches) {
    const [times, hue] = [medianAt(luminance, pixels) / usual, saturationIn(copy, pixels) / own];
    if (isSun(sharpness, times, hue)) for (const i of pixels) sun[i] = 1;
  }
  return sun;
}

/** Whether a bright patch of floor is sun, and no mirrored window, by its sharp border's share and its luminance and saturation over the floor's. */
export const isSun = (sharpness: number, times: number, hue: number): boolean =>
  sharpness > clearlySharp || (times > leastSun && hue > leastHue);

/** The median saturation of some pixels' linear colours. */
function saturationIn({ rgb }: WorkingCopy, pixels: readonly number[]): number {
  const at = (i: number): number => linearOf[rgb[i] ?? 0] ?? 0;
  return medianOf(Float32Array.from(pixels, (i) => saturationOf(at(i * 3), at(i * 3 + 1), at(i * 3 + 2))));
}
