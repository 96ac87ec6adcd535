import type { EdgeField } from "@image-staging/picture/edge-field";
import type { Camera, Vec3 } from "@image-staging/tracer/scene";
import type { Planes } from "../faces.ts";
import type { Projector } from "../projector.ts";
import type { Witness } from "./conflicts.ts";

/** A room's box in units of the camera's elevation: distances to the planes, and the ceiling's height over the floor. */
export interface Box {
  left: number;
  right: number;
  back: number;
  height: number;
}

/** What a box is judged by, at one size of the picture. */
export interface Evidence {
  camera: Camera;
  edges: EdgeField;
  /** Log ratio of floor to other for each pixel. */
  likeness: Float32Array;
  witnesses: readonly Witness[];
}

export type Edge =
  | "floorBack"
  | "floorLeft"
  | "floorRight"
  | "ceilingBack"
  | "ceilingLeft"
  | "ceilingRight"
  | "left"
  | "right";

/** What a pixel of a segment that contradicts the box counts against a pixel of edge. */
export const conflictWeight = 0.9;

/** What a pixel of floor counts against a pixel of edge, at a picture 300 pixels wide. */
export const floorWeight = 0.02;

export const edgeWeight: Readonly<Record<Edge, number>> = {
  floorBack: 1.2,
  floorLeft: 1.2,
  floorRight: 1.2,
  ceilingBack: 0.8,
  ceilingLeft: 0.8,
  ceilingRight: 0.8,
  left: 1,
  right: 1,
};

/** How likely a box is before the picture is read: a camera at half of the height, a room a few steps wide and deep. */
export function boxPrior({ left, right, back, height }: Box): number {
  const spread = (value: number, usual: number, deviation: number): number =>
    (Math.log(value / usual) / deviation) ** 2;
  const span = Math.max(0, Math.log(Math.max(left, right) / 4)) ** 2;
  return (
    -0.5 *
    (3 * spread(height, 2.0, height > 2 ? 0.3 : 0.2) +
      spread(left + right, 3.4, 0.5) +
      spread(back, 3, 0.6) +
      4 * span)
  );
}

/** The image lines of a box's edges, whether visible or not. */
export function edgesOf(
  projector: Projector,
  { left, right, back, height }: Box,
): Record<Edge, ReturnType<Projector["line"]>> {
  const front = 3;
  const at = (x: number, y: number, z: number): Vec3 => [x, y, z];
  const line = (a: Vec3, b: Vec3) => projector.line(a, b);
  return {
    floorBack: line(at(-left, 0, -back), at(right, 0, -back)),
    floorLeft: line(at(-left, 0, front), at(-left, 0, -back)),
    floorRight: line(at(right, 0, front), at(right, 0, -back)),
    ceilingBack: line(at(-left, height, -back), at(right, height, -back)),
    ceilingLeft: line(at(-left, height, front), at(-left, height, -back)),
    ceilingRight: line(at(right, height, front), at(right, height, -back)),
    left: line(at(-left, 0, -back), at(-left, height, -back)),
    right: line(at(right, 0, -back), at(right, height, -back)),
  };
}

/** The planes of a box at a scale. The wall behind the camera is not seen: half a metre behind it. */
export function planesOf({ left, right, back, height }: Box, elevation: number): Planes {
  return {
    left: -left * elevation,
    right: right * elevation,
    back: -back * elevation,
    front: 0.5,
    height: height * elevation,
  };
}

/** The same walls and ceiling in the picture over a floor that lies lower by `rise` of the camera's elevation. */
export function lowered({ left, right, back, height }: Box, rise: number): Box {
  const share = 1 - rise;
  return { left: left * share, right: right * share, back: back * share, height: 1 + (height - 1) * share };
}
