import type { Environment } from "./environment.ts";
import type { GlossMaps } from "./gloss-maps.ts";
import type { SampledLights } from "./lights.ts";
import type { Camera, Light } from "./scene.ts";

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
  /** 1 for parts that model the room's walls: they have the radiance of the room's faces. */
  shell: Uint8Array;
}

export interface Effort {
  /** Rays over the hemisphere, and rays to lights. */
  hemisphere: number;
  direct: number;
}
