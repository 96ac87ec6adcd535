import { float32At, float64At, uint16At } from "@image-staging/picture/at";
import { ambientTowards, nearestFace } from "./ambient.ts";
import { cellRadiance, Exit } from "./environment.ts";
import type { Effort, Lighting } from "./lighting.ts";
import { type Pattern, resample } from "./lights.ts";
import { smoothstep } from "./materials/noise.ts";
import { Point, Ray, type SurfacePoint } from "./ray.ts";
import type { Tracer } from "./tracer.ts";

/** How far above a surface its rays begin, in metres. */
export const offset = 0.0015;
/** Between these distances things occlude, in metres: what is nearer is a crack of the same thing. */
const occluding = [0.03, 1.2] as const;
const fraction = (value: number): number => value - Math.floor(value);

/**
 * Light at a point, as the radiance of a white surface there: with what blocks it in `lit`, and by the same samples without
 * anything that blocks in `free`.
 */
export class Illumination {
  readonly lit = new Float64Array(3);
  readonly free = new Float64Array(3);
  /** The harmonic mean of the distances to what blocks, by the light it takes: contact counts most. 10: nothing does. */
  distance = 0;
  /** How much of the hemisphere is blocked from above, 0 to 1: less the further away. What lies below throws light back. */
  occlusion = 0;
  /** Shadows vanish between these distances to what casts them. */
  fadeFrom = 1000;
  fadeTo = 2000;
  readonly #tracer: Tracer;
  readonly #lighting: Lighting;
  readonly #parts: Uint16Array;
  readonly #corners: Float32Array;
  readonly #exit = new Exit();
  readonly #origin = new Point();
  readonly #pattern: Pattern = { count: 0, a: 0, b: 0 };
  readonly #leaving = new Ray();
  readonly #ray = new Ray();
  readonly #sky = new Float64Array(3);
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

  /** Estimates at a point; `a` and `b` in 0..1 turn the sample pattern. */
  at({ x, y, z, nx, ny, nz }: SurfacePoint, effort: Effort, a: number, b: number): void {
    this.#restart();
    this.#origin.at(x + nx * offset, y + ny * offset, z + nz * offset).facing(nx, ny, nz);
    this.#pattern.a = a;
    this.#pattern.b = b;
    if (this.probe > 0) {
      this.#sample(this.probe, this.probe >> 1);
      this.distance = 10;
      if (this.#blockedWeight === 0) return;
      this.#restart();
    }
    this.#sample(effort.hemisphere, effort.direct);
    this.distance = this.#blockedWeight > 1e-6 ? this.#blockedWeight / this.#blockedDistance : 10;
  }

  #restart(): void {
    this.lit.fill(0);
    this.free.fill(0);
    this.occlusion = this.#blockedWeight = this.#blockedDistance = 0;
  }

  #sample(hemisphere: number, direct: number): void {
    const pattern = this.#pattern;
    pattern.count = hemisphere;
    this.#hemisphere(this.#origin, pattern);
    pattern.count = direct;
    if (this.#lighting.lights.count > 0) this.#direct(this.#origin, pattern);
  }

  #hemisphere({ x: ox, y: oy, z: oz, nx, ny, nz }: SurfacePoint, { count, a, b }: Pattern): void {
    const { lit, free } = this;
    const sky = this.#sky;
    const radiance = this.#radiance;
    const exit = this.#exit;
    const { environment } = this.#lighting;
    const { box } = environment;
    // In the depth of a wall, around a window, the room begins at the wall.
    const ix = Math.min(box.right, Math.max(box.left, ox));
    const iz = Math.min(box.front, Math.max(box.back, oz));
    const leaving = this.#leaving.from(ix, oy, iz);
    const ray = this.#ray.from(ox, oy, oz);
    const sign = nz >= 0 ? 1 : -1;
    const k = -1 / (sign + nz);
    const m = nx * ny * k;
    const tx = 1 + sign * nx * nx * k;
    const ty = sign * m;
    const tz = -sign * nx;
    const by = sign + ny * ny * k;
    for (let i = 0; i < count; i++) {
      const square = (i + a) / count;
      const radius = Math.sqrt(square);
      const angle = 2 * Math.PI * fraction(i * 0.6180339887498949 + b);
      const u = radius * Math.cos(angle);
      const v = radius * Math.sin(angle);
      const w = Math.sqrt(1 - square);
      const dx = tx * u + m * v + nx * w;
      const dy = ty * u + by * v + ny * w;
      const dz = tz * u - ny * v + nz * w;
      exit.find(box, leaving.towards(dx, dy, dz));
      const level = environment.faces[exit.face]?.[0];
      if (!level) continue;
      cellRadiance(level, exit.s, exit.v, sky);
      const reach = Math.min(this.fadeTo, exit.t > 0.02 ? exit.t + 0.4 : exit.t);
      let shade = 0;
      if (this.#tracer.nearest(ray.towards(dx, dy, dz), reach)) {
        const { t, triangle } = this.#tracer.hit;
        shade = 1 - smoothstep(this.fadeFrom, this.fadeTo, t);
        this.#bounce(triangle, ray, t);
        const weight = shade * (float64At(sky, 1) / count);
        this.#blockedWeight += weight;
        this.#blockedDistance += weight / (t + 0.01);
        if (t < occluding[1] && dy > 0)
          this.occlusion += (Math.min(1, t / occluding[0]) * (1 - t / occluding[1])) / count;
      }
      for (let c = 0; c < 3; c++) {
        const far = float64At(sky, c);
        free[c] = float64At(free, c) + far / count;
        lit[c] = float64At(lit, c) + (far + (float64At(radiance, c) - far) * shade) / count;
      }
    }
  }

  /** Writes what a triangle, met at `t`, throws back: its albedo in the room's ambient light, or the room's face it models. */
  #bounce(triangle: number, { ox, oy, oz, dx, dy, dz }: Ray, t: number): void {
    const { ambient, albedos, shell, environment } = this.#lighting;
    const radiance = this.#radiance;
    const part = uint16At(this.#parts, triangle);
    if (shell[part]) {
      nearestFace(environment, ox + dx * t, oy + dy * t, oz + dz * t, this.#exit);
      const level = environment.faces[this.#exit.face]?.[0];
      if (level) cellRadiance(level, this.#exit.s, this.#exit.v, radiance);
      return;
    }
    const edge = (k: number): number => float32At(this.#corners, triangle * 9 + k);
    const nx = edge(4) * edge(8) - edge(5) * edge(7);
    const ny = edge(5) * edge(6) - edge(3) * edge(8);
    const nz = edge(3) * edge(7) - edge(4) * edge(6);
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    const facing = nx * dx + ny * dy + nz * dz > 0 ? -1 / length : 1 / length;
    for (let c = 0; c < 3; c++) {
      const light = ambientTowards(ambient, nx * facing, ny * facing, nz * facing, c);
      radiance[c] = 0.7 * light * float32At(albedos, part * 3 + c);
    }
  }

  #direct(origin: SurfacePoint, pattern: Pattern): void {
    const chosen = this.#chosen;
    const { lit, free } = this;
    const { count } = pattern;
    const ray = this.#ray.from(origin.x, origin.y, origin.z);
    for (let i = 0; i < count; i++) {
      const factor = resample(this.#lighting.lights, origin, pattern, i, chosen) / count;
      if (factor === 0) continue;
      const dx = float64At(chosen, 0);
      const dy = float64At(chosen, 1);
      const dz = float64At(chosen, 2);
      let shade = 0;
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (this.#tracer.blocked(ray.towards(dx, dy, dz), Math.min(0.999, this.fadeTo / length))) {
        const t = this.#tracer.hit.t * length;
        shade = 1 - smoothstep(this.fadeFrom, this.fadeTo, t);
        const weight = shade * factor * float64At(chosen, 4);
        this.#blockedWeight += weight;
        this.#blockedDistance += weight / (t + 0.01);
      }
      for (let c = 0; c < 3; c++) {
        const value = factor * float64At(chosen, 3 + c);
        free[c] = float64At(free, c) + value;
        lit[c] = float64At(lit, c) + value * (1 - shade);
      }
    }
  }
}
