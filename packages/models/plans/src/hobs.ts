import { int32At } from "@image-staging/picture/at";
import { componentsOf } from "@image-staging/picture/components";
import type { Ink } from "./ink.ts";
import type { RoomMap } from "./rooms.ts";

/** Metres that a hob's ring is wide, and between the middles of two side by side. */
const [ring, apart] = [
  [0.1, 0.3],
  [0.16, 0.45],
] as const;
/** The side of a ring over its other one at most, and how far (metres) middles are from a square's corners. */
const [square, off] = [1.25, 0.06];

/** The rooms that a hob is drawn in: four rings in a square, which a reader takes for letters. `scale` is pixels of a metre. */
export function roomsWithHob(
  ink: Pick<Ink, "drawn" | "width" | "height">,
  { rooms, width }: Pick<RoomMap, "rooms" | "width">,
  scale: number,
): ReadonlySet<number> {
  const rings = componentsOf(ink.drawn, ink, true).components.flatMap(({ left, right, top, bottom }) => {
    const [short, long] = [right - left, bottom - top].sort((a, b) => a - b) as [number, number];
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const middle = Math.floor(y) * width + Math.floor(x);
    const room = int32At(rooms, middle);
    const isRing = short > ring[0] * scale && long < ring[1] * scale && long < square * short;
    return room > 0 && isRing && !ink.drawn[middle] ? [{ room, x: x / scale, y: y / scale }] : [];
  });
  const isRingAt = (room: number, x: number, y: number): boolean =>
    rings.some((other) => other.room === room && Math.hypot(other.x - x, other.y - y) < off);
  const hobs = rings.filter(({ room, x, y }) =>
    rings.some((across) => {
      const [u, v] = [across.x - x, across.y - y];
      const away = Math.hypot(u, v);
      if (across.room !== room || away < apart[0] || away > apart[1]) return false;
      return isRingAt(room, x - v, y + u) && isRingAt(room, across.x - v, across.y + u);
    }),
  );
  return new Set(hobs.map(({ room }) => room));
}
