import type { Opening, Room } from "@image-staging/tracer/scene";
import { glassDoor, type Rect } from "./ground.ts";

const cell = 0.1;

/** Width of a walkway in metres. */
const walkway = 0.75;

/** Metres below which a window begins that one can walk through, or a passage to a bright room that looks like one. */
const threshold = 0.2;

/** To the middle of a door of glass one walks; through a wider window, every so many metres. */
const pane = 0.5;

/**
 * A test whether one can still walk, 75 cm (and `spare`) wide, from below the camera to all doors and
 * passages, and somewhere out through each wall with windows to the floor, that one could reach without the pieces.
 */
export function walkwaysOf(room: Room, spare = 0): (pieces: readonly Rect[]) => boolean {
  const wide = walkway + spare;
  const empty = reachOf(room, [], wide);
  const doors = room.openings.filter(({ kind }) => kind === "door" || kind === "passage");
  const glass = room.openings.filter(({ kind, bottom }) => kind === "window" && bottom < threshold);
  const ways = [
    ...doors.map((door) => [placeBefore(door, room)]),
    ...[...Map.groupBy(glass, ({ wall }) => wall).values()].map((windows) =>
      windows.flatMap((window) => placesBefore(window, room)),
    ),
  ].flatMap((places) => {
    const free = places.map((place) => within(room, wide / 2, place)).filter(empty);
    return free.length > 0 ? [free] : [];
  });
  return (pieces) => {
    if (ways.length === 0) return true;
    const isReached = reachOf(room, pieces, wide);
    return ways.every((places) => places.some(isReached));
  };
}

/** Places along an opening, half a metre before it. */
function placesBefore(opening: Opening, room: Room): (readonly [number, number])[] {
  const width = opening.to - opening.from;
  const count = width < glassDoor ? 1 : Math.floor(width / pane);
  const step = width / count;
  return Array.from({ length: count }, (_, i) =>
    placeBefore({ ...opening, from: opening.from + i * step, to: opening.from + (i + 1) * step }, room),
  );
}

/** The middle of the floor half a metre before an opening. */
function placeBefore(opening: Opening, room: Room): readonly [number, number] {
  const middle = (opening.from + opening.to) / 2;
  const step = 0.5;
  switch (opening.wall) {
    case "back":
      return [middle, room.back + step];
    case "front":
      return [middle, room.front - step];
    case "left":
      return [room.left + step, middle];
    case "right":
      return [room.right - step, middle];
  }
}

/** The nearest place to a place that keeps off the walls: a door in a corner, or a camera at a wall, is reached there. */
const within = (
  { left, right, back, front }: Room,
  off: number,
  [x, z]: readonly [number, number],
): readonly [number, number] => [
  Math.max(left + off, Math.min(right - off, x)),
  Math.max(back + off, Math.min(front - off, z)),
];

/** Which places a disc reaches from below the camera. */
function reachOf(
  room: Room,
  pieces: readonly Rect[],
  wide: number,
): (place: readonly [number, number]) => boolean {
  const columns = Math.max(1, Math.ceil((room.right - room.left) / cell));
  const rows = Math.max(1, Math.ceil((room.front - room.back) / cell));
  const half = wide / 2 - cell / 2;
  const closed = (x: number, z: number): boolean =>
    x < room.left + half ||
    x > room.right - half ||
    z < room.back + half ||
    z > room.front - half ||
    pieces.some((rect) => Math.hypot(gap(x, rect.left, rect.right), gap(z, rect.back, rect.front)) < half);
  const indexOf = ([x, z]: readonly [number, number]): number => {
    const column = Math.min(columns - 1, Math.max(0, Math.floor((x - room.left) / cell)));
    return Math.min(rows - 1, Math.max(0, Math.floor((z - room.back) / cell))) * columns + column;
  };
  const reached = new Uint8Array(columns * rows);
  const start = indexOf(within(room, wide / 2, [0, 0]));
  const queue = [start];
  reached[start] = 1;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [column, row] = [next % columns, Math.floor(next / columns)];
    for (const [c, r] of [
      [column - 1, row],
      [column + 1, row],
      [column, row - 1],
      [column, row + 1],
    ] as const) {
      if (c < 0 || r < 0 || c >= columns || r >= rows || reached[r * columns + c] !== 0) continue;
      if (closed(room.left + (c + 0.5) * cell, room.back + (r + 0.5) * cell)) continue;
      reached[r * columns + c] = 1;
      queue.push(r * columns + c);
    }
  }
  return (place) => reached[indexOf(place)] === 1;
}

const gap = (value: number, low: number, high: number): number => Math.max(low - value, 0, value - high);
