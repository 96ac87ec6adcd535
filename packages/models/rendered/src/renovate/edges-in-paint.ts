import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Segment } from "../analysis/camera/segments.ts";
import { type Face, type FaceFrame, faceNames, framesOf, type Hits, type Planes } from "../analysis/faces.ts";

/** Pixels to both sides of an edge at which paint is looked for, and the share of its length that has it there. */
const [aside, mostly] = [8, 0.6];
/** Pixels to both sides of an edge: a door's step is as large at both distances, that of a wall's shade grows by so much. */
const [near, far, fading] = [2, 9, 1.6];
/** Metres from a corner within which an edge is the corner's or its shade's: of a door there the other side shows. */
const atCorner = 0.45;
/** Faint edges are a door's side if they stand so nearly above one another, this far together, and from this low on (metres). */
const [inLine, tall, low] = [0.04, 1.6, 0.3];

/** Metres below the ceiling to which the edge of a pilaster, a chimney breast or a corner reaches; a door ends lower. */
const atCeiling = 0.2;
/** Metres that pieces of a corner lie apart at most, since it leans if the box is a little askew. */
const inCorner = 0.1;

/** An upright edge in the paint: metres along its wall and above the floor, and the steps of Lab across it. */
interface Upright {
  wall: Face;
  at: number;
  bottom: number;
  rise: number;
  near: number;
  far: number;
}

/**
 * Metres of upright edges with paint on both sides: clear ones, and faint ones that make up a door's side. A painted wall has
 * none: if there are some, the paint covers a door of its colour, or something before the wall.
 */
export function edgesInPaint(
  paint: Uint8Array,
  segments: readonly Segment[],
  faint: readonly Segment[],
  hits: Hits,
  planes: Planes,
  copy: WorkingCopy,
): number {
  const frames = framesOf(planes);
  const uprights = (of: readonly Segment[]): Upright[] =>
    of.map((segment) => uprightOf(segment, paint, hits, frames, copy)).filter((edge) => edge !== undefined);
  const all = uprights([...segments, ...faint]);
  const isCorner = ({ wall, at }: Upright): boolean =>
    all.some(
      (one) =>
        one.wall === wall &&
        Math.abs(one.at - at) < inCorner &&
        one.bottom + one.rise > frames[wall].up - atCeiling,
    );
  const inPaint = (of: readonly Segment[]): Upright[] => uprights(of).filter((edge) => !isCorner(edge));
  const clear = inPaint(segments).filter((edge) => !isShade([edge]));
  const sides = inPaint(faint);
  const doors = sides
    .map(({ wall, at }) => sides.filter((one) => one.wall === wall && Math.abs(one.at - at) < inLine))
    .filter((side) => Math.min(...side.map(({ bottom }) => bottom)) < low && !isShade(side))
    .map(metresOf)
    .filter((metres) => metres > tall);
  return metresOf(clear) + Math.max(0, ...doors);
}

const metresOf = (edges: readonly Upright[]): number => edges.reduce((sum, { rise }) => sum + rise, 0);

/** Whether the step grows with the distance: a wall's shade has no edge. */
function isShade(edges: readonly Upright[]): boolean {
  const mean = (of: (edge: Upright) => number): number =>
    edges.reduce((sum, edge) => sum + edge.rise * of(edge), 0);
  return mean((edge) => edge.far) > fading * mean((edge) => edge.near);
}

/** A segment as an upright edge; undefined if it is none, lies at a corner or has no paint on one side. */
function uprightOf(
  { x1, y1, x2, y2, length }: Segment,
  paint: Uint8Array,
  { face, u, v }: Hits,
  frames: Readonly<Record<Face, FaceFrame>>,
  { lab, width, height }: WorkingCopy,
): Upright | undefined {
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? -1 : Math.floor(y) * width + Math.floor(x);
  const [first, last] = [at(x1, y1), at(x2, y2)];
  const wall = faceNames[face[first] ?? -1];
  if (first < 0 || last < 0 || !wall || face[first] !== face[last]) return undefined;
  const { across, up } = frames[wall];
  const along = Math.abs((u[first] as number) - (u[last] as number)) * across;
  const rise = Math.abs((v[first] as number) - (v[last] as number)) * up;
  const share = u[first] as number;
  if (rise < 4 * along || Math.min(share, 1 - share) * across < atCorner) return undefined;
  const [nx, ny] = [-(y2 - y1) / length, (x2 - x1) / length];
  const count = Math.max(1, Math.floor(length));
  const points = Array.from({ length: count }, (_, k): readonly [number, number] => [
    x1 + ((x2 - x1) * k) / count,
    y1 + ((y2 - y1) * k) / count,
  ]);
  const sidesAt = (away: number) =>
    points.map(([x, y]) => [at(x + away * nx, y + away * ny), at(x - away * nx, y - away * ny)] as const);
  const inside = sidesAt(aside).filter(([a, b]) => paint[a] && paint[b]).length;
  if (inside <= mostly * count) return undefined;
  /** The mean step of Lab between pixels at a distance to both sides. */
  const stepAcross = (away: number): number => {
    const inSight = sidesAt(away).filter(([a, b]) => a >= 0 && b >= 0);
    const sums = lab.map((plane) => inSight.reduce((sum, [a, b]) => sum + plane.at(a) - plane.at(b), 0));
    return Math.hypot(...sums) / count;
  };
  const bottom = Math.min(v[first] as number, v[last] as number) * up;
  return { wall, at: share * across, bottom, rise, near: stepAcross(near), far: stepAcross(far) };
}
