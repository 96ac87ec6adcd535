import type { RoomUse } from "@image-staging/furniture/room-use";
import { excludes } from "./excludes.ts";
import type { Reading } from "./ink.ts";
import { ownPiecesIn } from "./own-furniture.ts";
import type { Box } from "./read/box.ts";
import type { Label } from "./read/labels.ts";
import type { RoomMap } from "./rooms.ts";

/** A room of a plan. */
export interface PlanRoom extends Box {
  /** Its number in the map. */
  id: number;
  /** By its lettering; none if nothing tells. */
  uses: readonly RoomUse[];
  /** Whether its uses come from lettering. */
  named: boolean;
  /** Its lettering, in reading order. */
  labels: readonly Label[];
  /** Whether two of its names exclude each other: walls or doors between two rooms were not found. */
  quarrels: boolean;
  /** How much furniture the plan itself shows in it. */
  ownPieces: number;
  /** Square metres. */
  area: number;
}

/** Gives each room its uses by the labels inside it. A label outside of all rooms names none. */
export function nameRooms(map: RoomMap, labels: readonly Label[], reading: Reading): PlanRoom[] {
  const { scale } = reading;
  const inside = Map.groupBy(labels, (label) => roomUnder(label, map));
  const rooms = map.components.map(
    ({ id, pixels, left, top, right, bottom }): Omit<PlanRoom, "ownPieces"> => {
      const own = inside.get(id) ?? [];
      const uses = [...new Set(own.flatMap((label) => label.uses))];
      return {
        ...{ id, left, top, right, bottom, labels: own, named: uses.length > 0 },
        uses,
        quarrels: own.some((one, i) => own.some((other, k) => i < k && excludes(one.uses, other.uses))),
        area: pixels / scale ** 2,
      };
    },
  );
  const pieces = ownPiecesIn(map, reading, (id) => rooms[id - 1]?.uses ?? []);
  return rooms.map((room) => ({ ...room, ownPieces: pieces.get(room.id) ?? 0 }));
}

/**
 * Rooms without a name whose doors all lead into baths are baths: a shower, a toilet behind a screen. `beside` are the rooms on
 * both sides of each door, 0 for none.
 */
export function withNooks(
  rooms: readonly PlanRoom[],
  beside: readonly (readonly [number, number])[],
): PlanRoom[] {
  const isBath = (id: number) => rooms[id - 1]?.uses.includes("bath") === true;
  return rooms.map((room) => {
    const others = beside.flatMap(([one, other]) =>
      one === room.id ? [other] : other === room.id ? [one] : [],
    );
    const isNook = room.uses.length === 0 && others.length > 0 && others.every(isBath);
    return isNook ? { ...room, uses: ["bath"] } : room;
  });
}

/** The room that most of a label lies in; 0 for none. */
export function roomUnder(
  { left, right, top, bottom }: Label,
  { rooms, width }: Pick<RoomMap, "rooms" | "width">,
): number {
  const counts = new Map<number, number>();
  for (let i = 0; i <= 10; i++)
    for (let k = 0; k <= 4; k++) {
      const x = Math.round(left + ((right - left) * i) / 10);
      const y = Math.round(top + ((bottom - top) * k) / 4);
      const room = rooms[y * width + x] ?? 0;
      counts.set(room, (counts.get(room) ?? 0) + 1);
    }
  const [room = 0, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return count >= 28 || (room > 0 && count >= 22) ? room : 0;
}
