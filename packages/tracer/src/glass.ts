import type { Prepared } from "./prepare.ts";
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
    let [ox, oy, oz, gone] = [0, this.#prepared.camera.elevation, 0, 0];
    added.fill(0);
    glass.aim(x, y);
    const { dx, dy, dz } = glass;
    for (let pane = 0; pane < mostPanes; pane++) {
      if (!glass.cast(ox, oy, oz, dx, dy, dz, limit - gone)) break;
      gone += glass.t + 0.0005;
      const { nx, ny, nz } = glass;
      const facing = Math.abs(dx * nx + dy * ny + dz * nz);
      const share = 0.04 + 0.96 * (1 - facing) ** 5;
      const twice = 2 * (dx * nx + dy * ny + dz * nz);
      const [rx, ry, rz] = [dx - twice * nx, dy - twice * ny, dz - twice * nz];
      this.#reflection.along(
        glass.x + nx * 0.002,
        glass.y + ny * 0.002,
        glass.z + nz * 0.002,
        rx,
        ry,
        rz,
        0.02,
      );
      for (let c = 0; c < 3; c++) added[c] = (added[c] ?? 0) + passes * share * (radiance[c] ?? 0);
      const material = materials[glass.part];
      const clear =
        material?.kind === "glass" ? (material.tint[0] + material.tint[1] + material.tint[2]) / 3 : 1;
      passes *= (1 - share) * 0.97 * Math.min(1, clear);
      [ox, oy, oz] = [glass.x + dx * 0.0005, glass.y + dy * 0.0005, glass.z + dz * 0.0005];
    }
    return passes;
  }
}
