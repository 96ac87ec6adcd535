import { axesOf } from "../camera.ts";
import type { Camera, Vec3 } from "../scene.ts";

/** The photo in linear light, small, for what shines in polished things. */
export interface SmallPhoto {
  width: number;
  height: number;
  linear: Float32Array;
}

/** Reads what a photo shows of points of the world. */
export class PhotoReader {
  readonly #photo: SmallPhoto;
  readonly #camera: Camera;
  readonly #axes: readonly [Vec3, Vec3, Vec3];

  constructor(photo: SmallPhoto, camera: Camera) {
    this.#photo = photo;
    this.#camera = camera;
    this.#axes = axesOf(camera);
  }

  /** Writes the photo's radiance of a point; false where the photo does not show it. */
  read(x: number, y: number, z: number, out: Float64Array): boolean {
    const { width, height, linear } = this.#photo;
    const camera = this.#camera;
    const [right, up, back] = this.#axes;
    const py = y - camera.elevation;
    const depth = -(back[0] * x + back[1] * py + back[2] * z);
    if (depth < 0.1) return false;
    const sx =
      (camera.centreX + (camera.focal * (right[0] * x + right[1] * py + right[2] * z)) / depth) /
      camera.width;
    const sy =
      (camera.centreY - (camera.focal * (up[0] * x + up[1] * py + up[2] * z)) / depth) / camera.height;
    if (!(sx >= 0 && sx < 1 && sy >= 0 && sy < 1)) return false;
    const [fx, fy] = [sx * (width - 1), sy * (height - 1)];
    const [x0, y0] = [Math.floor(fx), Math.floor(fy)];
    const [tx, ty] = [fx - x0, fy - y0];
    const at = (y0 * width + x0) * 3;
    const below = at + width * 3;
    for (let c = 0; c < 3; c++) {
      const upper = (linear[at + c] ?? 0) * (1 - tx) + (linear[at + 3 + c] ?? 0) * tx;
      const lower = (linear[below + c] ?? 0) * (1 - tx) + (linear[below + 3 + c] ?? 0) * tx;
      out[c] = upper + (lower - upper) * ty;
    }
    return true;
  }
}
