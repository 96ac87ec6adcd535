import type { Camera, Light } from "../scene.ts";
import type { Environment } from "./environment.ts";
import type { GlossMaps } from "./gloss-maps.ts";
import type { SampledLights } from "./lights.ts";

/** What lights a scene. */
export interface Lighting {
  environment: Environment;
  gloss: GlossMaps;
  lights: SampledLights;
  sun: Light["sun"] | undefined;
  camera: Camera;
  /** Radiance of a white surface that faces along +x, -x, +y, -y, +z, -z: 6 x RGB. */
  ambient: Float64Array;
  /** Mean albedo of each part, 3 numbers each. */
  albedos: Float32Array;
  /** Parts whose radiance is the room's faces': walls that are modelled. */
  shell: Uint8Array;
}

export interface Effort {
  /** Rays over the hemisphere, and rays to lights. */
  hemisphere: number;
  direct: number;
}
