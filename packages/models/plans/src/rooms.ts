import { int32At } from "@image-staging/picture/at";
import { type Component, componentsOf } from "@image-staging/picture/components";
import { distancesTo } from "@image-staging/picture/distances";
import { maskWhere } from "@image-staging/picture/mask";
import type { Size } from "@image-staging/picture/size";
import type { Reading } from "./ink.ts";
import type { Opening } from "./openings.ts";
import { fillBox } from "./read/box.ts";
import type { Walls } from "./walls.ts";

/** A part of a room that lines surround: the floor between fittings, a bath, a door's swing. */
interface Cell extends Component {
  /** The room's number. */
  room: number;
  atDoor: boolean;
}

/** Where rooms are. */
export interface Found extends Size {
  /** The room of each pixel, from 1; 0 is no room. Lines and letters in a room belong to it. */
  rooms: Int32Array;
  /** 1 in gaps of walls. */
  closed: Uint8Array;
}

export interface RoomMap extends Found {
  /** The cell of each pixel that is not drawn on. */
  cells: Int32Array;
  components: Component[];
  parts: Cell[];
}

/** Finds the rooms between walls with all openings closed. */
export function findRooms(walls: Walls, openings: readonly Opening[], reading: Reading): Found {
  const { ink, letters, scale } = reading;
  const size: Size = { width: ink.width, height: ink.height };
  const closed = new Uint8Array(ink.drawn.length);
  for (const opening of openings) fillBox(closed, size.width, opening);
  const outside = outsideOf(walls, closed, reading);
  const lines = ink.drawn.map((value, i) => (value && !letters[i] ? 1 : 0));
  const inside = lines.map((_, i) => (walls.solid[i] || closed[i] || outside[i] ? 0 : 1));
  peelWindows(inside, outside, lines, size, { thickness: walls.thickness, line: ink.line });
  const { map, components } = componentsOf(inside, size);
  const kept = components.filter(
    (part) => part.pixels > 0.35 * scale * scale && isWalled(part, map, walls, closed),
  );
  const numbers = new Int32Array(components.length + 1);
  kept.forEach((part, i) => {
    numbers[part.id] = i + 1;
  });
  return { ...size, closed, rooms: map.map((id) => int32At(numbers, id)) };
}

/** The map of rooms by each pixel's number, from 1 without gaps. */
export function mapOf(
  { rooms, closed, width, height }: Found,
  openings: readonly Opening[],
  { ink, letters }: Reading,
): RoomMap {
  const size: Size = { width, height };
  const lines = ink.drawn.map((value, i) => (value && !letters[i] ? 1 : 0));
  const components: Component[] = [];
  // Where two rooms touch, a pixel between them belongs to neither's cells.
  const isOther = (room: number | undefined, i: number) => room && room !== rooms[i];
  const isBorder = (i: number) => isOther(rooms[i + 1], i) || isOther(rooms[i + width], i);
  rooms.forEach((room, i) => {
    if (room > 0) extend(components, room, i % width, Math.floor(i / width));
  });
  const found = componentsOf(
    maskWhere(rooms.length, (i) => rooms[i] && !lines[i] && !isBorder(i)),
    size,
  );
  const parts = found.components.map((part) => ({ ...part, room: 0, atDoor: false }));
  found.map.forEach((id, i) => {
    const part = parts[id - 1];
    if (part) part.room = int32At(rooms, i);
  });
  markDoors(parts, found.map, openings, size, ink.line);
  return { ...size, rooms, cells: found.map, components, parts, closed };
}

function extend(components: Component[], id: number, x: number, y: number): void {
  components[id - 1] ??= { id, pixels: 0, left: x, top: y, right: x + 1, bottom: y + 1 };
  const box = components[id - 1];
  if (!box) return;
  box.pixels++;
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x + 1);
  box.top = Math.min(box.top, y);
  box.bottom = Math.max(box.bottom, y + 1);
}

/** How near the picture's edge the paper around a plan begins, over the longer side: screenshots and scans have frames. */
const frame = 0.012;

/** What is reached from the picture's edge without passing a wall or a line, through gaps that are not too narrow. */
function outsideOf(walls: Walls, closed: Uint8Array, { ink, letters, scale }: Reading): Uint8Array {
  const { width, height } = ink;
  const barrier = ink.drawn.map((value, i) =>
    (value && !letters[i]) || walls.solid[i] || closed[i] ? 1 : 0,
  );
  const distance = distancesTo(barrier, ink);
  const clearance = Math.max(1.5, scale * 0.05);
  const wide = barrier.map((_, i) => (distance.at(i) > clearance ? 1 : 0));
  const { map, components } = componentsOf(wide, ink);
  const outer = new Uint8Array(components.length + 1);
  const near = frame * Math.max(width, height);
  for (const { id, left, top, right, bottom } of components)
    if (Math.min(left, top, width - right, height - bottom) < near) outer[id] = 1;
  const reached = maskWhere(map.length, (i) => outer[int32At(map, i)]);
  const away = distancesTo(reached, ink);
  return barrier.map((value, i) => (!value && away.at(i) <= clearance + 1 ? 1 : 0));
}

/** Takes the panes of windows in slanted walls away: narrow cells at the outside, up to three behind one another. */
function peelWindows(
  inside: Uint8Array,
  outside: Uint8Array,
  lines: Uint8Array,
  size: Size,
  { thickness, line }: { thickness: number; line: number },
): void {
  for (let pass = 0; pass < 3; pass++) {
    const blank = inside.map((value, i) => (value && !lines[i] ? 1 : 0));
    const { map, components } = componentsOf(blank, size);
    const edges = blank.map((value) => 1 - value);
    const [depth, toOutside] = [distancesTo(edges, size), distancesTo(outside, size)];
    const isDeep = new Uint8Array(components.length + 1);
    const isNear = new Uint8Array(components.length + 1);
    map.forEach((id, i) => {
      if (depth.at(i) * 2 > thickness * 1.2 + 2) isDeep[id] = 1;
      if (toOutside.at(i) <= line + 3) isNear[id] = 1;
    });
    let peeled = 0;
    map.forEach((id, i) => {
      if (id === 0 || isDeep[id] || !isNear[id]) return;
      inside[i] = 0;
      outside[i] = 1;
      peeled++;
    });
    if (peeled === 0) return;
  }
}

/** Whether walls and their openings are most of a part's edge. */
function isWalled(part: Component, map: Int32Array, { solid, width }: Walls, closed: Uint8Array): boolean {
  let [edge, walled] = [0, 0];
  for (let y = part.top; y < part.bottom; y++)
    for (let x = part.left; x < part.right; x++) {
      const at = y * width + x;
      if (map[at] !== part.id) continue;
      for (const next of [at - 1, at + 1, at - width, at + width]) {
        if (map[next] === part.id) continue;
        edge++;
        walled += solid[next] || closed[next] ? 1 : 0;
      }
    }
  return walled > edge * 0.45;
}

function markDoors(
  parts: Cell[],
  cells: Int32Array,
  openings: readonly Opening[],
  { width, height }: Size,
  line: number,
): void {
  const reach = line + 3;
  for (const opening of openings) {
    if (opening.kind !== "door") continue;
    for (let y = Math.max(0, opening.top - reach); y < Math.min(height, opening.bottom + reach); y++)
      for (let x = Math.max(0, opening.left - reach); x < Math.min(width, opening.right + reach); x++) {
        const part = parts[int32At(cells, y * width + x) - 1];
        if (part) part.atDoor = true;
      }
  }
}
