import { float64At } from "@image-staging/picture/at";
import type { SmallPhoto } from "./photo.ts";
import type { Prepared } from "./prepare.ts";
import { Ray } from "./ray.ts";
import { Reflection } from "./reflection.ts";
import { View } from "./view.ts";

/** How a floor mirrors: the share of a clean sheet of lacquer, and how far its normals scatter. */
export interface FloorGloss {
  share: number;
  scatter: number;
  /** The photo as blurred as the floor mirrors it. */
  mirrored: SmallPhoto;
}

/** Rays a cell: places within it, and how its normal leans along and across the view. */
const rays = [
  [0.125, 0.375, 0.6, 0.1],
  [0.625, 0.125, -0.4, -0.3],
  [0.375, 0.875, 1.4, 0.2],
  [0.875, 0.625, -1.2, 0.3],
  [0.5, 0.5, 0, -0.1],
  [0.25, 0.25, 0.2, -0.2],
] as const;

/** Finds what furniture changes in the floor's reflection. */
export class MirrorFloor {
  /** What to add to the floor's light; less than 0 if furniture hides something bright. */
  readonly change = new Float64Array(3);
  readonly #prepared: Prepared;
  readonly #gloss: FloorGloss;
  readonly #view: View;
  readonly #reflection: Reflection;
  readonly #ray = new Ray();
  readonly #color = new Float64Array(3);

  constructor(prepared: Prepared, gloss: FloorGloss) {
    this.#prepared = prepared;
    this.#gloss = gloss;
    this.#view = new View(prepared.camera, prepared.solid);
    this.#reflection = new Reflection(prepared, gloss.mirrored);
  }

  /** Looks at the floor through a cell of the grid, `size` pixels wide. */
  look(left: number, top: number, size: number): void {
    const { change } = this;
    const { elevation } = this.#prepared.camera;
    const view = this.#view;
    change.fill(0);
    for (const [x, y, along, across] of rays) {
      view.aim(left + x * size, top + y * size);
      const { dx, dy, dz } = view;
      if (dy > -0.01) continue;
      const t = -elevation / dy;
      const level = Math.sqrt(dx * dx + dz * dz) || 1;
      const lean = along * this.#gloss.scatter;
      const side = across * this.#gloss.scatter;
      const [nx, nz] = [(dx / level) * lean - (dz / level) * side, (dz / level) * lean + (dx / level) * side];
      const twice = (2 * (dx * nx + dy + dz * nz)) / (1 + nx * nx + nz * nz);
      const ray = this.#ray.from(dx * t, 0.002, dz * t).towards(dx - twice * nx, dy - twice, dz - twice * nz);
      if (ray.dy <= 0.001) continue;
      if (!view.cast(ray, 12)) continue;
      const share = (this.#gloss.share * (0.04 + 0.96 * (1 + dy) ** 5)) / rays.length;
      const color = this.#color;
      this.#reflection.piece(view, color);
      this.#reflection.room(ray, 0.1);
      const room = this.#reflection.radiance;
      for (let c = 0; c < 3; c++)
        change[c] = float64At(change, c) + share * (float64At(color, c) - float64At(room, c));
    }
  }
}
