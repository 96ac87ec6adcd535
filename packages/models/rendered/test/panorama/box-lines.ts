import { boundaryRows, type PanoramaBox } from "../../src/panorama/box.ts";
import { type Evidence, evidenceOf, type Lean } from "../../src/panorama/wall-line.ts";

const [width, height] = [720, 360];

/** Steps at the bottoms and the ceiling's lines of a box, in the columns that are asked for, as a camera that leans sees them. */
export function linesOf(
  box: PanoramaBox,
  isSeen: (column: number) => boolean = () => true,
  [x, z]: Lean = [0, 0],
): { evidence: Evidence; corners: Float32Array } {
  const gradients = new Float32Array(width * height * 6);
  const up = (distance: number) => distance / (box.height - 1);
  const above = {
    ...box,
    distances: box.distances.map(up),
    block: box.block && { ...box.block, faces: box.block.faces.map(up) },
  };
  const bottoms = boundaryRows(box, width, height, 1);
  const tops = boundaryRows(above as unknown as PanoramaBox, width, height, 1);
  for (let column = 0; column < width; column++) {
    if (!isSeen(column)) continue;
    const around = (2 * Math.PI * (column + 0.5)) / width - Math.PI;
    const moved = ((x * Math.sin(around) - z * Math.cos(around)) / Math.PI) * height;
    for (const row of [bottoms[column] as number, height - (tops[column] as number)])
      for (const beside of [-1, 0, 1])
        gradients[(Math.floor(row + moved + beside) * width + column) * 6 + 1] = beside ? 1.5 : 3;
  }
  const edges = { width, height, gradients, background: 0.02 };
  return { evidence: evidenceOf(edges, new Float32Array(width * height)), corners: new Float32Array(width) };
}

/** The same box with one wall at another distance. */
export const withWall = (box: PanoramaBox, wall: number, distance: number): PanoramaBox => ({
  ...box,
  distances: box.distances.map((own, i) =>
    i === wall ? distance : own,
  ) as unknown as PanoramaBox["distances"],
});
