import { shaderOf } from "@image-staging/tracer/materials";
import { Surface } from "@image-staging/tracer/materials/surface";
import type { Camera, Material } from "@image-staging/tracer/scene";
import { projectorOf } from "../analysis/projector.ts";
import { type FloorLight, lightAt } from "./floor-light.ts";
import type { RoomLight } from "./tint.ts";

/** The share of its walls' light that a floor receives in the middle of the room. */
const fromAbove = 0.92;
/** Samples down a pixel, for boards that the view foreshortens. */
const mostSamples = 4;

/** The linear colour of a new floor at a pixel of the picture. */
export type FloorShader = (x: number, y: number, out: Float64Array) => void;

/** Lays a new floor in the light of the old one. */
export function newFloor(
  camera: Camera,
  light: FloorLight,
  { white, tint }: RoomLight,
  material: Material,
): FloorShader {
  const projector = projectorOf(camera);
  const [shader, surface] = [shaderOf(material), new Surface()];
  const level = white * fromAbove;
  return (x, y, out) => {
    out.fill(0);
    const [here, beside, below] = [
      projector.onLevel(x + 0.5, y + 0.5, 0),
      projector.onLevel(x + 1.5, y + 0.5, 0),
      projector.onLevel(x + 0.5, y + 1.5, 0),
    ];
    if (!here || !beside || !below) return;
    const across = Math.hypot(beside[0] - here[0], beside[1] - here[1]);
    const deep = Math.hypot(below[0] - here[0], below[1] - here[1]);
    const samples = Math.max(1, Math.min(mostSamples, Math.round(deep / Math.max(across, 0.002))));
    for (let k = 0; k < samples; k++) {
      const part = (k + 0.5) / samples - 0.5;
      shader(
        surface,
        here[0] + part * (below[0] - here[0]),
        here[1] + part * (below[1] - here[1]),
        Math.max(across, deep / samples),
      );
      out[0] = (out[0] as number) + surface.r / samples;
      out[1] = (out[1] as number) + surface.g / samples;
      out[2] = (out[2] as number) + surface.b / samples;
    }
    const { received, mirrored } = lightAt(light, here[0], here[1]);
    for (const c of [0, 1, 2] as const) {
      out[c] = ((out[c] as number) * level * received + mirrored * 0.577) * tint[c];
    }
  };
}
