import { uint8At } from "@image-staging/picture/at";
import { project } from "./camera.ts";
import { Exit } from "./environment.ts";
import { offset } from "./illumination.ts";
import type { Lighting } from "./lighting.ts";
import { Ray, type SurfacePoint } from "./ray.ts";
import type { Tracer } from "./tracer.ts";

/** The sun on surfaces: sharp, so it is asked for each point and not kept in the grid. */
export class Sun {
  readonly #tracer: Tracer;
  readonly #lighting: Lighting;
  readonly #exit = new Exit();
  readonly #ray = new Ray();

  constructor(tracer: Tracer, lighting: Lighting) {
    this.#tracer = tracer;
    this.#lighting = lighting;
  }

  /** The cosine to the sun, 0 if the sun does not reach the place even in the empty room. Traces no ray. */
  share({ x, y, z, nx, ny, nz }: SurfacePoint): number {
    const { sun, camera } = this.#lighting;
    if (!sun) return 0;
    const sx = sun.towards[0];
    const sy = sun.towards[1];
    const sz = sun.towards[2];
    const cosine = nx * sx + ny * sy + nz * sz;
    if (cosine <= 0 || !sun.patches) return Math.max(0, cosine);
    const down = y / Math.max(1e-3, sy);
    const seen = project(camera, [x - sx * down, 0, z - sz * down]);
    if (!seen) return 0;
    const column = Math.min(camera.width - 1, Math.max(0, Math.floor(seen.x)));
    const row = Math.min(camera.height - 1, Math.max(0, Math.floor(seen.y)));
    return (cosine * uint8At(sun.patches, row * camera.width + column)) / 255;
  }

  /** Whether nothing stands between a point and the sun. */
  reaches({ x, y, z, nx, ny, nz }: SurfacePoint): boolean {
    const { sun, environment } = this.#lighting;
    if (!sun) return false;
    const ray = this.#ray.from(x + nx * offset, y + ny * offset, z + nz * offset).towards(...sun.towards);
    this.#exit.find(environment.box, ray);
    return !this.#tracer.blocked(ray, this.#exit.t + 0.6);
  }
}
