import { int32At } from "@image-staging/picture/at";
import { project } from "@image-staging/tracer/camera";
import type { Camera, Opening, Room } from "@image-staging/tracer/scene";
import { WallMargins } from "./wall-margins.ts";

/** A rectangle on the floor along the room's axes. */
export interface Rect {
  left: number;
  right: number;
  back: number;
  front: number;
}

const cell = 0.05;

/** Free, not seen by the camera, kept free of all but rugs, or taken. */
const [free, unseen, kept, taken] = [0, 1, 2, 3] as const;

/** How close rugs come to a fireplace or passage. */
const hearth = 0.45;

/** The floor of a room in cells of 5 cm: what is free, what pieces have taken, and what one can still walk on. */
export class Ground {
  readonly columns: number;
  readonly rows: number;
  readonly #room: Room;
  readonly #margins: WallMargins;
  readonly #state: Uint8Array;
  /** Sums over cells that are not free, that are so in sight, and that rugs avoid too. */
  readonly #closed: Int32Array;
  readonly #blocked: Int32Array;
  readonly #covered: Int32Array;
  readonly pieces: Rect[] = [];
  readonly rugs: Rect[] = [];

  constructor(room: Room, camera: Camera) {
    this.#room = room;
    this.#margins = new WallMargins(room, camera);
    this.columns = Math.max(1, Math.ceil((room.right - room.left) / cell));
    this.rows = Math.max(1, Math.ceil((room.front - room.back) / cell));
    this.#state = new Uint8Array(this.columns * this.rows);
    const doors = room.openings
      .filter(({ kind }) => kind === "door")
      .flatMap((opening) => keptFree(opening, room));
    const others = room.openings.filter(({ kind }) => kind !== "door");
    const strips = others.flatMap((opening) => keptFree(opening, room));
    const hearths = others.map((opening) => stripBefore(opening, room, hearth));
    for (let row = 0; row < this.rows; row++)
      for (let column = 0; column < this.columns; column++) {
        const [x, z] = [room.left + (column + 0.5) * cell, room.back + (row + 0.5) * cell];
        const within = (rect: Rect): boolean =>
          x > rect.left && x < rect.right && z > rect.back && z < rect.front;
        const state = doors.some(within)
          ? taken
          : strips.some(within)
            ? hearths.some(within)
              ? taken
              : kept
            : isFree(room, x, z)
              ? free
              : isSeen(camera, x, z)
                ? taken
                : unseen;
        this.#state[row * this.columns + column] = state;
      }
    this.#closed = this.#sums((state) => state !== free);
    this.#blocked = this.#sums((state) => state === taken || state === kept);
    this.#covered = this.#sums((state) => state === taken);
  }

  /** Whether a piece can stand here: on free floor, or (with `unseen`) on floor beyond the picture, apart from others. */
  stands(rect: Rect, unseen = false): boolean {
    if (this.#count(unseen ? this.#blocked : this.#closed, rect) > 0) return false;
    return !this.pieces.some((other) => overlaps(grown(other, 0.04), rect));
  }

  /** Whether a rug can lie here: it avoids what is taken (doors' swings), and its edge can leave the picture. */
  lies(rect: Rect): boolean {
    return (
      this.#count(this.#covered, rect) === 0 && !this.rugs.some((other) => overlaps(grown(other, 0.1), rect))
    );
  }

  /** The area of free floor in square metres. */
  get area(): number {
    let count = 0;
    for (const state of this.#state) if (state === free) count++;
    return count * cell * cell;
  }

  #sums(counts: (state: number) => boolean): Int32Array {
    const stride = this.columns + 1;
    const sums = new Int32Array(stride * (this.rows + 1));
    for (let row = 0; row < this.rows; row++)
      for (let column = 0; column < this.columns; column++) {
        const at = (row + 1) * stride + column + 1;
        const here = counts(this.#state[row * this.columns + column] ?? taken) ? 1 : 0;
        sums[at] = here + int32At(sums, at - 1) + int32At(sums, at - stride) - int32At(sums, at - stride - 1);
      }
    return sums;
  }

  /** How many cells count within the rectangle; all of it counts if it does not keep off the walls. */
  #count(sums: Int32Array, rect: Rect): number {
    const room = this.#room;
    if (!this.#margins.keeps(rect)) return 1;
    const [x, z] = [
      (value: number) => (value - room.left) / cell,
      (value: number) => (value - room.back) / cell,
    ];
    const stride = this.columns + 1;
    const [c0, c1] = [Math.floor(x(rect.left)), Math.min(this.columns, Math.ceil(x(rect.right)))];
    const [r0, r1] = [Math.floor(z(rect.back)), Math.min(this.rows, Math.ceil(z(rect.front)))];
    const at = (r: number, c: number): number => int32At(sums, r * stride + c);
    return at(r1, c1) - at(r0, c1) - at(r1, c0) + at(r0, c0);
  }
}

function isFree({ freeFloor }: Room, x: number, z: number): boolean {
  const column = Math.floor((x - freeFloor.x) / freeFloor.cell);
  const row = Math.floor((z - freeFloor.z) / freeFloor.cell);
  if (column < 0 || row < 0 || column >= freeFloor.columns || row >= freeFloor.rows) return false;
  return freeFloor.free[row * freeFloor.columns + column] === 1;
}

function isSeen(camera: Camera, x: number, z: number): boolean {
  const at = project(camera, [x, 0, z]);
  return at !== undefined && at.x > 0 && at.x < camera.width && at.y > 0 && at.y < camera.height;
}

/** What stays free before an opening: a door's swing, a way through, room to a fire, air before a radiator. */
export function keptFree(opening: Opening, room: Room): Rect[] {
  const deep = depthBefore(opening);
  return deep === 0 ? [] : [stripBefore(opening, room, deep)];
}

/** The floor along an opening and 5 cm beyond it, `deep` metres from its wall. */
export function stripBefore(opening: Opening, room: Room, deep: number): Rect {
  const [from, to] = [opening.from - 0.05, opening.to + 0.05];
  switch (opening.wall) {
    case "back":
      return { left: from, right: to, back: room.back, front: room.back + deep };
    case "front":
      return { left: from, right: to, back: room.front - deep, front: room.front };
    case "left":
      return { left: room.left, right: room.left + deep, back: from, front: to };
    case "right":
      return { left: room.right - deep, right: room.right, back: from, front: to };
  }
}

/** Metres over the floor below which a window is one to the floor, and below which a fixture is walked around. */
export const lowSill = 0.35;
const lowFixture = 0.5;

/** A window to the floor narrower than this is a door of glass: metres. */
export const glassDoor = 1.6;

/** Metres of floor that stay free before an opening. */
function depthBefore({ kind, from, to, bottom }: Opening): number {
  switch (kind) {
    case "door":
      return Math.min(1, Math.max(0.75, to - from));
    case "passage":
      return 0.9;
    case "fireplace":
      return 1;
    case "radiator":
      return 0.25;
    case "fixture":
      return bottom < lowFixture ? 0.3 : 0;
    case "window":
      if (bottom >= lowSill) return 0;
      return to - from < glassDoor ? 0.9 : 0.6;
  }
}

const grown = (rect: Rect, by: number): Rect => ({
  left: rect.left - by,
  right: rect.right + by,
  back: rect.back - by,
  front: rect.front + by,
});

export const overlaps = (a: Rect, b: Rect): boolean =>
  a.left < b.right && b.left < a.right && a.back < b.front && b.back < a.front;
