/** The bounding box of each triangle, 6 numbers each. */
export function boxesOf(corners: Float32Array): Float32Array {
  const boxes = new Float32Array((corners.length / 9) * 6);
  for (let at = 0, to = 0; at < corners.length; at += 9, to += 6) {
    for (let axis = 0; axis < 3; axis++) {
      const a = corners[at + axis] ?? 0;
      const b = a + (corners[at + 3 + axis] ?? 0);
      const c = a + (corners[at + 6 + axis] ?? 0);
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
      centres[to + axis] = ((boxes[from + axis] ?? 0) + (boxes[from + 3 + axis] ?? 0)) / 2;
    }
  }
  return centres;
}

/** Widens a box by another. Written out: most of a tree's build is spent here. */
export function grow(bounds: Float32Array, at: number, boxes: Float32Array, from: number): void {
  const x0 = boxes[from] ?? 0;
  const y0 = boxes[from + 1] ?? 0;
  const z0 = boxes[from + 2] ?? 0;
  const x1 = boxes[from + 3] ?? 0;
  const y1 = boxes[from + 4] ?? 0;
  const z1 = boxes[from + 5] ?? 0;
  if (x0 < (bounds[at] ?? 0)) bounds[at] = x0;
  if (y0 < (bounds[at + 1] ?? 0)) bounds[at + 1] = y0;
  if (z0 < (bounds[at + 2] ?? 0)) bounds[at + 2] = z0;
  if (x1 > (bounds[at + 3] ?? 0)) bounds[at + 3] = x1;
  if (y1 > (bounds[at + 4] ?? 0)) bounds[at + 4] = y1;
  if (z1 > (bounds[at + 5] ?? 0)) bounds[at + 5] = z1;
}

/** Half of the surface of a box: what its chance to be hit grows with. */
export function halfArea(bounds: Float32Array, at: number): number {
  const x = (bounds[at + 3] ?? 0) - (bounds[at] ?? 0);
  const y = (bounds[at + 4] ?? 0) - (bounds[at + 1] ?? 0);
  const z = (bounds[at + 5] ?? 0) - (bounds[at + 2] ?? 0);
  return x * y + y * z + z * x;
}
