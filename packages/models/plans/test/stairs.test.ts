import { expect, test } from "vitest";
import type { PlanAnalysis } from "../src/analyse.ts";
import { keepStairsFree } from "../src/stairs.ts";

/** Pixels of a metre: a room of 6 by 3 m. */
const scale = 20;
const [width, height] = [120, 60];

/** Metres from the room's left wall to the right one, on a level line of pixels, that stay free of furniture if treads end there. */
function keptFree(
  ends: readonly number[],
  level = 30,
  halved?: number,
): [from: number, to: number] | undefined {
  const rooms = Int32Array.from({ length: width * height }, (_, i) =>
    i % width > 0 && i % width < width - 1 ? 1 : 0,
  );
  const parts = ends.slice(1).map((end, i) => {
    const [left, right] = [Math.round((ends[i] ?? 0) * scale) + 1, Math.round(end * scale)];
    const box = { left, right, top: 20, bottom: i === halved ? 29 : 40 };
    return { ...box, id: i + 1, room: 1, atDoor: false, pixels: (right - left) * (box.bottom - box.top) };
  });
  const free = new Uint8Array(width * height).fill(1);
  const map = { rooms, parts, width, height };
  keepStairsFree(free, { map, scale, ink: { line: 1 } } as unknown as PlanAnalysis);
  const row = free.subarray(level * width, (level + 1) * width);
  const [from, to] = [row.indexOf(0), row.lastIndexOf(0)];
  return from < 0 ? undefined : [from / scale, to / scale];
}

test("treads stay free, and so much of a landing at both ends as is not behind a wall", () => {
  expect(keptFree([2, 2.3, 2.6, 2.9, 3.2])).toEqual([expect.closeTo(1.1, 0), expect.closeTo(4.1, 0)]);
  expect(keptFree([0.05, 0.35, 0.65, 0.95])?.[0]).toBeCloseTo(0.05);
  expect(keptFree([2, 2.3, 2.6, 2.9, 3.2], 10)).toBeUndefined();
});

test("an arrow's head halves a tread of a flight", () => {
  expect(keptFree([2, 2.3, 2.6, 2.9], 35, 1)).toEqual(keptFree([2, 2.3, 2.6, 2.9]));
});

test("two shelves, and parts as deep as cupboards or as unequal as winders, are no flight", () => {
  for (const ends of [
    [2, 2.3, 2.6],
    [1, 1.6, 2.2, 2.8],
    [1, 1.2, 1.55, 1.95],
  ])
    expect(keptFree(ends)).toBeUndefined();
});
