import { faceNames, framesOf, type Hits, type Planes } from "../analysis/faces.ts";
import type { Segment } from "../analysis/segments.ts";
import type { WorkingCopy } from "../analysis/working-copy.ts";

/** Pixels to both sides of an edge at which paint is looked for, and the share of its length that has it there. */
const [aside, mostly] = [8, 0.6];
/** Pixels to both sides of an edge: a door's step is as large at both distances, that of a wall's shade grows by so much. */
const [near, far, fading] = [2, 9, 1.6];
/** Metres from a corner within which an edge is the corner's or its shade's: of a door there the other side shows. */
const atCorner = 0.45;

/**
 * Metres of clear, upright edges with paint on both sides. Paint has none: it covers a door of its own colour, or what else
 * stands before the wall.
 */
export function edgesInPaint(
  paint: Uint8Array,
  segments: readonly Segment[],
  { face, u, v }: Hits,
  planes: Planes,
  { lab, width, height }: WorkingCopy,
): number {
  const frames = framesOf(planes);
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
    const [nx, ny] = [-(y2 - y1) / length, (x2 - x1) / length];
    const count = Math.max(1, Math.floor(length));
    /** The mean step of Lab between pixels at a distance to both sides. */
    const stepAcross = (away: number): number => {
      const sums = lab.map((plane) => {
        let sum = 0;
        for (let k = 0; k < count; k++) {
          const [x, y] = [x1 + ((x2 - x1) * k) / count, y1 + ((y2 - y1) * k) / count];
          const [a, b] = [at(x + away * nx, y + away * ny), at(x - away * nx, y - away * ny)];
          if (a >= 0 && b >= 0) sum += (plane[a] as number) - (plane[b] as number);
        }
        return sum / count;
      });
      return Math.hypot(...sums);
    };
    let inside = 0;
    for (let k = 0; k < count; k++) {
      const [x, y] = [x1 + ((x2 - x1) * k) / count, y1 + ((y2 - y1) * k) / count];
      if (paint[at(x + aside * nx, y + aside * ny)] && paint[at(x - aside * nx, y - aside * ny)]) inside++;
    }
    const isShade = stepAcross(far) > fading * stepAcross(near);
    if (inside > mostly * count && !isShade) metres += rise;
  }
  return metres;
}
