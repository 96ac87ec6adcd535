import { expect, test } from "vitest";
import type { Ink } from "../src/ink.ts";
import { nameRooms, withNooks } from "../src/uses.ts";

type Arguments = Parameters<typeof nameRooms>;
type Label = Arguments[1][number];
const [width, height] = [160, 80];

/** Two square rooms of 4 and 3.5 m side by side, 20 pixels a metre: the larger left one has the label, if any. */
function readRooms(labels: readonly Label[]) {
  const isLeft = (i: number) => i % width < 80;
  const isRight = (i: number) => i % width >= 85 && i % width < 155 && i < 70 * width;
  const rooms = Int32Array.from({ length: width * height }, (_, i) => (isLeft(i) ? 1 : isRight(i) ? 2 : 0));
  const components = [
    { id: 1, pixels: 80 * 80, left: 0, top: 0, right: 80, bottom: 80 },
    { id: 2, pixels: 70 * 70, left: 85, top: 0, right: 155, bottom: 70 },
  ];
  const map = { width, height, rooms, cells: rooms, components } as unknown as Arguments[0];
  const ink = { drawn: new Uint8Array(width * height), width, height, line: 1 } as unknown as Ink;
  return nameRooms(map, labels, { ink, letters: new Uint8Array(rooms.length), scale: 20 });
}

const usesOfSmaller = (...given: Parameters<typeof readRooms>) => readRooms(...given)[1]?.uses;

const label: Label = {
  ...{ left: 20, right: 60, top: 30, bottom: 40, lineHeight: 10 },
  ...{ text: "Living Room", uses: ["living"], isRoom: true, sizes: [] },
};

test("a room without a name has no use, whatever its shape", () => {
  expect(usesOfSmaller([{ ...label, text: "Bedroom", uses: ["bedroom"] }])).toEqual([]);
});

test("a name outside of all rooms names none", () => {
  const below = { ...label, left: 90, right: 130, top: 72, bottom: 79 };
  expect(usesOfSmaller([label, { ...below, text: "Balcony", uses: ["outside"] }])).toEqual([]);
});

test("a room quarrels if its names exclude each other: two bedrooms, a bath and a hall, not a kitchen and a living room", () => {
  const quarrels = (...pairs: [Label["uses"], Label["uses"]]) =>
    readRooms(pairs.map((uses, i) => ({ ...label, top: 20 + 20 * i, bottom: 30 + 20 * i, uses })))[0]
      ?.quarrels;
  expect([
    quarrels(["bedroom"], ["bedroom"]),
    quarrels(["bath"], ["hall"]),
    quarrels(["living"], ["kitchen", "dining"]),
  ]).toEqual([true, true, false]);
});

test("a room without a name is a bath if all its doors lead into one", () => {
  const [bath, nook] = readRooms([{ ...label, text: "Bath", uses: ["bath"] }]);
  if (!bath || !nook) throw new Error("Two rooms were drawn.");
  const usesOf = (...beside: [number, number][]) => withNooks([bath, nook], beside)[1]?.uses;
  expect([usesOf([1, 2]), usesOf([1, 2], [0, 2]), usesOf()]).toEqual([["bath"], [], []]);
});
