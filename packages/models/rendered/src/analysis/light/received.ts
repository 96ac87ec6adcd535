import type { AreaLight, FaceRadiance, Light, Rgb, Vec3 } from "@image-staging/tracer/scene";
import { type Face, type FaceFrame, faceNames, pointOn } from "../faces.ts";
import { cells } from "./seen-faces.ts";

/** A face's part as a light: from the first to the end of its columns and rows, in cells. */
export function patch(
  frame: FaceFrame,
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
  radiance: Rgb,
): AreaLight {
  const { u, v, normal } = frame;
  const corner = pointOn(frame, from / cells, low / cells);
  const [s, t] = [(to - from) / cells, (high - low) / cells];
  return {
    corner: [corner[0] + 0.01 * normal[0], corner[1] + 0.01 * normal[1], corner[2] + 0.01 * normal[2]],
    u: [u[0] * s, u[1] * s, u[2] * s],
    v: [v[0] * t, v[1] * t, v[2] * t],
    radiance,
  };
}

/** The faces' cells as lights. */
export const facets = (faces: Light["faces"], frames: Record<Face, FaceFrame>): AreaLight[] =>
  faceNames.flatMap((name) => facetsOf(faces[name], frames[name]));

function facetsOf({ columns, rows, radiance }: FaceRadiance, frame: FaceFrame): AreaLight[] {
  return Array.from({ length: columns * rows }, (_, k) => {
    const [column, row] = [k % columns, Math.floor(k / columns)];
    const colour = radiance.subarray(k * 3, k * 3 + 3) as unknown as Rgb;
    return patch(frame, [column, column + 1], [row, row + 1], colour);
  });
}

const numbers = 6;

/** Lights as points that `receivedFrom` reads: of each, its middle and its normal, as long as its power. */
export function pointsOf(lights: readonly AreaLight[]): Float64Array {
  const points = new Float64Array(lights.length * numbers);
  for (const [i, { corner, u, v, radiance }] of lights.entries()) {
    const power = (radiance[0] + radiance[1] + radiance[2]) / 3;
    const middle = corner.map((value, axis) => value + ((u[axis] as number) + (v[axis] as number)) / 2);
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    points.set([...middle, ...normal.map((value) => value * power)], i * numbers);
  }
  return points;
}

/** What lights give a small white ball at a point, as the ball's mean radiance; with `facing`, a white surface there. */
export function receivedFrom(points: Float64Array, [x, y, z]: Vec3, facing?: Vec3): number {
  const [fx, fy, fz] = facing ?? [0, 0, 0];
  let sum = 0;
  for (let at = 0; at < points.length; at += numbers) {
    const dx = (points[at] as number) - x;
    const dy = (points[at + 1] as number) - y;
    const dz = (points[at + 2] as number) - z;
    const squared = 0.05 + dx * dx + dy * dy + dz * dz;
    const along =
      dx * (points[at + 3] as number) + dy * (points[at + 4] as number) + dz * (points[at + 5] as number);
    const distance = Math.sqrt(squared);
    const caught = facing ? (4 * Math.max(0, dx * fx + dy * fy + dz * fz)) / distance : 1;
    sum += (caught * Math.abs(along)) / (distance * squared);
  }
  return sum / (4 * Math.PI);
}
