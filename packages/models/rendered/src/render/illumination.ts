import { project } from "../camera.ts";
import type { Camera, Light } from "../scene.ts";
import { cellRadiance, type Environment, Exit } from "./environment.ts";
import type { GlossMaps } from "./gloss-maps.ts";
import { pickLight, type SampledLights } from "./lights.ts";
import { smoothstep } from "./materials/noise.ts";
import type { Tracer } from "./tracer.ts";

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

const candidates = 4;
const offset = 0.0015;
/** Square of the distance below which a light gets no brighter: what almost touches a window would sparkle. */
const nearest = 0.12;
const fraction = (value: number): number => value - Math.floor(value);

/**
 * Light at a point, as the radiance of a white surface there: with what blocks it in `red`, `green`, `blue`, and by the
 * same samples without any in `free`. Area lights are sampled by resampled importance sampling (Talbot 2005) with one
 * shadow ray for four candidates.
 */
export class Illumination {
  readonly lit = new Float64Array(3);
  readonly free = new Float64Array(3);
  /** The harmonic mean of the distances to what blocks, by the light it takes: contact counts most. 10: nothing does. */
  distance = 0;
  /** Shadows vanish between these distances to what casts them. */
  fadeFrom = 1000;
  fadeTo = 2000;
  readonly #tracer: Tracer;
  readonly #lighting: Lighting;
  readonly #parts: Uint16Array;
  readonly #corners: Float32Array;
  readonly #exit = new Exit();
  readonly #radiance = new Float64Array(3);
  readonly #chosen = new Float64Array(9);
  #blockedWeight = 0;
  #blockedDistance = 0;

  constructor(tracer: Tracer, lighting: Lighting, geometry: { parts: Uint16Array; corners: Float32Array }) {
    this.#tracer = tracer;
    this.#lighting = lighting;
    this.#parts = geometry.parts;
    this.#corners = geometry.corners;
  }

  /**
   * Rays that decide whether anything blocks at all: if they meet nothing, an estimate ends with them. Only for who
   * asks what is kept of the light: with 0, every estimate is finished.
   */
  probe = 0;

  /** Estimates at (x, y, z) with the normal (nx, ny, nz); `a` and `b` in 0..1 turn the sample pattern. */
  at(
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    effort: Effort,
    a: number,
    b: number,
  ): void {
    this.lit.fill(0);
    this.free.fill(0);
    this.#blockedWeight = 0;
    this.#blockedDistance = 0;
    const [ox, oy, oz] = [x + nx * offset, y + ny * offset, z + nz * offset];
    const lights = this.#lighting.lights.count > 0;
    if (this.probe > 0) {
      this.#hemisphere(ox, oy, oz, nx, ny, nz, this.probe, a, b);
      if (lights) this.#direct(ox, oy, oz, nx, ny, nz, this.probe >> 1, a, b);
      this.distance = 10;
      if (this.#blockedWeight === 0) return;
      this.lit.fill(0);
      this.free.fill(0);
      this.#blockedWeight = 0;
      this.#blockedDistance = 0;
    }
    this.#hemisphere(ox, oy, oz, nx, ny, nz, effort.hemisphere, a, b);
    if (lights) this.#direct(ox, oy, oz, nx, ny, nz, effort.direct, a, b);
    this.distance = this.#blockedWeight > 1e-6 ? this.#blockedWeight / this.#blockedDistance : 10;
  }

  #hemisphere(
    ox: number,
    oy: number,
    oz: number,
    nx: number,
    ny: number,
    nz: number,
    count: number,
    a: number,
    b: number,
  ): void {
    const { lit, free } = this;
    const radiance = this.#radiance;
    const exit = this.#exit;
    const { environment } = this.#lighting;
    const sign = nz >= 0 ? 1 : -1;
    const k = -1 / (sign + nz);
    const m = nx * ny * k;
    const [tx, ty, tz] = [1 + sign * nx * nx * k, sign * m, -sign * nx];
    const [bx, by, bz] = [m, sign + ny * ny * k, -ny];
    for (let i = 0; i < count; i++) {
      const square = (i + a) / count;
      const radius = Math.sqrt(square);
      const angle = 2 * Math.PI * fraction(i * 0.6180339887498949 + b);
      const [u, v, w] = [radius * Math.cos(angle), radius * Math.sin(angle), Math.sqrt(1 - square)];
      const dx = tx * u + bx * v + nx * w;
      const dy = ty * u + by * v + ny * w;
      const dz = tz * u + bz * v + nz * w;
      exit.find(environment.box, ox, oy, oz, dx, dy, dz);
      const level = environment.faces[exit.face]?.[0];
      if (!level) continue;
      cellRadiance(level, exit.s, exit.v, radiance);
      const [r, g, blue] = [radiance[0] ?? 0, radiance[1] ?? 0, radiance[2] ?? 0];
      free[0] = (free[0] ?? 0) + r / count;
      free[1] = (free[1] ?? 0) + g / count;
      free[2] = (free[2] ?? 0) + blue / count;
      const reach = Math.min(this.fadeTo, exit.t > 0.02 ? exit.t + 0.4 : exit.t);
      if (this.#tracer.nearest(ox, oy, oz, dx, dy, dz, reach)) {
        const { t, triangle } = this.#tracer.hit;
        const shade = 1 - smoothstep(this.fadeFrom, this.fadeTo, t);
        this.#bounce(triangle, ox + dx * t, oy + dy * t, oz + dz * t, dx, dy, dz);
        const weight = shade * (g / count);
        this.#blockedWeight += weight;
        this.#blockedDistance += weight / (t + 0.01);
        lit[0] = (lit[0] ?? 0) + (r + ((radiance[0] ?? 0) - r) * shade) / count;
        lit[1] = (lit[1] ?? 0) + (g + ((radiance[1] ?? 0) - g) * shade) / count;
        lit[2] = (lit[2] ?? 0) + (blue + ((radiance[2] ?? 0) - blue) * shade) / count;
      } else {
        lit[0] = (lit[0] ?? 0) + r / count;
        lit[1] = (lit[1] ?? 0) + g / count;
        lit[2] = (lit[2] ?? 0) + blue / count;
      }
    }
  }

  /** Writes what a met triangle throws back: its albedo in the room's ambient light, or the room's face it models. */
  #bounce(triangle: number, x: number, y: number, z: number, dx: number, dy: number, dz: number): void {
    const { ambient, albedos, shell, environment } = this.#lighting;
    const radiance = this.#radiance;
    const part = this.#parts[triangle] ?? 0;
    if (shell[part]) {
      nearestFace(environment, x, y, z, this.#exit);
      const level = environment.faces[this.#exit.face]?.[0];
      if (level) cellRadiance(level, this.#exit.s, this.#exit.v, radiance);
      return;
    }
    const corners = this.#corners;
    const at = triangle * 9;
    const [ax, ay, az] = [corners[at + 3] ?? 0, corners[at + 4] ?? 0, corners[at + 5] ?? 0];
    const [bx, by, bz] = [corners[at + 6] ?? 0, corners[at + 7] ?? 0, corners[at + 8] ?? 0];
    let [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    const facing = nx * dx + ny * dy + nz * dz > 0 ? -1 / length : 1 / length;
    [nx, ny, nz] = [nx * facing, ny * facing, nz * facing];
    for (let c = 0; c < 3; c++) {
      radiance[c] = 0.7 * ambientTowards(ambient, nx, ny, nz, c) * (albedos[part * 3 + c] ?? 0);
    }
  }

  #direct(
    ox: number,
    oy: number,
    oz: number,
    nx: number,
    ny: number,
    nz: number,
    count: number,
    a: number,
    b: number,
  ): void {
    const { lights } = this.#lighting;
    const { data } = lights;
    const chosen = this.#chosen;
    const { lit, free } = this;
    for (let i = 0; i < count; i++) {
      let [total, best] = [0, 0];
      for (let j = 0; j < candidates; j++) {
        const k = i * candidates + j;
        const light = pickLight(lights, (k + fraction(a + b * 7.31)) / (count * candidates));
        const [s, t] = [fraction(a + k * 0.7548776662466927), fraction(b + k * 0.5698402909980532)];
        const at = light * 15;
        const dx = (data[at] ?? 0) + s * (data[at + 3] ?? 0) + t * (data[at + 6] ?? 0) - ox;
        const dy = (data[at + 1] ?? 0) + s * (data[at + 4] ?? 0) + t * (data[at + 7] ?? 0) - oy;
        const dz = (data[at + 2] ?? 0) + s * (data[at + 5] ?? 0) + t * (data[at + 8] ?? 0) - oz;
        const square = dx * dx + dy * dy + dz * dz;
        const cosine = nx * dx + ny * dy + nz * dz;
        const other = -((data[at + 9] ?? 0) * dx + (data[at + 10] ?? 0) * dy + (data[at + 11] ?? 0) * dz);
        if (cosine <= 0 || other <= 0 || square < 1e-6) continue;
        const shared = (cosine * other) / (square * Math.max(square, nearest) * Math.PI);
        const strength = shared * (data[at + 13] ?? 0);
        const weight = (strength * (lights.areas[light] ?? 0)) / (lights.shares[light] ?? 1);
        total += weight;
        if (weight > 0 && fraction(a * 3.7 + b * 1.9 + k * 0.6180339887498949) * total < weight) {
          best = strength;
          chosen[0] = dx;
          chosen[1] = dy;
          chosen[2] = dz;
          chosen[3] = shared * (data[at + 12] ?? 0);
          chosen[4] = strength;
          chosen[5] = shared * (data[at + 14] ?? 0);
        }
      }
      if (best === 0) continue;
      const factor = total / candidates / best / count;
      const [dx, dy, dz] = [chosen[0] ?? 0, chosen[1] ?? 0, chosen[2] ?? 0];
      let shade = 0;
      if (this.#tracer.blocked(ox, oy, oz, dx, dy, dz, 0.999)) {
        const t = this.#tracer.hit.t * Math.sqrt(dx * dx + dy * dy + dz * dz);
        shade = 1 - smoothstep(this.fadeFrom, this.fadeTo, t);
        const weight = shade * factor * (chosen[4] ?? 0);
        this.#blockedWeight += weight;
        this.#blockedDistance += weight / (t + 0.01);
      }
      for (let c = 0; c < 3; c++) {
        const value = factor * (chosen[3 + c] ?? 0);
        free[c] = (free[c] ?? 0) + value;
        lit[c] = (lit[c] ?? 0) + value * (1 - shade);
      }
    }
  }

  /** How much of the sun a point receives: the cosine, 0 where it is out of the patches; nothing is traced. */
  sunAt(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    const { sun, camera } = this.#lighting;
    if (!sun) return 0;
    const [sx, sy, sz] = sun.towards;
    const cosine = nx * sx + ny * sy + nz * sz;
    if (cosine <= 0 || !sun.patches) return Math.max(0, cosine);
    const down = y / Math.max(1e-3, sy);
    const seen = project(camera, [x - sx * down, 0, z - sz * down]);
    if (!seen || seen.x < 0 || seen.y < 0 || seen.x >= camera.width || seen.y >= camera.height) return 0;
    return (cosine * (sun.patches[Math.floor(seen.y) * camera.width + Math.floor(seen.x)] ?? 0)) / 255;
  }

  /** Whether nothing stands between a point and the sun. */
  sunReaches(x: number, y: number, z: number, nx: number, ny: number, nz: number): boolean {
    const { sun, environment } = this.#lighting;
    if (!sun) return false;
    const [sx, sy, sz] = sun.towards;
    const [ox, oy, oz] = [x + nx * offset, y + ny * offset, z + nz * offset];
    this.#exit.find(environment.box, ox, oy, oz, sx, sy, sz);
    return !this.#tracer.blocked(ox, oy, oz, sx, sy, sz, this.#exit.t + 0.6);
  }
}

/** One channel of the ambient light on a surface that faces along (nx, ny, nz). */
export function ambientTowards(ambient: Float64Array, nx: number, ny: number, nz: number, c: number): number {
  return (
    nx * nx * (ambient[(nx > 0 ? 0 : 3) + c] ?? 0) +
    ny * ny * (ambient[(ny > 0 ? 6 : 9) + c] ?? 0) +
    nz * nz * (ambient[(nz > 0 ? 12 : 15) + c] ?? 0)
  );
}

/** Puts the point into the face of the box that it lies nearest to. */
export function nearestFace({ box }: Environment, x: number, y: number, z: number, exit: Exit): void {
  const distances = [x - box.left, box.right - x, y, box.height - y, z - box.back, box.front - z];
  let face = 0;
  for (let i = 1; i < 6; i++) if ((distances[i] ?? 0) < (distances[face] ?? 0)) face = i;
  exit.face = face;
  exit.s =
    face === 0 || face === 1
      ? (z - box.back) / (box.front - box.back)
      : (x - box.left) / (box.right - box.left);
  exit.v = face === 2 || face === 3 ? (z - box.back) / (box.front - box.back) : y / box.height;
}
