import { int32At, uint32At } from "@image-staging/picture/at";
import { type Component, componentsOf } from "@image-staging/picture/components";
import type { Size } from "@image-staging/picture/size";
import type { Reading } from "../ink.ts";
import type { RoomMap } from "../rooms.ts";
import type { Label } from "./labels.ts";

/** Height of a letter if none was read, in metres. */
const usual = 0.2;
/** Sides of a mark over a letter's height: more than the larger at least in one way, less than `most` in both. */
const [least, most] = [0.45, 1.6];
/** The most marks in a room that can be lettering: more are a pattern. */
const pattern = 60;

/** How near a wall the end of a dimension line is, over a letter's height. */
const atWall = 0.5;

/**
 * `letters` with the small marks in rooms that nobody read: letters of another script, numbers, a compass. `ends` are those
 * that stand alone at a wall: the ends of dimension lines.
 */
export function withMarks(
  labels: readonly Label[],
  { rooms, components: all }: RoomMap,
  { ink, letters, scale }: Reading,
): { letters: Uint8Array; ends: Uint8Array } {
  const heights = labels.map(({ lineHeight }) => lineHeight).sort((a, b) => a - b);
  const high = heights[heights.length >> 1] ?? usual * scale;
  const drawn = ink.drawn.map((value, i) => (value && rooms[i] && !letters[i] ? 1 : 0));
  const { map, components } = componentsOf(drawn, ink, true);
  const roomOf = new Int32Array(components.length + 1);
  map.forEach((id, i) => {
    if (id) roomOf[id] = int32At(rooms, i);
  });
  const counts = new Uint32Array(all.length + 1);
  const isMark = new Uint8Array(components.length + 1);
  for (const { id, left, right, top, bottom } of components) {
    const side = Math.max(right - left, bottom - top);
    if (side > least * high && side < most * high) isMark[id] = 1;
  }
  for (const { id } of components)
    if (isMark[id]) counts[int32At(roomOf, id)] = uint32At(counts, int32At(roomOf, id)) + 1;
  const kept = letters.map((value, i) => {
    const id = int32At(map, i);
    return value || (isMark[id] && uint32At(counts, int32At(roomOf, id)) < pattern) ? 1 : 0;
  });
  const isEnd = new Uint8Array(components.length + 1);
  for (const part of components) {
    if (!isMark[part.id]) continue;
    const isLone = !someAround(part, high, ink, (at) => kept[at] === 1 && map[at] !== part.id);
    if (isLone && someAround(part, atWall * high, ink, (at) => rooms[at] === 0)) isEnd[part.id] = 1;
  }
  return { letters: kept, ends: kept.map((value, i) => (value && isEnd[int32At(map, i)] ? 1 : 0)) };
}

/** Whether a pixel around a part, at most `near` away, is of a kind. */
function someAround(
  { left, right, top, bottom }: Component,
  near: number,
  { width, height }: Size,
  test: (at: number) => boolean,
): boolean {
  for (let y = Math.max(0, Math.floor(top - near)); y < Math.min(height, bottom + near); y++)
    for (let x = Math.max(0, Math.floor(left - near)); x < Math.min(width, right + near); x++)
      if (test(y * width + x)) return true;
  return false;
}
