import { float64At } from "@image-staging/picture/at";
import { ambientTowards, nearestFace } from "./ambient.ts";
import { project } from "./camera.ts";
import { blurredRadiance, Exit } from "./environment.ts";
import { gatherSurface, type Pixel } from "./gather.ts";
import { glossTowards } from "./gloss-maps.ts";
import { shaderOf } from "./materials/index.ts";
import { type Shader, Surface } from "./materials/surface.ts";
import { PhotoReader, type SmallPhoto } from "./photo.ts";
import type { Prepared } from "./prepare.ts";
import type { Ray } from "./ray.ts";
import { View } from "./view.ts";

/** What polished and rough surfaces mirror. Results are written to `radiance`. */
export class Reflection {
  readonly radiance = new Float64Array(3);
  readonly #prepared: Prepared;
  readonly #photo: PhotoReader | undefined;
  readonly #mirror: View;
  readonly #shaders: readonly Shader[];
  readonly #surface = new Surface();
  readonly #exit = new Exit();
  readonly #pixel: Pixel = { x: 0, y: 0, footprint: 0 };

  constructor(prepared: Prepared, photo?: SmallPhoto) {
    this.#prepared = prepared;
    this.#photo = photo && new PhotoReader(photo, prepared.camera);
    this.#mirror = new View(prepared.camera, prepared.solid);
    this.#shaders = prepared.solid.geometry.materials.map(shaderOf);
  }

  /** What comes along a ray of length 1, blurred by a surface's roughness. */
  along(ray: Ray, roughness: number): void {
    const { room, lighting } = this.#prepared;
    const exit = this.#exit;
    const mirror = this.#mirror;
    exit.find(room, ray);
    if (!mirror.cast(ray, exit.t + 0.4)) {
      this.room(ray, roughness);
    } else if (lighting.shell[mirror.part]) {
      nearestFace(lighting.environment, mirror.x, mirror.y, mirror.z, exit);
      const blur = ((roughness * roughness * 1.2 + 0.01) * mirror.t) / 4;
      blurredRadiance(lighting.environment.lit[exit.face] ?? [], exit.s, exit.v, blur, this.radiance);
    } else {
      this.piece(mirror, this.radiance);
    }
  }

  /**
   * The empty room's radiance along a ray, from the photo if it shows the place. Behind the camera, the part that no photo
   * shows, the room is the image of the part before it.
   */
  room(ray: Ray, roughness: number): void {
    const { lighting, room } = this.#prepared;
    const exit = this.#exit;
    const isSharp = roughness < 0.02 && !this.#prepared.camera.projection;
    exit.find(isSharp ? { ...room, front: -room.back } : room, ray);
    const far = exit.t;
    const { ox, oy, oz, dx, dy, dz } = ray;
    const [x, y, z] = [ox + dx * far, oy + dy * far, oz + dz * far];
    const before = isSharp ? -Math.abs(z) : z;
    if (roughness < 0.25 && this.#photo?.read(x, y, before, this.radiance)) return;
    if (isSharp) nearestFace(lighting.environment, x, y, before, exit);
    const spread = (roughness * roughness * 1.2 + 0.01) * far;
    const width = exit.face < 2 ? room.front - room.back : room.right - room.left;
    blurredRadiance(lighting.environment.lit[exit.face] ?? [], exit.s, exit.v, spread / width, this.radiance);
  }

  /** What a rough surface mirrors: the blurred room, by the share `open` that the place sees of it. A ray would sparkle. */
  glimmer(ray: Ray, roughness: number, open: number): void {
    glossTowards(this.#prepared.lighting.gloss, ray, roughness, this.radiance);
    for (let c = 0; c < 3; c++) this.radiance[c] = float64At(this.radiance, c) * open;
  }

  /** The colour of a piece that a view met: by the grid's light if the camera sees the place too, else by the ambient. */
  piece(view: View, out: Float64Array): void {
    const { camera, grid, lighting } = this.#prepared;
    const surface = this.#surface;
    const { x, y, z, nx, ny, nz, part } = view;
    const pixel = this.#pixel;
    this.#shaders[part]?.(surface, view.u, view.v, (view.t * 3) / camera.focal);
    const seen = project(camera, [x, y, z]);
    if (seen) {
      pixel.x = seen.x;
      pixel.y = seen.y;
      pixel.footprint = seen.depth / camera.focal;
    }
    if (!seen || !gatherSurface(grid, pixel, view, out)) {
      for (let c = 0; c < 3; c++) out[c] = 0.7 * ambientTowards(lighting.ambient, nx, ny, nz, c);
    }
    const dull = surface.metal ? 0.6 : 1;
    out[0] = float64At(out, 0) * surface.r * dull;
    out[1] = float64At(out, 1) * surface.g * dull;
    out[2] = float64At(out, 2) * surface.b * dull;
  }
}
