import { float64At } from "@image-staging/picture/at";
import type { Prepared } from "./prepare.ts";
import { Ray } from "./ray.ts";
import type { Reflection } from "./reflection.ts";
import { View } from "./view.ts";

const mostPanes = 4;

/** Panes, bottles and glasses: they mirror and let through, and cast no shadow. */
export class Glass {
  /** What the panes add to the last sample. */
  readonly added = new Float64Array(3);
  readonly #prepared: Prepared;
  readonly #view: View;
  readonly #reflection: Reflection;
  readonly #ray = new Ray();
  readonly #mirrored = new Ray();

  constructor(prepared: Prepared, reflection: Reflection) {
    this.#prepared = prepared;
    this.#view = new View(prepared.camera, prepared.glass);
    this.#reflection = reflection;
  }

  /** Whether a pixel position shows glass nearer than `limit`. */
  before(x: number, y: number, limit: number): boolean {
    if (this.#prepared.glass.bvh.triangles.length === 0) return false;
    return this.#view.look(x, y) && this.#view.t < limit;
  }

  /** Follows the ray through up to four panes before `limit`; returns the share that passes and leaves what is `added`. */
  through(x: number, y: number, limit: number): number {
    const { added } = this;
    const glass = this.#view;
    const { radiance } = this.#reflection;
    const { materials } = this.#prepared.glass.geometry;
    let passes = 1;
    let gone = 0;
    added.fill(0);
    glass.aim(x, y);
    const { dx, dy, dz } = glass;
    const ray = this.#ray.from(0, this.#prepared.camera.elevation, 0).towards(dx, dy, dz);
    for (let pane = 0; pane < mostPanes; pane++) {
      if (!glass.cast(ray, limit - gone)) break;
      gone += glass.t + 0.0005;
      const { nx, ny, nz } = glass;
      const facing = Math.abs(dx * nx + dy * ny + dz * nz);
      const share = 0.04 + 0.96 * (1 - facing) ** 5;
      const twice = 2 * (dx * nx + dy * ny + dz * nz);
      const mirrored = this.#mirrored.towards(dx - twice * nx, dy - twice * ny, dz - twice * nz);
      mirrored.from(glass.x + nx * 0.002, glass.y + ny * 0.002, glass.z + nz * 0.002);
      this.#reflection.along(mirrored, 0.02);
      for (let c = 0; c < 3; c++) added[c] = float64At(added, c) + passes * share * float64At(radiance, c);
      const material = materials[glass.part];
      const clear =
        material?.kind === "glass" ? (material.tint[0] + material.tint[1] + material.tint[2]) / 3 : 1;
      passes *= (1 - share) * 0.97 * Math.min(1, clear);
      ray.from(glass.x + dx * 0.0005, glass.y + dy * 0.0005, glass.z + dz * 0.0005);
    }
    return passes;
  }
}
