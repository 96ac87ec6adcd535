import { alongLine, type EdgeField } from "@image-staging/picture/edge-field";
import { type Evidence, type Lean, support, type Weights, weightsOf } from "./wall-line.ts";

/** A built-up corner between a wall and the next one clockwise, whose two faces are nearer than those walls. */
export interface Block {
  /** The first of the two walls. */
  wall: number;
  /** Distances of the faces along the first wall and along the next one. */
  faces: readonly [own: number, next: number];
}

/** Walls clockwise from the back one, in units of the camera's height over the floor; so is the ceiling's height. */
export interface PanoramaBox {
  /** How far the picture's middle is turned to the left of the back wall, in radians. */
  heading: number;
  /** Distances of the back, right, front and left wall. */
  distances: readonly [number, number, number, number];
  height: number;
  lean?: Lean | undefined;
  block?: Block | undefined;
}

/** A plane around the viewer from one corner to the next, in radians from its nearest point. */
export interface Face {
  /** The wall that it is, or is parallel to. */
  wall: number;
  distance: number;
  from: number;
  to: number;
}

const cornerWeight = 0.8;
/** Rows between which a corner is looked for, in degrees over the horizon. */
const cornerSpan = [24, -18] as const;
/** Azimuth over which steps are summed with their sign. */
export const run = Math.PI / 72;

/** The row of the floor boundary in each column, for a room drawn in or out by `margin`. */
export function boundaryRows(
  { heading, distances, block }: PanoramaBox,
  width: number,
  height: number,
  margin: number,
): Float32Array {
  return Float32Array.from({ length: width }, (_, x) => {
    const turn = 2 * Math.PI * ((x + 0.5) / width - 0.5) - heading;
    const slopeTo = (wall: number, distance: number) =>
      Math.cos(turn - (wall * Math.PI) / 2) / (distance * margin);
    const slope = Math.max(...distances.map((distance, wall) => slopeTo(wall, distance)));
    const before = block
      ? Math.min(...block.faces.map((distance, i) => slopeTo(block.wall + i, distance)))
      : 0;
    return height / 2 + (Math.atan(Math.max(slope, before)) / Math.PI) * height;
  });
}

/** All that stands around the viewer, clockwise from the back wall. */
export function facesOf({ distances, block }: Pick<PanoramaBox, "distances" | "block">): Face[] {
  const ring = distances.map((distance, wall) => ({ wall, distance }));
  if (block) {
    const [own, next] = block.faces;
    const [first, second] = [block.wall, (block.wall + 1) % 4];
    ring.splice(first + 1, 0, { wall: second, distance: next }, { wall: first, distance: own });
  }
  return ring.map(({ wall, distance }, i) => {
    // Half a wall ends at the one before it or after it, whichever its neighbour is.
    const turnTo = (other: { wall: number; distance: number }) =>
      Math.atan(other.distance / distance) * ((other.wall - wall + 4) % 4 === 1 ? 1 : -1);
    const [before, after] = [-1, 1].map((step) => ring[(i + step + ring.length) % ring.length]) as [
      Omit<Face, "from" | "to">,
      Omit<Face, "from" | "to">,
    ];
    return { wall, distance, from: turnTo(before), to: turnTo(after) };
  });
}

/** Support for a vertical edge in each column, in degrees. */
export function cornersOf(field: EdgeField): Float32Array {
  const { width, height } = field;
  const [top, bottom] = cornerSpan.map((degrees) => (0.5 - degrees / 180) * height) as [number, number];
  const lines = Float32Array.from(
    { length: width },
    (_, x) => (alongLine(field, x + 0.5, top, x + 0.5, bottom) * 180) / height,
  );
  return lines.map((value, x) =>
    Math.max(value, lines[(x + 1) % width] as number, lines[(x + width - 1) % width] as number),
  );
}

/** The column in which a direction appears, in radians clockwise from the back wall's middle. */
export const columnOf = (width: number, heading: number, turn: number): number =>
  ((turn + heading) / (2 * Math.PI) + 0.5) * width;

/** What a vertical edge there is worth. */
export function cornerAt(corners: Float32Array, heading: number, turn: number): number {
  const width = corners.length;
  const column = Math.floor(columnOf(width, heading, turn));
  return cornerWeight * (corners[((column % width) + width) % width] as number);
}

/** A camera stands at a bit more than half of a room's height, some steps from its walls. */
export function prior(distances: readonly number[], height: number): number {
  const far = distances.reduce((sum, distance) => sum + Math.log(distance / 1.6) ** 2, 0);
  return -6 * (Math.log(height / 1.73) / 0.15) ** 2 - 2 * far;
}

/** Support for all lines of a box, in degrees; `boundaries` are those of the walls' floor boundaries, for each degree. */
export function supports(
  evidence: Evidence,
  corners: Float32Array,
  box: PanoramaBox,
  weights: Readonly<Record<"floor" | "ceiling", Weights>> = weightsOf,
) {
  const { heading } = box;
  const sums = { floor: 0, ceiling: 0, corners: 0, boundaries: [] as number[] };
  const degrees = [0, 0, 0, 0];
  const boundaries = [0, 0, 0, 0];
  for (const face of facesOf(box)) {
    const { floor, ceiling } = linesOf(evidence, box, face, weights);
    sums.floor += floor;
    sums.ceiling += ceiling;
    boundaries[face.wall] = (boundaries[face.wall] as number) + floor;
    degrees[face.wall] = (degrees[face.wall] as number) + ((face.to - face.from) * 180) / Math.PI;
    sums.corners += cornerAt(corners, heading, (face.wall * Math.PI) / 2 + face.to);
  }
  sums.boundaries = boundaries.map((sum, wall) => sum / (degrees[wall] as number));
  return sums;
}

/** Support for the floor boundary and the ceiling's line of one face, in degrees. */
export function linesOf(
  evidence: Evidence,
  { heading, height, lean }: PanoramaBox,
  { wall, distance, from, to }: Face,
  weights: Readonly<Record<"floor" | "ceiling", Weights>> = weightsOf,
) {
  const middle = columnOf(evidence.edges.width, heading, (wall * Math.PI) / 2);
  const count = Math.ceil((to - from) / run);
  let [floor, ceiling] = [0, 0];
  for (let i = 0; i < count; i++) {
    const [a, b] = [from + (i / count) * (to - from), from + ((i + 1) / count) * (to - from)];
    floor += support(evidence, "floor", { middle, distance, from: a, to: b }, weights.floor, lean);
    ceiling += support(
      evidence,
      "ceiling",
      { middle, distance: distance / (height - 1), from: a, to: b },
      weights.ceiling,
      lean,
    );
  }
  return { floor, ceiling };
}
