import { expect, test } from "vitest";
import type { Ink } from "../../../src/plans/ink.ts";
import { withMarks } from "../../../src/plans/read/marks.ts";
import type { RoomMap } from "../../../src/plans/rooms.ts";

const [width, height, scale] = [200, 100, 50];
const rooms = new Int32Array(width * height).fill(1);

/** The pixels that are protected of squares drawn with a side, at each place. */
function kept(side: number, places: readonly (readonly [number, number])[]): number {
  const drawn = new Uint8Array(width * height);
  for (const [x, y] of places)
    for (let row = y; row < y + side; row++) drawn.fill(1, row * width + x, row * width + x + side);
  const ink = { width, height, drawn } as unknown as Ink;
  const map = { rooms, components: [{}] } as unknown as RoomMap;
  return withMarks(new Uint8Array(width * height), ink, [], map, scale).filter(Boolean).length;
}

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
