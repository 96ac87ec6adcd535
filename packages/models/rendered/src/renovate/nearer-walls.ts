import { distance, meansOf } from "@image-staging/picture/means-of";
import { quantile } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera, Opening, Room } from "@image-staging/tracer/scene";
import { type Projector, projectorOf } from "../analysis/projector.ts";
import { isOnFloor } from "./fittings.ts";

/** Metres of a wall's foot that are compared at a time, and from a corner on; points along and across each part, and the fewest parts that tell. */
const [part, corner, points, fewest] = [0.2, 0.3, 6, 5];
/** The share at both ends of a strip that is not compared: it is blurred there. */
const blurred = 0.15;
/** How far (Lab) what is no floor differs from the floor before it at least, and how many times as far as that does from the next. */
const [clear, times] = [4, 1.5];
/** The share of parts that can lie astray, and the nearest place of a wall, as a share of its distance, that is another one. */
const [astray, nearer] = [0.1, 0.985];
type Wall = "left" | "right" | "back";
type Lab = readonly number[];

/**
 * The room with those walls at the nearest that they can stand, whose floor evidently ends there: all along, what lies between
 * is no floor. The frames of French windows imitate a wall behind theirs; before others it is light. Openings stay where they are
 * in the picture.
 */
export function withNearerWalls(copy: WorkingCopy, camera: Camera, room: Room): Room {
  const projector = projectorOf(camera);
  let moved = room;
  for (const wall of ["left", "right", "back"] as const) {
    const near = room.nearest?.[wall] ?? room[wall];
    const share = near / room[wall];
    // French windows, whatever they were taken for.
    const hasFrames = room.openings.some((opening) => opening.wall === wall && isOnFloor(opening));
    if (!hasFrames || share > nearer || isFloor(copy, projector, room, wall, near)) continue;
    const openings = moved.openings.map((opening) =>
      opening.wall === wall ? nearerBy(share, opening, camera.elevation) : opening,
    );
    moved = { ...moved, [wall]: near, openings };
  }
  return moved;
}

/** An opening as it is seen on a plane parallel to its wall's, at a share of the distance from the camera. */
function nearerBy(share: number, opening: Opening, elevation: number): Opening {
  const high = (height: number): number => elevation + share * (height - elevation);
  const { from, to, bottom, top } = opening;
  return {
    ...opening,
    from: share * from,
    to: share * to,
    bottom: bottom > 0 ? Math.max(0, high(bottom)) : 0,
    top: high(top),
  };
}

/** Whether what lies between a wall's plane and a nearer one can be floor: somewhere it looks like what lies before both, or too little is in sight. */
function isFloor(copy: WorkingCopy, projector: Projector, room: Room, wall: Wall, near: number): boolean {
  const wide = near - room[wall];
  const [first, last] = wall === "back" ? [room.left, room.right - corner] : [room.back, room.front];
  const between: number[] = [];
  const before: number[] = [];
  for (let along = first + corner; along < last; along += part) {
    const strip = (nth: number): Lab | undefined => {
      const from = room[wall] + (nth + blurred) * wide;
      return meanOf(copy, projector, wall, [from, from + (1 - 2 * blurred) * wide], along);
    };
    const [own, floor, next] = [strip(0), strip(1), strip(2)];
    if (!own || !floor || !next) continue;
    between.push(distance(own, floor));
    before.push(distance(floor, next));
  }
  if (between.length < fewest) return true;
  const [least, usual] = [
    quantile(Float32Array.from(between), astray),
    quantile(Float32Array.from(before), 1 - astray),
  ];
  return least < Math.max(clear, times * usual);
}

/** The mean colour of a part of a strip of the floor; undefined if most of it is out of sight. */
function meanOf(
  { lab, width, height }: WorkingCopy,
  projector: Projector,
  wall: Wall,
  [from, to]: readonly [number, number],
  along: number,
): Lab | undefined {
  const pixels: number[] = [];
  for (let i = 0; i < points; i++) {
    for (let j = 0; j < points; j++) {
      const [away, place] = [from + ((i + 0.5) / points) * (to - from), along + ((j + 0.5) / points) * part];
      const seen = projector.point(wall === "back" ? [place, 0, away] : [away, 0, place]);
      if (!seen) continue;
      const [x, y] = [Math.floor(seen[0]), Math.floor(seen[1])];
      if (x >= 0 && y >= 0 && x < width && y < height) pixels.push(y * width + x);
    }
  }
  return 2 * pixels.length > points ** 2 ? meansOf(lab, pixels) : undefined;
}
