import type { Picture } from "@image-staging/picture/picture";

/** How far from the box's corner the photo's own is at most, as a share of the picture's width. */
const reach = 1 / 60;
/** Levels by which two walls differ at their corner at least, less shows no edge; hue counts more than light, since shade deepens there. */
const [leastStep, ofHue] = [12, 4];
/** Pixels to each side of an edge between which this share of the walls' difference lies: shade deepens over more. */
const [near, atOnce] = [3, 0.6];

/** The face of each pixel, and the first pixel of the right one of two walls in each row that shows their edge. */
interface Corners {
  face: Uint8Array;
  edges: readonly number[];
}

/**
 * The face of each pixel, with the corner of two walls of different paint (`differ`) where the photo shows it: the box's is
 * a few pixels off, and a strip of one wall would get the other's paint. `coverage` is 255 where paint covers a pixel.
 */
export function cornersInPaint(
  { data, width, height }: Picture,
  face: Uint8Array,
  coverage: Uint8Array,
  differ: (left: number, right: number) => boolean,
): Corners {
  const moved = face.slice();
  const edges: number[] = [];
  const most = Math.ceil(reach * width);
  const at = (i: number, c: 0 | 1 | 2): number => data[i * 3 + c] as number;
  const between = (i: number, k: number, c: 0 | 2): number =>
    Math.abs(at(i, c) - at(i, 1) - at(k, c) + at(k, 1));
  const unlike = (i: number, k: number): number =>
    Math.abs(at(i, 1) - at(k, 1)) + ofHue * (between(i, k, 0) + between(i, k, 2));
  for (let row = 0; row < width * height; row += width) {
    for (let x = most + 1; x < width - most; x++) {
      const [corner, left, right] = [row + x, row + x - most - 1, row + x + most];
      const [own, other] = [face[corner - 1] as number, face[corner] as number];
      if (own === other || !differ(own, other)) continue;
      const isPainted = coverage[left] === 255 && coverage[right] === 255;
      if (!isPainted || face[left] !== own || face[right] !== other || unlike(left, right) < leastStep)
        continue;
      let [cost, least, edge] = [0, 0, left + 1];
      for (let i = left + 1; i < right; i++) {
        if (coverage[i]) cost += unlike(i, left) - unlike(i, right);
        if (cost < least) [least, edge] = [cost, i + 1];
      }
      const isSharp = unlike(Math.max(left, edge - near), edge + near - 1) > atOnce * unlike(left, right);
      if (!isSharp) continue;
      moved.fill(own, left + 1, edge).fill(other, edge, right);
      edges.push(edge);
    }
  }
  return { face: moved, edges };
}
