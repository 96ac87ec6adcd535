import { alongLine, type EdgeField } from "@image-staging/picture/edge-field";
import type { Camera, Vec3 } from "@image-staging/tracer/scene";
import { type Projector, projectorOf } from "../projector.ts";
import { type Evidence, edgeWeight, floorWeight } from "./box.ts";
import { jointOf, lengthInSight } from "./corner.ts";

const geometric = (first: number, ratio: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first * ratio ** i);

/** The distances to the planes that the search tries, in units of the camera's elevation. */
export const backs = geometric(0.9, 1.055, 44);
export const sides = geometric(0.35, 1.085, 38);
export const heights = geometric(1.3, 1.045, 24);

/** The x of the two sides' planes, from left to right. */
const across = [...sides.map((side) => -side).reverse(), ...sides];
const columns = across.length;

/**
 * What a side wall adds to a box's score by the edges that end at it: for each back, side and height, back first. The
 * sum of the left's and the right's is the score of all edges.
 */
export type EdgeSums = readonly [left: Float32Array, right: Float32Array];

/** The column in `across` of a side: 0 is the left. */
const columnAt = (hand: 0 | 1, side: number): number =>
  hand === 0 ? sides.length - 1 - side : sides.length + side;

/** Sums along the edges of all boxes, in the units of a picture 300 pixels wide. */
export function edgeSumsOf(edges: EdgeField, camera: Camera): EdgeSums {
  const projector = projectorOf(camera);
  /** Running sums along a chain of points. */
  const chain = (points: readonly Vec3[], sumOf = alongLine): number[] => {
    let sum = 0;
    return points.map((point, i) => {
      const line = i > 0 && projector.line(points[i - 1] as Vec3, point);
      if (line) sum += sumOf(edges, ...line);
      return sum;
    });
  };
  const level = (y: number, z: number): number[] => chain(across.map((x): Vec3 => [x, y, z]));
  const receding = (x: number, y: number): { seen: number[]; length: number[] } => {
    const points = [[x, y, 3] as const, ...backs.map((b): Vec3 => [x, y, -b])];
    return { seen: chain(points).slice(1), length: chain(points, lengthInSight).slice(1) };
  };
  const floorBack = backs.map((b) => level(0, -b));
  const ceilingBack = backs.map((b) => heights.map((h) => level(h, -b)));
  const unit = 300 / edges.width;
  const ofHand = (hand: 0 | 1): Float32Array => {
    const sign = hand === 0 ? -1 : 1;
    const floorSide = sides.map((s) => receding(sign * s, 0));
    const ceilingSide = sides.map((s) => heights.map((h) => receding(sign * s, h)));
    const sums = new Float32Array(backs.length * sides.length * heights.length);
    let at = 0;
    backs.forEach((b, nb) => {
      sides.forEach((s, ns) => {
        const column = columnAt(hand, ns);
        const corner = chain([[sign * s, 0, -b], ...heights.map((h): Vec3 => [sign * s, h, -b])]);
        const foot = floorSide[ns]?.seen[nb] ?? 0;
        const footLength = floorSide[ns]?.length[nb] ?? 0;
        const low = sign * (floorBack[nb]?.[column] ?? 0) + foot;
        for (let nh = 0; nh < heights.length; nh++) {
          const top = ceilingSide[ns]?.[nh];
          const receding = top?.seen[nb] ?? 0;
          const high = sign * (ceilingBack[nb]?.[nh]?.[column] ?? 0) + receding;
          const ends = edgeWeight.floorBack * low + edgeWeight.ceilingBack * high;
          const joint = jointOf(unit * (foot + receding), unit * (footLength + (top?.length[nb] ?? 0)));
          sums[at++] = unit * (ends + edgeWeight.left * joint * (corner[nh + 1] ?? 0));
        }
      });
    });
    return sums;
  };
  return [ofHand(0), ofHand(1)];
}

/** The floor's likeness that a side adds for each back and side, the left's with its sign turned: back first. */
export function floorSumsOf({ camera, edges, likeness }: Evidence): readonly [Float32Array, Float32Array] {
  const table = floorTable(edges, likeness, projectorOf(camera));
  const ofHand = (hand: 0 | 1): Float32Array =>
    Float32Array.from({ length: backs.length * sides.length }, (_, i) => {
      const column = columnAt(hand, i % sides.length);
      const sum = table[Math.floor(i / sides.length) * columns + column] as number;
      return hand === 0 ? -sum : sum;
    });
  return [ofHand(0), ofHand(1)];
}

/** Sums of floor likeness over the floor nearer than each back plane and left of each column. */
function floorTable(edges: EdgeField, likeness: Float32Array, projector: Projector): Float32Array {
  const { width, height } = edges;
  const sums = new Float32Array(backs.length * columns);
  const weight = floorWeight * (300 / width) ** 2;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const point = projector.onLevel(x + 0.5, y + 0.5, 0);
      if (!point) continue;
      const b =
        point[1] >= -(backs[0] as number)
          ? 0
          : Math.ceil(Math.log(-point[1] / (backs[0] as number)) / Math.log(1.055));
      const column = columnOf(point[0]);
      if (b >= backs.length || column >= columns) continue;
      sums[b * columns + column] =
        (sums[b * columns + column] as number) + weight * (likeness[y * width + x] as number);
    }
  }
  for (let b = 0; b < backs.length; b++) {
    for (let c = 1; c < columns; c++)
      sums[b * columns + c] = (sums[b * columns + c] as number) + (sums[b * columns + c - 1] as number);
  }
  for (let i = columns; i < sums.length; i++) sums[i] = (sums[i] as number) + (sums[i - columns] as number);
  return sums;
}

/** The first column at or right of x. */
function columnOf(x: number): number {
  const step = Math.log(Math.abs(x) / (sides[0] as number)) / Math.log(1.085);
  if (x >= 0) return sides.length + Math.max(0, Math.ceil(step));
  return step < 0 ? sides.length : Math.max(0, sides.length - 1 - Math.floor(step));
}
