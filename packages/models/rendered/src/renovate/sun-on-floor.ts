import type { Planes } from "../analysis/faces.ts";
import { sunPatchesOf } from "../analysis/light/sun-patches.ts";
import type { WorkingCopy } from "../analysis/picture/working-copy.ts";
import type { Camera } from "../scene.ts";

/** Sun is at least so many times as bright as the floor: boards that mirror are less. */
const leastSun = 1.75;

/** 1 where the sun shines on a floor (1 for each of its pixels), also through windows that the photo does not show. */
export function sunOnFloor(copy: WorkingCopy, camera: Camera, planes: Planes, floor: Uint8Array): Uint8Array {
  const { lit, usual, sunlit } = sunPatchesOf(copy, camera, planes, floor);
  const sun = new Uint8Array(floor.length);
  if (sunlit > leastSun * usual) for (const i of lit) sun[i] = 1;
  return sun;
}
