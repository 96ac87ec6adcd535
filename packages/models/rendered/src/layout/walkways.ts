import type { Opening, Room } from "../scene.ts";
import type { Rect } from "./ground.ts";

const cell = 0.1;

/** Width of a walkway in metres. */
const walkway = 0.75;

/**
 * A test whether one can still walk, 75 cm (and `spare`) wide, from below the camera to all doors and passages that one could reach
 * without the pieces.
 */
export function walkwaysOf(room: Room, spare = 0): (pieces: readonly Rect[]) => boolean {
  const wide = walkway + spare;
  const empty = reachOf(room, [], wide);
  const ways = room.openings
    .filter(({ kind }) => kind === "door" || kind === "passage")
    .map((opening) => within(room, wide / 2, placeBefore(opening, room)))
    .filter(empty);
  return (pieces) => ways.length === 0 || ways.every(reachOf(room, pieces, wide));
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

/** The nearest place to a place that keeps off the walls: a door in a corner, or in one that was found too far away, is reached there. */
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
  const start = indexOf([0, Math.min(0, room.front - half - cell)]);
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
