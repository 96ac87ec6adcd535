import { float32At, uint16At } from "@image-staging/picture/at";
import { Lens } from "./camera.ts";
import type { Solid } from "./prepare.ts";
import { Ray, type SurfacePoint } from "./ray.ts";
import type { Camera } from "./scene.ts";
import { type Hit, Tracer } from "./tracer.ts";

/** Sends the camera's rays. The last one and what it met stay in the fields. */
export class View implements SurfacePoint {
  dx = 0;
  dy = 0;
  dz = -1;
  t = 0;
  part = -1;
  /** Where it met something, the normal there (towards the viewer), and the texture's coordinates. */
  x = 0;
  y = 0;
  z = 0;
  nx = 0;
  ny = 0;
  nz = 0;
  u = 0;
  v = 0;
  readonly tracer: Tracer;
  readonly #lens: Lens;
  readonly #ray = new Ray();
  readonly #camera: Camera;
  readonly #geometry: Solid["geometry"];

  constructor(camera: Camera, { geometry, bvh }: Solid) {
    this.#camera = camera;
    this.#lens = new Lens(camera);
    this.#geometry = geometry;
    this.tracer = new Tracer(bvh);
  }

  /** Looks through a pixel position; whether it met a piece. */
  look(x: number, y: number): boolean {
    this.aim(x, y);
    return this.cast(this.#aimed(), 100);
  }

  /** Points at a pixel position. */
  aim(x: number, y: number): void {
    const lens = this.#lens;
    lens.aim(x, y);
    this.dx = lens.dx;
    this.dy = lens.dy;
    this.dz = lens.dz;
  }

  /** Looks again through a pixel position that met a triangle. */
  recall(x: number, y: number, hit: Readonly<Hit>): void {
    this.aim(x, y);
    this.#describe(this.#aimed(), hit);
  }

  /** Looks along any ray of length 1. */
  cast(ray: Ray, reach: number): boolean {
    this.dx = ray.dx;
    this.dy = ray.dy;
    this.dz = ray.dz;
    if (!this.tracer.nearest(ray, reach)) {
      this.part = -1;
      this.t = Number.POSITIVE_INFINITY;
      return false;
    }
    this.#describe(ray, this.tracer.hit);
    return true;
  }

  /** The camera's ray in the direction that it last aimed at. */
  #aimed(): Ray {
    return this.#ray.from(0, this.#camera.elevation, 0).towards(this.dx, this.dy, this.dz);
  }

  #describe({ ox, oy, oz, dx, dy, dz }: Ray, { t, triangle, u, v }: Readonly<Hit>): void {
    const { corners, normals, uvs, parts } = this.#geometry;
    const w = 1 - u - v;
    const at = triangle * 9;
    this.t = t;
    this.part = uint16At(parts, triangle);
    this.x = ox + dx * t;
    this.y = oy + dy * t;
    this.z = oz + dz * t;
    const from = triangle * 6;
    this.u = float32At(uvs, from) * w + float32At(uvs, from + 2) * u + float32At(uvs, from + 4) * v;
    this.v = float32At(uvs, from + 1) * w + float32At(uvs, from + 3) * u + float32At(uvs, from + 5) * v;
    let nx = float32At(normals, at) * w + float32At(normals, at + 3) * u + float32At(normals, at + 6) * v;
    let ny = float32At(normals, at + 1) * w + float32At(normals, at + 4) * u + float32At(normals, at + 7) * v;
    let nz = float32At(normals, at + 2) * w + float32At(normals, at + 5) * u + float32At(normals, at + 8) * v;
    const ax = float32At(corners, at + 3);
    const ay = float32At(corners, at + 4);
    const az = float32At(corners, at + 5);
    const bx = float32At(corners, at + 6);
    const by = float32At(corners, at + 7);
    const bz = float32At(corners, at + 8);
    let gx = ay * bz - az * by;
    let gy = az * bx - ax * bz;
    let gz = ax * by - ay * bx;
    if (gx * dx + gy * dy + gz * dz > 0) {
      gx = -gx;
      gy = -gy;
      gz = -gz;
    }
    let length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (length < 1e-9) {
      nx = gx;
      ny = gy;
      nz = gz;
      length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    }
    const sign = nx * gx + ny * gy + nz * gz < 0 ? -1 / length : 1 / length;
    this.nx = nx * sign;
    this.ny = ny * sign;
    this.nz = nz * sign;
  }
}
