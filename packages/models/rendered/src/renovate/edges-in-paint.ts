import { faceNames, framesOf, type Hits, type Planes } from "../analysis/faces.ts";
import type { Segment } from "../analysis/segments.ts";

/** Pixels to both sides of an edge at which paint is looked for, and the share of its length that has it there. */
const [aside, mostly] = [4, 0.6];
/** Metres from a corner within which an edge is the corner's. */
const atCorner = 0.25;

/**
 * Metres of clear, upright edges with paint on both sides. Paint has none: it covers a door of its own colour, or what else
 * stands before the wall.
 */
export function edgesInPaint(
  paint: Uint8Array,
  segments: readonly Segment[],
  { face, u, v }: Hits,
  planes: Planes,
  width: number,
): number {
  const frames = framesOf(planes);
  const height = paint.length / width;
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? -1 : Math.floor(y) * width + Math.floor(x);
  let metres = 0;
  for (const { x1, y1, x2, y2, length } of segments) {
    const [first, last] = [at(x1, y1), at(x2, y2)];
    const name = faceNames[face[first] ?? -1];
    if (first < 0 || last < 0 || !name || face[first] !== face[last]) continue;
    const { across, up } = frames[name];
    const along = Math.abs((u[first] as number) - (u[last] as number)) * across;
    const rise = Math.abs((v[first] as number) - (v[last] as number)) * up;
    const share = u[first] as number;
    if (rise < 4 * along || Math.min(share, 1 - share) * across < atCorner) continue;
    const [nx, ny] = [(-aside * (y2 - y1)) / length, (aside * (x2 - x1)) / length];
    const count = Math.max(1, Math.floor(length));
    let inside = 0;
    for (let k = 0; k < count; k++) {
      const [x, y] = [x1 + ((x2 - x1) * k) / count, y1 + ((y2 - y1) * k) / count];
      if (paint[at(x + nx, y + ny)] && paint[at(x - nx, y - ny)]) inside++;
    }
    if (inside > mostly * count) metres += rise;
  }
  return metres;
}
