import { alongLine, type EdgeField } from "../analysis/picture/edge-field.ts";
import { type Evidence, type Lean, support, type Weights, weightsOf } from "./wall-line.ts";

/** Walls clockwise from the back one, in units of the camera's height over the floor; so is the ceiling's height. */
export interface PanoramaBox {
  /** How far the picture's middle is turned to the left of the back wall, in radians. */
  heading: number;
  /** Distances of the back, right, front and left wall. */
  distances: readonly [number, number, number, number];
  height: number;
  lean?: Lean | undefined;
}

export const cornerWeight = 0.8;
/** Rows between which a corner is looked for, in degrees over the horizon. */
export const upright = [24, -18] as const;
/** Azimuth over which steps are summed with their sign. */
export const run = Math.PI / 72;

/** The row of the walls' foot in each column, for a room drawn in or out by `margin`. */
export function footRows(
  { heading, distances }: PanoramaBox,
  width: number,
  height: number,
  margin: number,
): Float32Array {
  return Float32Array.from({ length: width }, (_, x) => {
    const turn = 2 * Math.PI * ((x + 0.5) / width - 0.5) - heading;
    const slope = Math.max(
      ...distances.map((distance, wall) => Math.cos(turn - (wall * Math.PI) / 2) / (distance * margin)),
    );
    return height / 2 + (Math.atan(slope) / Math.PI) * height;
  });
}

/** Support for an upright edge in each column, in degrees. */
export function cornersOf(field: EdgeField): Float32Array {
  const { width, height } = field;
  const [top, bottom] = upright.map((degrees) => (0.5 - degrees / 180) * height) as [number, number];
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

/** What an upright edge there is worth. */
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

/** Support for all lines of a box, in degrees; `feet` are those of the walls, for each degree, and `uprights` those of the corners. */
export function supports(
  evidence: Evidence,
  corners: Float32Array,
  { heading, distances, height, lean }: PanoramaBox,
  weights: Readonly<Record<"floor" | "ceiling", Weights>> = weightsOf,
) {
  const { width } = evidence.edges;
  const sums = { floor: 0, ceiling: 0, corners: 0, feet: [] as number[], uprights: [] as number[] };
  distances.forEach((distance, wall) => {
    const middle = columnOf(width, heading, (wall * Math.PI) / 2);
    const to = Math.atan((distances[(wall + 1) % 4] as number) / distance);
    const from = -Math.atan((distances[(wall + 3) % 4] as number) / distance);
    const count = Math.ceil((to - from) / run);
    const before = sums.floor;
    for (let i = 0; i < count; i++) {
      const [a, b] = [from + (i / count) * (to - from), from + ((i + 1) / count) * (to - from)];
      sums.floor += support(evidence, "floor", middle, distance, a, b, weights.floor, lean);
      const above = distance / (height - 1);
      sums.ceiling += support(evidence, "ceiling", middle, above, a, b, weights.ceiling, lean);
    }
    sums.feet.push((sums.floor - before) / (((to - from) * 180) / Math.PI));
    sums.uprights.push(cornerAt(corners, heading, (wall * Math.PI) / 2 + to));
    sums.corners += sums.uprights.at(-1) as number;
  });
  return sums;
}
