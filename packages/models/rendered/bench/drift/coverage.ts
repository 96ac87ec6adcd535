import { buildBvh } from "@image-staging/tracer/bvh";
import { flatten } from "@image-staging/tracer/geometry";
import type { Camera, Placement } from "@image-staging/tracer/scene";
import { View } from "@image-staging/tracer/view";

/** Marks with 255 the pixels of a picture that placed pieces cover, glass too: a ray through their centre meets one. */
export function coverageOf(camera: Camera, placements: readonly Placement[]): Uint8Array {
  const { width, height } = camera;
  const geometry = flatten(placements);
  const view = new View(camera, { geometry, bvh: buildBvh(geometry) });
  const covered = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (view.look(x + 0.5, y + 0.5)) covered[y * width + x] = 255;
  return covered;
}
