import type { RoomUse } from "@image-staging/furniture/room-use";
import { int32At, uint8At } from "@image-staging/picture/at";
import { type Component, componentsOf } from "@image-staging/picture/components";
import { distancesTo } from "@image-staging/picture/distances";
import { maskWhere } from "@image-staging/picture/mask";
import type { Reading } from "./ink.ts";
import type { RoomMap } from "./rooms.ts";

/** The sides of a drawn piece or car, in metres, and the square metres of its box from which it is a table, a bed or a sofa. */
const [shortest, longest, table] = [0.35, 5.5, 0.8];
/** How many small pieces tell as much as a large one, and as the island of a kitchen. */
const [large, island] = [3, 3];

/** A room with so many pieces is furnished. */
export const furnished = 3;

/** Rooms that keep all that is drawn in them. */
const kept: ReadonlySet<RoomUse> = new Set(["bath", "utility", "outside", "hall", "storage"]);

/**
 * The furniture that a plan itself shows in each room, by the room's number, counted in small pieces: drawn shapes as large as
 * furniture that touch neither a wall nor anything at one. Fittings, doors' leaves and wardrobes do; a bed at its wall is missed,
 * its room's other pieces are not.
 */
export function ownPiecesIn(
  { rooms, ...size }: Pick<RoomMap, "rooms" | "width" | "height">,
  { ink, letters, scale }: Reading,
  usesOf: (room: number) => readonly RoomUse[],
): Map<number, number> {
  const toEdge = distancesTo(
    maskWhere(rooms.length, (i) => rooms[i] === 0),
    size,
  );
  const lines = ink.drawn.map((value, i) => (value && rooms[i] && !letters[i] ? 1 : 0));
  const { map, components } = componentsOf(lines, size, true);
  const roomOf = new Int32Array(components.length + 1);
  const isAtWall = new Uint8Array(components.length + 1);
  map.forEach((id, i) => {
    if (id === 0) return;
    roomOf[id] = int32At(rooms, i);
    if (toEdge.at(i) <= ink.line + 2) isAtWall[id] = 1;
  });
  const shapes = components.filter(({ id, left, right, top, bottom }) => {
    const [wide, high] = [(right - left) / scale, (bottom - top) / scale];
    return !uint8At(isAtWall, id) && Math.min(wide, high) >= shortest && Math.max(wide, high) <= longest;
  });
  const pieces = new Map<number, number>();
  for (const shape of shapes) {
    const room = int32At(roomOf, shape.id);
    const uses = usesOf(room);
    if (
      uses.length === 0 ||
      uses.some((use) => kept.has(use)) ||
      shapes.some((other) => isWithin(shape, other))
    )
      continue;
    const before = pieces.get(room) ?? (uses.includes("kitchen") ? -island : 0);
    const area = ((shape.right - shape.left) * (shape.bottom - shape.top)) / scale ** 2;
    pieces.set(room, before + (area > table ? large : 1));
  }
  return pieces;
}

/** Whether a shape is drawn on another one: a cushion, a hob. */
const isWithin = (one: Component, other: Component): boolean =>
  one !== other &&
  one.left >= other.left &&
  one.right <= other.right &&
  one.top >= other.top &&
  one.bottom <= other.bottom;
