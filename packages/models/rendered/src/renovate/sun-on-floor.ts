import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import type { Planes } from "../analysis/faces.ts";
import { medianAt, sunPatchesOf } from "../analysis/light/sun-patches.ts";

/** Sun is so many times as bright as the floor, or this share of its border is sharp: boards that mirror are less. */
const [leastSun, clearlySharp] = [1.75, 0.6];

/** 1 where the sun shines on a floor (1 for each of its pixels), also through windows that the photo does not show. */
export function sunOnFloor(copy: WorkingCopy, camera: Camera, planes: Planes, floor: Uint8Array): Uint8Array {
  const { patches, luminance, usual } = sunPatchesOf(copy, camera, planes, floor);
  const sun = new Uint8Array(floor.length);
  for (const { pixels, sharpness } of patches) {
    const isBright = medianAt(luminance, pixels) > leastSun * usual;
    if (isBright || sharpness > clearlySharp) for (const i of pixels) sun[i] = 1;
  }
  return sun;
}
