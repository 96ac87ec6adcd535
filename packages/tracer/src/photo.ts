import { float32At } from "@image-staging/picture/at";
import { Lens } from "./camera.ts";
import type { Camera } from "./scene.ts";

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
  readonly #lens: Lens;

  constructor(photo: SmallPhoto, camera: Camera) {
    this.#photo = photo;
    this.#camera = camera;
    this.#lens = new Lens(camera);
  }

  /** Writes the photo's radiance at a point; false if the photo does not show the point. */
  read(x: number, y: number, z: number, out: Float64Array): boolean {
    const { width, height, linear } = this.#photo;
    const camera = this.#camera;
    const lens = this.#lens;
    if (!lens.find(x, y, z) || lens.depth < 0.1) return false;
    const sx = lens.x / camera.width;
    const sy = lens.y / camera.height;
    if (!(sx >= 0 && sx < 1 && sy >= 0 && sy < 1)) return false;
    const fx = sx * (camera.projection ? width : width - 1);
    const fy = sy * (height - 1);
    const x0 = Math.floor(fx);
    const y0 = Math.floor(fy);
    const tx = fx - x0;
    const ty = fy - y0;
    const at = (y0 * width + x0) * 3;
    const next = x0 + 1 < width ? 3 : 3 - width * 3;
    const below = at + width * 3;
    for (let c = 0; c < 3; c++) {
      const upper = float32At(linear, at + c) * (1 - tx) + float32At(linear, at + next + c) * tx;
      const lower = float32At(linear, below + c) * (1 - tx) + float32At(linear, below + next + c) * tx;
      out[c] = upper + (lower - upper) * ty;
    }
    return true;
  }
}
