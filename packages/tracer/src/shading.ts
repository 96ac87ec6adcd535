import { float64At, numberAt } from "@image-staging/picture/at";
import { ambientTowards, deepen, isInWall, relief, withoutGlare } from "./ambient.ts";
import { keptAt, onRug } from "./contact.ts";
import { gatherSurface, type Pixel } from "./gather.ts";
import { Illumination } from "./illumination.ts";
import type { Effort } from "./lighting.ts";
import { shaderOf } from "./materials/index.ts";
import { type Shader, Surface } from "./materials/surface.ts";
import type { SmallPhoto } from "./photo.ts";
import type { Prepared } from "./prepare.ts";
import { Ray } from "./ray.ts";
import { Reflection } from "./reflection.ts";
import { Sun } from "./sun.ts";
import { Tracer } from "./tracer.ts";
import type { View } from "./view.ts";

const direct: Effort = { hemisphere: 24, direct: 12 };
/** Light changes within a hand's breadth around a window, so that each pixel has an estimate of its own. */
const reveal: Effort = { hemisphere: 64, direct: 32 };
/** How the sample pattern of a single estimate is turned. */
const turns = [0.37, 0.71] as const;

/** Colours what a view met. */
export class Shading {
  /** The colour of the last point. */
  readonly color = new Float64Array(3);
  readonly #prepared: Prepared;
  readonly reflection: Reflection;
  readonly #light: Illumination;
  readonly #sun: Sun;
  readonly #shaders: readonly Shader[];
  readonly #surface = new Surface();
  readonly #irradiance = new Float64Array(3);
  /** Light from the grid, and the normal that it is for. */
  readonly #gathered = new Float64Array(6);
  /** The normal with the material's creases. */
  readonly #normal = new Float64Array(3);
  readonly #pixel: Pixel = { x: 0, y: 0, footprint: 0 };
  readonly #ray = new Ray();
  readonly #known = new Map<number, Float64Array>();

  constructor(prepared: Prepared, photo?: SmallPhoto) {
    this.#prepared = prepared;
    const tracer = new Tracer(prepared.solid.bvh);
    this.reflection = new Reflection(prepared, photo);
    this.#light = new Illumination(tracer, prepared.lighting, prepared.solid.geometry);
    this.#sun = new Sun(tracer, prepared.lighting);
    this.#shaders = prepared.solid.geometry.materials.map(shaderOf);
  }

  /** Forgets the light that was found outside the grid, so that a band does not depend on those before it. */
  forget(): void {
    this.#known.clear();
  }

  /** Shades what `view` met through pixel position (px, py). */
  shade(view: View, px: number, py: number): void {
    const { camera } = this.#prepared;
    const surface = this.#surface;
    const facing = Math.min(1, Math.max(0.02, -(view.dx * view.nx + view.dy * view.ny + view.dz * view.nz)));
    const pixel = this.#pixel;
    pixel.x = px;
    pixel.y = py;
    pixel.footprint = view.t / camera.focal;
    this.#shaders[view.part]?.(surface, view.u, view.v, pixel.footprint / Math.sqrt(Math.max(0.12, facing)));
    surface.crease(view.nx, view.ny, view.nz, this.#normal);
    this.#receive(view, pixel);
    this.#sunlit(view);
    if (view.y < onRug && view.ny > 0.9) this.#nearFeet(view);
    withoutGlare(this.#irradiance);
    const color = this.color;
    if (surface.metal) color.fill(0);
    else this.#diffuse(view, facing);
    if (surface.specular > 0) this.#reflect(view, facing);
    if (surface.glow > 0) {
      color[0] = float64At(color, 0) + surface.r * surface.glow;
      color[1] = float64At(color, 1) + surface.g * surface.glow;
      color[2] = float64At(color, 2) + surface.b * surface.glow;
    }
  }

  /** How much of a smooth surface's light, with normal (mx, my, mz), one gets that is creased. */
  #turned(mx: number, my: number, mz: number): number {
    return relief(this.#prepared.lighting.ambient, mx, my, mz, this.#normal);
  }

  #diffuse(view: View, facing: number): void {
    const { ambient } = this.#prepared.lighting;
    const { color } = this;
    const surface = this.#surface;
    const irradiance = this.#irradiance;
    const rim = surface.sheen > 0 ? surface.sheen * ((1 - facing) ** 3 - 0.15) : 0;
    for (let c = 0; c < 3; c++) {
      let light = float64At(irradiance, c);
      if (surface.through > 0) {
        const behind = ambientTowards(ambient, -view.nx, -view.ny, -view.nz, c);
        light += (behind * 0.8 - light) * surface.through * 0.5;
      }
      const value = c === 0 ? surface.r : c === 1 ? surface.g : surface.b;
      color[c] = light * Math.max(0, value * (1 + rim * 1.2) + Math.max(0, rim) * 0.05);
    }
  }

  /** The light at the point: from the grid, else estimated. */
  #receive(view: View, pixel: Pixel): void {
    const { grid, lighting } = this.#prepared;
    const { x, y, z, part } = view;
    const found = this.#gathered;
    const inWall = isInWall(lighting.environment, x, z);
    if (!gatherSurface(grid, pixel, view, found, inWall)) {
      const cell = Math.max(0.004, pixel.footprint * grid.size * 1.5);
      if (inWall) this.#estimate(view, reveal, pixel.x * 2, pixel.y * 2, pixel.x >> 9);
      else this.#estimate(view, direct, x / cell, y / cell, z / cell);
      return;
    }
    // The grid is too coarse for folds and seams: they get their light back by their slope.
    const factor = lighting.shell[part]
      ? 1
      : this.#turned(float64At(found, 3), float64At(found, 4), float64At(found, 5));
    this.#lighten(found, factor);
  }

  /** Estimates the light once for each part of a place (i, j, k): a few centimetres, or a pixel. */
  #estimate(view: View, effort: Effort, i: number, j: number, k: number): void {
    const { nx, ny, nz, part } = view;
    const key = keyOf(Math.floor(i), Math.floor(j), Math.floor(k), part, octantOf(nx, ny, nz));
    let light = this.#known.get(key);
    if (!light) {
      this.#light.at(view, effort, ...turns);
      if (!this.#prepared.lighting.shell[part]) deepen(this.#light);
      light = this.#light.lit.slice();
      this.#known.set(key, light);
    }
    this.#lighten(light, this.#prepared.lighting.shell[part] ? 1 : this.#turned(nx, ny, nz));
  }

  #lighten(light: Float64Array, factor: number): void {
    for (let c = 0; c < 3; c++) this.#irradiance[c] = float64At(light, c) * factor;
  }

  /** Darkens a rug right around what stands on it. */
  #nearFeet({ x, z }: View): void {
    const kept = keptAt(this.#prepared.contact, x, z);
    if (kept < 1) for (let c = 0; c < 3; c++) this.#irradiance[c] = float64At(this.#irradiance, c) * kept;
  }

  #sunlit(view: View): void {
    const { sun } = this.#prepared.lighting;
    if (!sun) return;
    const share = this.#sun.share(view);
    if (share === 0 || !this.#sun.reaches(view)) return;
    const light = this.#irradiance;
    for (let c = 0; c < 3; c++) light[c] = float64At(light, c) + share * numberAt(sun.radiance, c);
  }

  #reflect(view: View, facing: number): void {
    const surface = this.#surface;
    const { color } = this;
    const { dx, dy, dz } = view;
    const nx = float64At(this.#normal, 0);
    const ny = float64At(this.#normal, 1);
    const nz = float64At(this.#normal, 2);
    const twice = 2 * (dx * nx + dy * ny + dz * nz);
    const ray = this.#ray.towards(dx - twice * nx, dy - twice * ny, dz - twice * nz);
    const { radiance } = this.reflection;
    if (surface.roughness > 0.3) {
      const free = ambientTowards(this.#prepared.lighting.ambient, nx, ny, nz, 1);
      const open = Math.min(1, float64At(this.#irradiance, 1) / Math.max(1e-4, free));
      this.reflection.glimmer(ray, surface.roughness, open);
    } else {
      ray.from(view.x + nx * 0.002, view.y + ny * 0.002, view.z + nz * 0.002);
      this.reflection.along(ray, surface.roughness);
    }
    const grazing = (1 - facing) ** 5;
    if (surface.metal) {
      color[0] = float64At(radiance, 0) * (surface.r + (1 - surface.r) * grazing);
      color[1] = float64At(radiance, 1) * (surface.g + (1 - surface.g) * grazing);
      color[2] = float64At(radiance, 2) * (surface.b + (1 - surface.b) * grazing);
      return;
    }
    const smooth = 1 - surface.roughness;
    const share =
      surface.specular + (Math.max(surface.specular, smooth) - surface.specular) * grazing * smooth ** 2;
    for (let c = 0; c < 3; c++) color[c] = float64At(color, c) * (1 - share) + float64At(radiance, c) * share;
  }
}

/** The octant that a normal points into, 0 to 7. */
const octantOf = (nx: number, ny: number, nz: number): number =>
  (nx > 0 ? 1 : 0) + (ny > 0 ? 2 : 0) + (nz > 0 ? 4 : 0);

function keyOf(x: number, y: number, z: number, part: number, octant: number): number {
  return (((x & 1023) * 1024 + (y & 1023)) * 1024 + (z & 1023)) * 4096 + (part & 511) * 8 + octant;
}
