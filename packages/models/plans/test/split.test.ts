import { expect, test } from "vitest";
import type { Label } from "../src/read/labels.ts";
import type { RoomMap } from "../src/rooms.ts";
import { dividedRooms, doorsBetween } from "../src/split.ts";

/** Pixels of a metre. */
const scale = 20;
const [width, height] = [180, 90];

/** Two rooms 4 m high whose wall has a passage so many pixels wide, as the walls leave them: one room. */
function mapWith(passage: number, at = 86): RoomMap {
  const isWall = (x: number, y: number) =>
    x < 4 || x >= 176 || y < 4 || y >= 84 || (x >= at && x < at + 6 && Math.abs(y - 44) >= passage / 2);
  const rooms = Int32Array.from({ length: width * height }, (_, i) =>
    isWall(i % width, Math.floor(i / width)) ? 0 : 1,
  );
  const components = [{ id: 1, pixels: 0, left: 4, top: 4, right: 176, bottom: 84 }];
  return { width, height, rooms, cells: rooms, components, parts: [], closed: new Uint8Array(rooms.length) };
}

const labelAt = (left: number, ...uses: Label["uses"]): Label => ({
  ...{
    left,
    right: left + 20,
    top: 40,
    bottom: 48,
    lineHeight: 8,
    text: uses.join(" "),
    uses,
    isRoom: true,
    sizes: [],
  },
});
const both = (one: Label["uses"], other: Label["uses"]) => [labelAt(30, ...one), labelAt(130, ...other)];
const roomsOf = (passage: number, labels: readonly Label[]) =>
  new Set(dividedRooms(mapWith(passage), labels, scale).rooms).size - 1;

test("rooms are divided at a doorway, with its place", () => {
  const map = mapWith(18);
  const { rooms } = dividedRooms(map, [], scale);
  expect(new Set(rooms)).toEqual(new Set([0, 1, 2]));
  expect(doorsBetween(map, rooms, scale)).toMatchObject([{ kind: "door", along: "y" }]);
});

test("names that exclude each other divide at a passage of two metres, not where no wall is", () => {
  expect([
    roomsOf(36, both(["bedroom"], ["hall"])),
    roomsOf(36, both(["living"], ["kitchen"])),
    roomsOf(80, both(["bedroom"], ["bedroom"])),
  ]).toEqual([2, 1, 1]);
});
