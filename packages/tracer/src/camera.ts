import type { Camera, Vec3 } from "./scene.ts";

/** The camera's axes in the world: right, up, and back (towards the viewer), each of length 1. */
export function axesOf({
  yaw,
  pitch,
  roll,
}: Pick<Camera, "yaw" | "pitch" | "roll">): readonly [Vec3, Vec3, Vec3] {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
  const right: Vec3 = [cy, 0, -sy];
  const up: Vec3 = [sp * sy, cp, sp * cy];
  return [
    [right[0] * cr - up[0] * sr, -up[1] * sr, right[2] * cr - up[2] * sr],
    [right[0] * sr + up[0] * cr, up[1] * cr, right[2] * sr + up[2] * cr],
    [sy * cp, -sp, cy * cp],
  ];
}

/** The same camera for its picture at another size, in pixels. */
export function resized(camera: Camera, { width, height }: { width: number; height: number }): Camera {
  const [x, y] = [width / camera.width, height / camera.height];
  return {
    ...camera,
    width,
    height,
    focal: camera.focal * x,
    centreX: camera.centreX * x,
    centreY: camera.centreY * y,
  };
}

/** Nearer than this, in metres, a pinhole sees nothing. */
const near = 1e-6;

/** Leads from pixel positions to directions and from points of the world to pixel positions, without allocating. */
export class Lens {
  /** The direction that the last `aim` found. */
  dx = 0;
  dy = 0;
  dz = -1;
  /** The pixel position that the last `find` found, and how far away the point is: along the axis of a pinhole. */
  x = 0;
  y = 0;
  depth = 0;
  readonly #camera: Camera;
  readonly #axes: readonly [Vec3, Vec3, Vec3];

  constructor(camera: Camera) {
    this.#camera = camera;
    this.#axes = axesOf(camera);
  }

  /** Finds the direction, of length 1, in which a pixel position looks; the first pixel's centre is (0.5, 0.5). */
  aim(x: number, y: number): void {
    const { projection, width, height, focal, centreX, centreY } = this.#camera;
    let a = (x - centreX) / focal;
    let b = (centreY - y) / focal;
    let c = 1;
    if (projection) {
      const turn = (2 * Math.PI * (x - centreX)) / width;
      const rise = (Math.PI * (centreY - y)) / height;
      a = Math.sin(turn) * Math.cos(rise);
      b = Math.sin(rise);
      c = Math.cos(turn) * Math.cos(rise);
    }
    const right = this.#axes[0];
    const up = this.#axes[1];
    const back = this.#axes[2];
    const dx = right[0] * a + up[0] * b - back[0] * c;
    const dy = right[1] * a + up[1] * b - back[1] * c;
    const dz = right[2] * a + up[2] * b - back[2] * c;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    this.dx = dx / length;
    this.dy = dy / length;
    this.dz = dz / length;
  }

  /** Finds the pixel position of a point of the world; false if it lies behind the camera. */
  find(x: number, y: number, z: number): boolean {
    const { projection, width, height, focal, centreX, centreY, elevation } = this.#camera;
    const right = this.#axes[0];
    const up = this.#axes[1];
    const back = this.#axes[2];
    const py = y - elevation;
    const a = right[0] * x + right[1] * py + right[2] * z;
    const b = up[0] * x + up[1] * py + up[2] * z;
    const c = -(back[0] * x + back[1] * py + back[2] * z);
    if (projection) {
      const level = Math.sqrt(a * a + c * c);
      const across = centreX + (Math.atan2(a, c) / (2 * Math.PI)) * width;
      this.x = ((across % width) + width) % width;
      this.y = centreY - (Math.atan2(b, level) / Math.PI) * height;
      this.depth = Math.sqrt(level * level + b * b);
      return true;
    }
    this.depth = c;
    if (c <= near) return false;
    this.x = centreX + (focal * a) / c;
    this.y = centreY - (focal * b) / c;
    return true;
  }
}

const lenses = new WeakMap<Camera, Lens>();

/** The lens of a camera, made once: its last results hold until it is asked again. */
export function lensOf(camera: Camera): Lens {
  const lens = lenses.get(camera) ?? new Lens(camera);
  lenses.set(camera, lens);
  return lens;
}

/** The direction, of length 1, in which a pixel position looks; the first pixel's centre is (0.5, 0.5). */
export function rayThrough(camera: Camera, x: number, y: number): Vec3 {
  const lens = lensOf(camera);
  lens.aim(x, y);
  return [lens.dx, lens.dy, lens.dz];
}

/** The pixel position of a point of the world, or nothing if it lies behind the camera. */
export function project(camera: Camera, point: Vec3): { x: number; y: number; depth: number } | undefined {
  const lens = lensOf(camera);
  return lens.find(...point) ? { x: lens.x, y: lens.y, depth: lens.depth } : undefined;
}

/** The camera of a panorama: `yaw` is its middle's. */
export function panoramaCamera(
  { width, height }: Pick<Camera, "width" | "height">,
  yaw: number,
  elevation: number,
): Camera {
  return {
    ...{ projection: "equirectangular", width, height, focal: width / (2 * Math.PI) },
    ...{ centreX: width / 2, centreY: height / 2, yaw, pitch: 0, roll: 0, elevation },
  };
}
