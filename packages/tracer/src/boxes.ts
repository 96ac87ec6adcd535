import { float32At } from "@image-staging/picture/at";
/** The bounding box of each triangle, 6 numbers each. */
export function boxesOf(corners: Float32Array): Float32Array {
  const boxes = new Float32Array((corners.length / 9) * 6);
  for (let at = 0, to = 0; at < corners.length; at += 9, to += 6) {
    for (let axis = 0; axis < 3; axis++) {
      const a = float32At(corners, at + axis);
      const b = a + float32At(corners, at + 3 + axis);
      const c = a + float32At(corners, at + 6 + axis);
      boxes[to + axis] = Math.min(a, b, c);
      boxes[to + 3 + axis] = Math.max(a, b, c);
    }
  }
  return boxes;
}

/** The middle of each bounding box, 3 numbers each. */
export function centresOf(boxes: Float32Array): Float32Array {
  const centres = new Float32Array(boxes.length / 2);
  for (let from = 0, to = 0; from < boxes.length; from += 6, to += 3) {
    for (let axis = 0; axis < 3; axis++) {
      centres[to + axis] = (float32At(boxes, from + axis) + float32At(boxes, from + 3 + axis)) / 2;
    }
  }
  return centres;
}

/** Widens a box by another. Written out: most of a tree's build is spent here. */
export function grow(bounds: Float32Array, at: number, boxes: Float32Array, from: number): void {
  const x0 = float32At(boxes, from);
  const y0 = float32At(boxes, from + 1);
  const z0 = float32At(boxes, from + 2);
  const x1 = float32At(boxes, from + 3);
  const y1 = float32At(boxes, from + 4);
  const z1 = float32At(boxes, from + 5);
  if (x0 < float32At(bounds, at)) bounds[at] = x0;
  if (y0 < float32At(bounds, at + 1)) bounds[at + 1] = y0;
  if (z0 < float32At(bounds, at + 2)) bounds[at + 2] = z0;
  if (x1 > float32At(bounds, at + 3)) bounds[at + 3] = x1;
  if (y1 > float32At(bounds, at + 4)) bounds[at + 4] = y1;
  if (z1 > float32At(bounds, at + 5)) bounds[at + 5] = z1;
}

/** Half of the surface of a box: what its chance to be hit grows with. */
export function halfArea(bounds: Float32Array, at: number): number {
  const x = float32At(bounds, at + 3) - float32At(bounds, at);
  const y = float32At(bounds, at + 4) - float32At(bounds, at + 1);
  const z = float32At(bounds, at + 5) - float32At(bounds, at + 2);
  return x * y + y * z + z * x;
}
