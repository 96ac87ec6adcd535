import { project } from "../camera.ts";
import { blurredRadiance, Exit } from "./environment.ts";
import { gatherSurface } from "./gather.ts";
import { glossTowards } from "./gloss-maps.ts";
import { ambientTowards, type Effort, Illumination, nearestFace } from "./illumination.ts";
import { shaderOf } from "./materials/index.ts";
import { type Shader, Surface } from "./materials/surface.ts";
import { PhotoReader, type SmallPhoto } from "./photo.ts";
import type { Prepared } from "./prepare.ts";
import { View } from "./view.ts";

const direct: Effort = { hemisphere: 24, direct: 12 };

/** Colours what a view met. */
export class Shading {
  /** The colour of the last point. */
  readonly color = new Float64Array(3);
  readonly #prepared: Prepared;
  readonly #photo: PhotoReader | undefined;
  readonly #light: Illumination;
  readonly #mirror: View;
  readonly #shaders: readonly Shader[];
  readonly #surface = new Surface();
  readonly #irradiance = new Float64Array(3);
  readonly #radiance = new Float64Array(3);
  readonly #exit = new Exit();
  readonly #known = new Map<number, readonly [number, number, number]>();

  constructor(prepared: Prepared, photo?: SmallPhoto) {
    this.#prepared = prepared;
    this.#photo = photo && new PhotoReader(photo, prepared.camera);
    this.#mirror = new View(prepared.camera, prepared.solid);
    this.#light = new Illumination(this.#mirror.tracer, prepared.lighting, prepared.solid.geometry);
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
    const footprint = view.t / camera.focal;
    this.#shaders[view.part]?.(surface, view.u, view.v, footprint / Math.sqrt(Math.max(0.12, facing)));
    this.#receive(view, px, py, footprint);
    this.#sun(view);
    const color = this.color;
    if (surface.metal) color.fill(0);
    else this.#diffuse(view, facing);
    if (surface.specular > 0) this.#reflect(view, facing);
    if (surface.glow > 0) {
      color[0] = (color[0] ?? 0) + surface.r * surface.glow;
      color[1] = (color[1] ?? 0) + surface.g * surface.glow;
      color[2] = (color[2] ?? 0) + surface.b * surface.glow;
    }
  }

  #diffuse(view: View, facing: number): void {
    const { ambient } = this.#prepared.lighting;
    const { color } = this;
    const surface = this.#surface;
    const irradiance = this.#irradiance;
    const rim = surface.sheen > 0 ? surface.sheen * ((1 - facing) ** 3 - 0.15) : 0;
    const albedo = [surface.r, surface.g, surface.b];
    for (let c = 0; c < 3; c++) {
      let light = irradiance[c] ?? 0;
      if (surface.through > 0) {
        const behind = ambientTowards(ambient, -view.nx, -view.ny, -view.nz, c);
        light += (behind * 0.8 - light) * surface.through * 0.5;
      }
      const value = albedo[c] ?? 0;
      color[c] = light * Math.max(0, value * (1 + rim * 1.2) + rim * 0.05);
    }
  }

  /** The light at the point: from the grid, else estimated once for each few centimetres. */
  #receive(view: View, px: number, py: number, footprint: number): void {
    const { grid } = this.#prepared;
    const { x, y, z, nx, ny, nz, part } = view;
    if (gatherSurface(grid, px, py, part, x, y, z, nx, ny, nz, footprint, this.#irradiance)) return;
    const cell = Math.max(0.004, footprint * grid.size * 1.5);
    const key = keyOf(Math.floor(x / cell), Math.floor(y / cell), Math.floor(z / cell), part, nx, ny, nz);
    const known = this.#known.get(key);
    if (known) {
      this.#irradiance.set(known);
      return;
    }
    const light = this.#light;
    light.at(x, y, z, nx, ny, nz, direct, 0.37, 0.71);
    this.#known.set(key, [light.lit[0] ?? 0, light.lit[1] ?? 0, light.lit[2] ?? 0]);
    this.#irradiance.set(light.lit);
  }

  #sun({ x, y, z, nx, ny, nz }: View): void {
    const { sun } = this.#prepared.lighting;
    if (!sun) return;
    const share = this.#light.sunAt(x, y, z, nx, ny, nz);
    if (share === 0 || !this.#light.sunReaches(x, y, z, nx, ny, nz)) return;
    for (let c = 0; c < 3; c++)
      this.#irradiance[c] = (this.#irradiance[c] ?? 0) + share * (sun.radiance[c] ?? 0);
  }

  #reflect(view: View, facing: number): void {
    const surface = this.#surface;
    const { color } = this;
    const { dx, dy, dz, nx, ny, nz } = view;
    const twice = 2 * (dx * nx + dy * ny + dz * nz);
    const [rx, ry, rz] = [dx - twice * nx, dy - twice * ny, dz - twice * nz];
    const [ox, oy, oz] = [view.x + nx * 0.002, view.y + ny * 0.002, view.z + nz * 0.002];
    const radiance = this.#radiance;
    if (surface.roughness > 0.3) this.#glimmer(view, rx, ry, rz);
    else this.radianceAlong(ox, oy, oz, rx, ry, rz, surface.roughness);
    const grazing = (1 - facing) ** 5;
    if (surface.metal) {
      color[0] = (radiance[0] ?? 0) * (surface.r + (1 - surface.r) * grazing);
      color[1] = (radiance[1] ?? 0) * (surface.g + (1 - surface.g) * grazing);
      color[2] = (radiance[2] ?? 0) * (surface.b + (1 - surface.b) * grazing);
      return;
    }
    const smooth = 1 - surface.roughness;
    const share =
      surface.specular + (Math.max(surface.specular, smooth) - surface.specular) * grazing * smooth;
    for (let c = 0; c < 3; c++) color[c] = (color[c] ?? 0) * (1 - share) + (radiance[c] ?? 0) * share;
  }

  /** What a rough surface mirrors: the blurred room, as much of it as the place sees; a ray would sparkle. */
  #glimmer(view: View, dx: number, dy: number, dz: number): void {
    const { gloss, ambient } = this.#prepared.lighting;
    glossTowards(gloss, dx, dy, dz, this.#surface.roughness, this.#radiance);
    const free = ambientTowards(ambient, view.nx, view.ny, view.nz, 1);
    const open = Math.min(1, (this.#irradiance[1] ?? 0) / Math.max(1e-4, free));
    for (let c = 0; c < 3; c++) this.#radiance[c] = (this.#radiance[c] ?? 0) * open;
  }

  /** The radiance that comes along a ray from (ox, oy, oz), blurred by a surface's roughness. */
  radianceAlong(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    roughness: number,
  ): Float64Array {
    const { room } = this.#prepared;
    const exit = this.#exit;
    exit.find(room, ox, oy, oz, dx, dy, dz);
    if (this.#mirror.cast(ox, oy, oz, dx, dy, dz, exit.t + 0.4)) {
      this.#met(this.#radiance, roughness);
      return this.#radiance;
    }
    return this.roomAlong(ox, oy, oz, dx, dy, dz, roughness);
  }

  /** The empty room's radiance along a ray: the photo's where it shows the place. */
  roomAlong(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    roughness: number,
  ): Float64Array {
    const { lighting, room } = this.#prepared;
    const radiance = this.#radiance;
    const exit = this.#exit;
    exit.find(room, ox, oy, oz, dx, dy, dz);
    const far = exit.t;
    if (roughness < 0.25 && this.#photo?.read(ox + dx * far, oy + dy * far, oz + dz * far, radiance))
      return radiance;
    const spread = (roughness * roughness * 1.2 + 0.01) * far;
    const width = exit.face < 2 ? room.front - room.back : room.right - room.left;
    blurredRadiance(lighting.environment.lit[exit.face] ?? [], exit.s, exit.v, spread / width, radiance);
    return radiance;
  }

  /** Shades what a view met from anywhere: by the grid's light if the camera sees the place too, else by the ambient. */
  shadeSeenElsewhere(view: View): void {
    const { camera, grid, lighting } = this.#prepared;
    const surface = this.#surface;
    const { x, y, z, nx, ny, nz, part } = view;
    this.#shaders[part]?.(surface, view.u, view.v, (view.t * 3) / camera.focal);
    const seen = project(camera, [x, y, z]);
    const light = this.#irradiance;
    const footprint = (seen?.depth ?? 1) / camera.focal;
    if (!seen || !gatherSurface(grid, seen.x, seen.y, part, x, y, z, nx, ny, nz, footprint, light)) {
      for (let c = 0; c < 3; c++) light[c] = 0.7 * ambientTowards(lighting.ambient, nx, ny, nz, c);
    }
    const dull = surface.metal ? 0.6 : 1;
    this.color[0] = (light[0] ?? 0) * surface.r * dull;
    this.color[1] = (light[1] ?? 0) * surface.g * dull;
    this.color[2] = (light[2] ?? 0) * surface.b * dull;
  }

  /** What the mirrored ray met, in the ambient light. */
  #met(radiance: Float64Array, roughness: number): void {
    const mirror = this.#mirror;
    const { ambient, albedos, shell, environment } = this.#prepared.lighting;
    const { nx, ny, nz, part } = mirror;
    if (shell[part]) {
      nearestFace(environment, mirror.x, mirror.y, mirror.z, this.#exit);
      const spread = (roughness * roughness * 1.2 + 0.01) * mirror.t;
      blurredRadiance(
        environment.lit[this.#exit.face] ?? [],
        this.#exit.s,
        this.#exit.v,
        spread / 4,
        radiance,
      );
      return;
    }
    for (let c = 0; c < 3; c++) {
      radiance[c] = 0.75 * ambientTowards(ambient, nx, ny, nz, c) * (albedos[part * 3 + c] ?? 0);
    }
  }
}

function keyOf(x: number, y: number, z: number, part: number, nx: number, ny: number, nz: number): number {
  const octant = (nx > 0 ? 1 : 0) + (ny > 0 ? 2 : 0) + (nz > 0 ? 4 : 0);
  return (((x & 1023) * 1024 + (y & 1023)) * 1024 + (z & 1023)) * 4096 + (part & 511) * 8 + octant;
}
