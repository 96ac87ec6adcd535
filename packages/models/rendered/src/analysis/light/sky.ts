import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { AreaLight, Camera, Light, Rgb, Vec3 } from "@image-staging/tracer/scene";
import type { Exposure } from "../analysis.ts";
import { framesOf, type Planes } from "../faces.ts";
import { towardsSun } from "./ground-sun.ts";
import { thrownBack } from "./light.ts";
import { facets, patch, pointsOf, receivedFrom } from "./received.ts";
import { cells } from "./seen-faces.ts";
import { litGroundOf, sunnyPartOf } from "./shade.ts";
import type { Sun } from "./sun.ts";

/** The radiance of white that a photo does not burn. */
const brightest = 0.85;

/**
 * Light and exposure under an open sky: a white one, as bright as the ground (`floor`, above 127 where the copy shows it) tells, over
 * what the photo shows around, as bright as it shows it. If the ground lies partly in the sun, the sky gives what shade keeps of the
 * light, and the sun the rest.
 */
export function skyLightOf(
  copy: WorkingCopy,
  camera: Camera,
  planes: Planes,
  floor: Uint8Array,
): { light: Light; exposure: Exposure; sun: Sun | undefined } {
  const faces = thrownBack(copy, camera, planes, []);
  faces.ceiling.radiance.fill(0);
  const frames = framesOf(planes);
  const middle: Vec3 = [(planes.left + planes.right) / 2, 0, planes.back / 2];
  const onGround = (lights: readonly AreaLight[]): number =>
    receivedFrom(pointsOf(lights), middle, [0, 1, 0]);
  const ground = litGroundOf(copy, floor);
  const towards = ground.shade && towardsSun(ground, camera);
  const white = Math.min(brightest, ground.white);
  const shade: Rgb = (towards && ground.shade) ?? [1, 1, 1];
  const around = facets(faces, frames);
  const ceiling = { ...faces.ceiling, radiance: faces.ceiling.radiance.map(() => 1) };
  const bright = onGround(facets({ ...faces, ceiling }, frames)) - onGround(around);
  const radiance = shade.map((kept, c) => {
    const dark = onGround(around.map((light) => ({ ...light, radiance: greyOf(light.radiance[c] ?? 0) })));
    return Math.max(0, kept * white - dark) / bright;
  }) as unknown as Rgb;
  const exposure: Exposure = { white, whitePoint: [1, 1, 1] };
  const light = { areas: [patch(frames.ceiling, [0, cells], [0, cells], radiance)], faces };
  if (!towards) return { light, exposure, sun: undefined };
  const strength = shade.map((kept) => ((1 - kept) * white) / towards[1]) as unknown as Rgb;
  return {
    light,
    exposure,
    sun: { light: { towards, radiance: strength, shade }, patches: sunnyPartOf(ground, copy) },
  };
}

const greyOf = (value: number): Rgb => [value, value, value];
