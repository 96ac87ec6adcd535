import { relativeLuminance } from "@image-staging/picture/luminance";
import { medianOf } from "@image-staging/picture/quantile";
import { linearOf } from "@image-staging/picture/srgb";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera, Light, Vec3 } from "@image-staging/tracer/scene";
import type { Exposure } from "../analysis.ts";
import { framesOf, type Planes } from "../faces.ts";
import { thrownBack } from "./light.ts";
import { facets, patch, pointsOf, receivedFrom } from "./received.ts";
import { cells } from "./seen-faces.ts";

/** What lawns, soil and paving reflect of their light, about; and the radiance of white that a photo does not burn. */
const [albedo, brightest] = [0.25, 0.85] as const;

/**
 * Light and exposure under an open sky: a white one, as bright as the ground (`floor`, above 127 where the copy shows it) tells, over
 * what the photo shows around, as bright as it shows it.
 */
export function skyLightOf(
  copy: WorkingCopy,
  camera: Camera,
  planes: Planes,
  floor: Uint8Array,
): { light: Light; exposure: Exposure } {
  const { ceiling, ...around } = thrownBack(copy, camera, planes, []);
  const below = (sky: number): Light["faces"] => ({
    ...around,
    ceiling: { ...ceiling, radiance: ceiling.radiance.map(() => sky) },
  });
  const frames = framesOf(planes);
  const middle: Vec3 = [(planes.left + planes.right) / 2, 0, planes.back / 2];
  const whiteBelow = (sky: number): number =>
    receivedFrom(pointsOf(facets(below(sky), frames)), middle, [0, 1, 0]);
  const ground = Array.from(floor.keys())
    .filter((i) => (floor[i] ?? 0) > 127)
    .map((i) => relativeLuminance(linear(copy, i, 0), linear(copy, i, 1), linear(copy, i, 2)));
  const white = Math.min(brightest, medianOf(Float32Array.from(ground)) / albedo);
  const dark = whiteBelow(0);
  const radiance = Math.max(0, white - dark) / (whiteBelow(1) - dark);
  const sky = patch(frames.ceiling, [0, cells], [0, cells], [radiance, radiance, radiance]);
  return { light: { areas: [sky], faces: below(0) }, exposure: { white, whitePoint: [1, 1, 1] } };
}

const linear = ({ rgb }: WorkingCopy, i: number, c: number): number => linearOf[rgb[3 * i + c] ?? 0] ?? 0;
