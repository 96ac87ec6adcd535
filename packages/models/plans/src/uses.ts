import type { RoomUse } from "@image-staging/furniture/room-use";
import { roomsWithHob } from "./hobs.ts";
import type { Reading } from "./ink.ts";
import type { Opening } from "./openings.ts";
import type { Label } from "./read/labels.ts";
import type { RoomMap } from "./rooms.ts";

/** A room of a plan. */
export interface PlanRoom {
  /** Its number in the map. */
  id: number;
  uses: readonly RoomUse[];
  /** Whether its uses come from lettering, or from its shape. */
  named: boolean;
  label?: Label;
  /** Square metres. */
  area: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  doors: number;
}

/** Gives each room its uses: by the label inside it, by a label outside that fits its size, else by shape and size. */
export function nameRooms(
  map: RoomMap,
  labels: readonly Label[],
  openings: readonly Opening[],
  reading: Reading,
): PlanRoom[] {
  const { ink, scale } = reading;
  const rooms: PlanRoom[] = map.components.map(({ id, pixels, left, top, right, bottom }) => ({
    ...{ id, left, top, right, bottom, uses: [], named: false, area: pixels / scale ** 2 },
    doors: doorsOf(id, map, openings),
  }));
  const outside: Label[] = [];
  for (const label of labels) {
    const room = rooms[roomUnder(label, map) - 1];
    if (!room) outside.push(label);
    else {
      room.uses = [...new Set([...room.uses, ...label.uses])];
      room.label ??= label;
      room.named ||= label.uses.length > 0;
    }
  }
  for (const label of outside) takeOutside(label, rooms, scale);
  // Where most large rooms are named, the others are what plans do not name.
  const large = rooms.filter(({ area }) => area > 6);
  const anyNamed = large.filter(({ named }) => named).length >= large.length / 2;
  const withHob = roomsWithHob(ink, map, scale);
  for (const room of rooms)
    if (room.uses.length === 0)
      room.uses = withHob.has(room.id)
        ? ["kitchen"]
        : [useByShape(room, rooms, { anyNamed, fitted: fittingsIn(room, map, reading), scale })];
  return rooms;
}

/** The room that most of a label lies in; 0 for none. */
export function roomUnder({ left, right, top, bottom }: Label, { rooms, width }: RoomMap): number {
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

/** A label outside the plan names the nearest room without a name that has its size (or, without sizes, is close). */
function takeOutside(label: Label, rooms: PlanRoom[], scale: number): void {
  if (label.uses.length === 0) return;
  const [x, y] = [(label.left + label.right) / 2, (label.top + label.bottom) / 2];
  let [best, least] = [-1, label.sizes.length > 0 ? 1 : 0.7];
  rooms.forEach((room, i) => {
    if (room.named) return;
    const away =
      Math.hypot(Math.max(room.left - x, 0, x - room.right), Math.max(room.top - y, 0, y - room.bottom)) /
      scale;
    const [wide, high] = [(room.right - room.left) / scale, (room.bottom - room.top) / scale];
    const misfits = label.sizes.map(({ sides: [a, b] }) =>
      Math.min(
        Math.abs(Math.log(wide / a)) + Math.abs(Math.log(high / b)),
        Math.abs(Math.log(wide / b)) + Math.abs(Math.log(high / a)),
      ),
    );
    const cost = away / 6 + (misfits.length > 0 ? Math.min(...misfits) : 0);
    if (cost < least) [best, least] = [i, cost];
  });
  const room = rooms[best];
  if (!room) return;
  room.uses = label.uses;
  room.label = label;
  room.named = true;
}

function doorsOf(id: number, { rooms, width, height }: RoomMap, openings: readonly Opening[]): number {
  return openings.filter(({ kind, along, left, right, top, bottom }) => {
    if (kind !== "door") return false;
    const [x, y] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
    const beside =
      along === "x"
        ? [
            [x, top - 3],
            [x, bottom + 2],
          ]
        : [
            [left - 3, y],
            [right + 2, y],
          ];
    return beside.some(
      ([px = 0, py = 0]) => px >= 0 && py >= 0 && px < width && py < height && rooms[py * width + px] === id,
    );
  }).length;
}

/** What rooms with a bed are named. */
const beds: ReadonlySet<RoomUse> = new Set(["bedroom", "child", "studio"]);

/** Square metres of floor by which rooms without names are told apart: plans give every use its usual size. */
const squareMetres = {
  leastBath: 1,
  mostBath: 9.5,
  storage: 2.2,
  small: 6,
  mostKitchen: 16,
  leastLiving: 14,
} as const;

/** Metres of lines a square metre from which a room has the fittings of a bath, and of a kitchen. */
const fittings = { bath: 1, kitchen: 0.8 } as const;

/** A hall is narrow, in metres, or long, by its longer side over its shorter one, or has many doors and is somewhat long. */
const hall = { width: 1.7, long: 3, doors: 3, longWithDoors: 1.7 } as const;

/**
 * What a room without a name is for, by its size, its doors and `fitted`, the metres of lines drawn in it over its square
 * metres. `anyNamed`: most other rooms have names.
 */
function useByShape(
  room: PlanRoom,
  rooms: readonly PlanRoom[],
  { anyNamed, fitted, scale }: { anyNamed: boolean; fitted: number; scale: number },
): RoomUse {
  const { area, doors } = room;
  const sides = [(room.right - room.left) / scale, (room.bottom - room.top) / scale];
  const width = Math.min(...sides);
  const long = Math.max(...sides) / width;
  if (area < squareMetres.mostBath && area > squareMetres.leastBath && fitted > fittings.bath) return "bath";
  if (area < squareMetres.storage) return "storage";
  if (doors >= hall.doors && (anyNamed || long > hall.longWithDoors)) return "hall";
  if (width < hall.width || long > hall.long) return "hall";
  if (area < squareMetres.mostKitchen && fitted > fittings.kitchen) return "kitchen";
  if (anyNamed && (doors > 1 || area < squareMetres.small)) return "hall";
  const largest = rooms.reduce((a, b) => (b.area > a.area ? b : a));
  if (largest.id === room.id && area > squareMetres.leastLiving) return "living";
  if (area < squareMetres.small) return "storage";
  // Beside bedrooms that have their names, one that cannot be read is as likely a study: a desk is wrong in few rooms.
  const hasBedroom = rooms.some(({ named, uses }) => named && uses.some((use) => beds.has(use)));
  return anyNamed && hasBedroom ? "office" : "bedroom";
}

/** Metres of lines drawn in a room over its square metres, without what its doors' swings take. */
function fittingsIn(
  { id, doors, area }: PlanRoom,
  { rooms, cells, width }: RoomMap,
  { ink, letters, scale }: Reading,
): number {
  let drawn = 0;
  for (let i = width; i < rooms.length; i++)
    if (rooms[i] === id && !cells[i] && ink.drawn[i] && !letters[i]) drawn++;
  return (drawn / (ink.line * scale) - 1.4 * doors) / area;
}
