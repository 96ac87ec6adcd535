import { project } from "@image-staging/tracer/camera";
import type { Camera, Room, WallName } from "@image-staging/tracer/scene";
import { isAcross } from "./sides.ts";

const cell = 0.1;

/** Nothing touches a wall: metres. */
const least = 0.01;

/** However far away a wall is, a piece this far from its floor boundary keeps off it: metres. */
const most = 0.2;

/** By how much a floor boundary can be found wrong, over the picture's longer side. */
const error = 0.0033;

/** The same two in a panorama, the error in radians: its lean is found within a degree. */
const [turned, mostAround] = [0.016, 0.3];

const walls = ["back", "front", "left", "right"] as const satisfies readonly WallName[];

/** How far pieces keep from the walls: further from those whose floor boundary the photo shows less precisely. */
export class WallMargins {
  readonly #room: Room;
  /** Metres for each cell along a wall. */
  readonly #margins: ReadonlyMap<WallName, Float32Array>;

  constructor(room: Room, camera: Camera) {
    this.#room = room;
    this.#margins = new Map(walls.map((wall) => [wall, marginsAlong(wall, room, camera)]));
  }

  /** Whether a rectangle on the floor keeps off all walls. */
  keeps({ left, right, back, front }: Pick<Room, WallName>): boolean {
    const room = this.#room;
    return (
      left - room.left >= this.#at("left", back, front) &&
      room.right - right >= this.#at("right", back, front) &&
      back - room.back >= this.#at("back", left, right) &&
      room.front - front >= this.#at("front", left, right)
    );
  }

  /** The larger margin of a segment's two ends. */
  #at(wall: WallName, from: number, to: number): number {
    const margins = this.#margins.get(wall);
    const start = isAcross(wall) ? this.#room.left : this.#room.back;
    const at = (along: number): number => margins?.[Math.floor((along - start) / cell)] ?? least;
    return Math.max(at(from), at(to));
  }
}

function marginsAlong(wall: WallName, room: Room, camera: Camera): Float32Array {
  const [from, to] = isAcross(wall) ? [room.left, room.right] : [room.back, room.front];
  const count = Math.max(1, Math.ceil((to - from) / cell));
  return Float32Array.from({ length: count }, (_, i) =>
    (camera.projection ? marginAround : marginAt)(wall, from + (i + 0.5) * cell, room, camera),
  );
}

/** The same around the viewer of a panorama, who stands at x and z 0. */
function marginAround(wall: WallName, along: number, room: Room, { elevation }: Camera): number {
  const away = Math.abs(room[wall]);
  const far = Math.hypot(away, along);
  return Math.max(
    least,
    Math.min(mostAround, (turned * (far ** 2 + elevation ** 2) * away) / (elevation * far)),
  );
}

/** How far into the room a floor boundary lies if the photo shows it wrong by the error. */
function marginAt(wall: WallName, along: number, room: Room, camera: Camera): number {
  const inward = wall === "back" || wall === "left" ? 1 : -1;
  const at = (off: number, away: number): ReturnType<typeof project> =>
    project(
      camera,
      isAcross(wall)
        ? [along + off, 0, room[wall] + away * inward]
        : [room[wall] + away * inward, 0, along + off],
    );
  const step = 0.1;
  const [here, next, inside] = [at(0, 0), at(step, 0), at(0, step)];
  if (!here || !next || !inside) return least;
  const [ux, uy] = [next.x - here.x, next.y - here.y];
  const moved = Math.abs(ux * (inside.y - here.y) - uy * (inside.x - here.x)) / Math.hypot(ux, uy);
  const pixels = error * Math.max(camera.width, camera.height);
  return Math.max(least, Math.min(most, (pixels * step) / moved));
}
