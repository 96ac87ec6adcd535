import { type EdgeField, reduced } from "@image-staging/picture/edge-field";
import type { Camera } from "@image-staging/tracer/scene";
import { type EdgeSums, edgeSumsOf } from "./tables.ts";

/** A third of the picture's size: its camera, its edges and their sums, and a camera of half that size. */
export interface Coarse {
  camera: Camera;
  tiny: Camera;
  edges: EdgeField;
  sums: EdgeSums;
  factor: number;
}

/** A camera and its edges at a size at which all boxes can be compared. */
export function coarseOf(camera: Camera, field: EdgeField): Coarse {
  const factor = Math.max(1, Math.round(field.width / 300));
  const edges = reduced(field, factor);
  const shrunk = shrunkBy(camera, factor);
  return {
    camera: shrunk,
    tiny: shrunkBy(camera, 2 * factor),
    edges,
    sums: edgeSumsOf(edges, shrunk),
    factor,
  };
}

const shrunkBy = (camera: Camera, factor: number): Camera => ({
  ...camera,
  width: Math.floor(camera.width / factor),
  height: Math.floor(camera.height / factor),
  focal: camera.focal / factor,
  centreX: camera.centreX / factor,
  centreY: camera.centreY / factor,
});

/** The mean of the likeness (of a picture so wide) in each pixel of the small one. */
export function coarseLikeness(
  likeness: Float32Array,
  width: number,
  { edges, factor }: Coarse,
): Float32Array {
  const small = new Float32Array(edges.width * edges.height);
  for (let i = 0; i < small.length; i++) {
    const first = Math.floor(i / edges.width) * factor * width + (i % edges.width) * factor;
    let sum = 0;
    for (let dy = 0; dy < factor; dy++) {
      for (let dx = 0; dx < factor; dx++) sum += likeness[first + dy * width + dx] as number;
    }
    small[i] = sum / factor ** 2;
  }
  return small;
}
