import { expect, it } from "vitest";
import { assertRoom } from "../../src/layout/assert-room.ts";
import { randomRoom } from "./random-room.ts";

const { room } = randomRoom(1);

it("takes a room that stands", () => {
  expect(() => assertRoom(room)).not.toThrow();
});

it.each([
  ["walls that change sides", { ...room, left: room.right, right: room.left }],
  ["no height", { ...room, height: 0 }],
  ["a length that is no number", { ...room, back: Number.NaN }],
  [
    "a free floor without a row",
    { ...room, freeFloor: { ...room.freeFloor, rows: room.freeFloor.rows + 1 } },
  ],
])("refuses a room with %s", (_what, wrong) => {
  expect(() => assertRoom(wrong)).toThrow(RangeError);
});
