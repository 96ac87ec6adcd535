import type { Bvh } from "./bvh.ts";
import type { Ray } from "./ray.ts";

/** What a ray met: `t` along it (Infinity: nothing), the triangle's number, and the place on the triangle. */
export interface Hit {
  t: number;
  triangle: number;
  u: number;
  v: number;
}

const epsilon = 1e-7;
/** A triangle's distance can be rounded to a little less than its box's. */
const rounding = 0.999999;

/** A ray as its way through boxes needs it: the inverse direction, and which of two faces it meets first on each axis. */
class Slabs {
  ox = 0;
  oy = 0;
  oz = 0;
  ix = 0;
  iy = 0;
  iz = 0;
  sx = 0;
  sy = 0;
  sz = 0;

  set({ ox, oy, oz, dx, dy, dz }: Ray): void {
    this.ox = ox;
    this.oy = oy;
    this.oz = oz;
    this.ix = 1 / dx;
    this.iy = 1 / dy;
    this.iz = 1 / dz;
    this.sx = this.ix < 0 ? 3 : 0;
    this.sy = this.iy < 0 ? 3 : 0;
    this.sz = this.iz < 0 ? 3 : 0;
  }
}

/**
 * Sends rays through a tree. One for each thread: it keeps scratch memory. Its loops read arrays with `?? 0`: by calls, they
 * outgrow what V8 inlines, and rooms take 7 to 28 % longer.
 */
export class Tracer {
  readonly hit: Hit = { t: Number.POSITIVE_INFINITY, triangle: -1, u: 0, v: 0 };
  readonly #stack = new Int32Array(128);
  /** Where the ray enters the boxes on the stack. */
  readonly #entries = new Float64Array(128);
  readonly #slabs = new Slabs();
  readonly #bvh: Bvh;

  constructor(bvh: Bvh) {
    this.#bvh = bvh;
  }

  /** Finds the nearest triangle within `reach` and leaves it in `hit`. The direction needs no certain length. */
  nearest(ray: Ray, reach: number): boolean {
    return this.#walk(ray, reach, false);
  }

  /** Whether anything lies within `reach`; `hit.t` is then the distance to something, not to the nearest. */
  blocked(ray: Ray, reach: number): boolean {
    return this.#walk(ray, reach, true);
  }

  /** Whether a leaf's box lies within `distance` of a point: if not, nothing does. */
  isNear(x: number, y: number, z: number, distance: number): boolean {
    const { bounds, links, triangles } = this.#bvh;
    const stack = this.#stack;
    let top = 0;
    if (triangles.length > 0) stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top] ?? 0;
      const at = node * 6;
      const dx = Math.max(0, (bounds[at] ?? 0) - x, x - (bounds[at + 3] ?? 0));
      const dy = Math.max(0, (bounds[at + 1] ?? 0) - y, y - (bounds[at + 4] ?? 0));
      const dz = Math.max(0, (bounds[at + 2] ?? 0) - z, z - (bounds[at + 5] ?? 0));
      if (dx * dx + dy * dy + dz * dz > distance * distance) continue;
      if ((links[node * 2 + 1] ?? 0) > 0) return true;
      const first = links[node * 2] ?? 0;
      stack[top++] = first;
      stack[top++] = first + 1;
    }
    return false;
  }

  #walk(ray: Ray, reach: number, any: boolean): boolean {
    const { ox, oy, oz, dx, dy, dz } = ray;
    const { bounds, links, corners, triangles } = this.#bvh;
    const { hit } = this;
    const stack = this.#stack;
    const entries = this.#entries;
    const slabs = this.#slabs;
    slabs.set(ray);
    let nearest = reach;
    let found = -1;
    let top = 0;
    stack[top] = 0;
    entries[top] = triangles.length > 0 ? entry(bounds, 0, slabs, reach) : Infinity;
    if (entries[top] !== Infinity) top++;
    while (top > 0) {
      if ((entries[--top] ?? 0) * rounding > nearest) continue;
      let node = stack[top] ?? 0;
      while (node >= 0 && links[node * 2 + 1] === 0) {
        const child = links[node * 2] ?? 0;
        const left = entry(bounds, child * 6, slabs, nearest);
        const right = entry(bounds, child * 6 + 6, slabs, nearest);
        const isLeft = left <= right;
        const further = isLeft ? right : left;
        if (further !== Infinity) {
          entries[top] = further;
          stack[top++] = isLeft ? child + 1 : child;
        }
        node = left === Infinity && right === Infinity ? -1 : isLeft ? child : child + 1;
      }
      if (node < 0) continue;
      const first = links[node * 2] ?? 0;
      const count = links[node * 2 + 1] ?? 0;
      for (let i = first, at = first * 9; i < first + count; i++, at += 9) {
        const ax = corners[at + 3] ?? 0;
        const ay = corners[at + 4] ?? 0;
        const az = corners[at + 5] ?? 0;
        const bx = corners[at + 6] ?? 0;
        const by = corners[at + 7] ?? 0;
        const bz = corners[at + 8] ?? 0;
        const px = dy * bz - dz * by;
        const py = dz * bx - dx * bz;
        const pz = dx * by - dy * bx;
        const determinant = ax * px + ay * py + az * pz;
        if (determinant === 0) continue;
        const inverse = 1 / determinant;
        const tx = ox - (corners[at] ?? 0);
        const ty = oy - (corners[at + 1] ?? 0);
        const tz = oz - (corners[at + 2] ?? 0);
        const u = (tx * px + ty * py + tz * pz) * inverse;
        if (!(u >= -epsilon && u <= 1 + epsilon)) continue;
        const qx = ty * az - tz * ay;
        const qy = tz * ax - tx * az;
        const qz = tx * ay - ty * ax;
        const v = (dx * qx + dy * qy + dz * qz) * inverse;
        if (!(v >= -epsilon && u + v <= 1 + epsilon)) continue;
        const t = (bx * qx + by * qy + bz * qz) * inverse;
        if (t > epsilon && t < nearest) {
          nearest = t;
          found = i;
          hit.u = u;
          hit.v = v;
        }
      }
      if (any && found >= 0) break;
    }
    hit.t = found < 0 ? Number.POSITIVE_INFINITY : nearest;
    hit.triangle = found < 0 ? -1 : (triangles[found] ?? -1);
    return found >= 0;
  }
}

/** The distance at which a ray enters a box; Infinity if it misses the box or enters beyond `nearest`. */
function entry(bounds: Float32Array, at: number, slabs: Slabs, nearest: number): number {
  const { ox, oy, oz, ix, iy, iz, sx, sy, sz } = slabs;
  let enter = ((bounds[at + sx] ?? 0) - ox) * ix;
  let leave = ((bounds[at + 3 - sx] ?? 0) - ox) * ix;
  const enterY = ((bounds[at + 1 + sy] ?? 0) - oy) * iy;
  const leaveY = ((bounds[at + 4 - sy] ?? 0) - oy) * iy;
  enter = Math.max(enter, enterY);
  leave = Math.min(leave, leaveY);
  const enterZ = ((bounds[at + 2 + sz] ?? 0) - oz) * iz;
  const leaveZ = ((bounds[at + 5 - sz] ?? 0) - oz) * iz;
  enter = Math.max(enter, enterZ);
  leave = Math.min(leave, leaveZ);
  return enter <= leave * 1.0000004 && leave >= 0 && enter < nearest ? enter : Number.POSITIVE_INFINITY;
}
