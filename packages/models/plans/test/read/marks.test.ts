import { expect, test } from "vitest";
import type { Ink } from "../../src/ink.ts";
import { withMarks } from "../../src/read/marks.ts";
import type { RoomMap } from "../../src/rooms.ts";

const [width, height, scale] = [200, 100, 50];
const rooms = new Int32Array(width * height).fill(1);
for (let y = 0; y < height; y++) rooms.fill(0, y * width, y * width + 10);

const count = (mask: Uint8Array): number => mask.filter(Boolean).length;

/** What is found in a room of squares drawn with a side, at each place. */
function marksOf(side: number, places: readonly (readonly [number, number])[]) {
  const drawn = new Uint8Array(width * height);
  for (const [x, y] of places)
    for (let row = y; row < y + side; row++) drawn.fill(1, row * width + x, row * width + x + side);
  const ink = { width, height, drawn } as unknown as Ink;
  const map = { rooms, components: [{}] } as unknown as RoomMap;
  return withMarks([], map, { ink, letters: new Uint8Array(width * height), scale });
}
/** The pixels of them that are protected. */
const kept = (...drawn: Parameters<typeof marksOf>): number => count(marksOf(...drawn).letters);

test("small marks that nobody read count as lettering", () => {
  expect(
    kept(9, [
      [50, 50],
      [62, 50],
    ]),
  ).toBe(2 * 81);
});

test("large drawings and patterns do not", () => {
  expect(kept(30, [[50, 50]])).toBe(0);
  expect(
    kept(
      6,
      Array.from({ length: 80 }, (_, k) => [(k % 20) * 9, Math.floor(k / 20) * 20] as const),
    ),
  ).toBe(0);
});

test("a mark alone at a wall ends a dimension line; one within the room or beside another does not", () => {
  expect(count(marksOf(9, [[12, 50]]).ends)).toBe(81);
  expect(count(marksOf(9, [[50, 50]]).ends)).toBe(0);
  const pair = marksOf(9, [
    [12, 50],
    [24, 50],
  ]);
  expect(count(pair.ends)).toBe(0);
});
