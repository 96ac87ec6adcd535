import { expect, test } from "vitest";
import { doubtOf, missesNames } from "../src/doubt.ts";
import type { Label } from "../src/read/labels.ts";
import type { PlanRoom } from "../src/uses.ts";

/** Pixels of a metre. */
const measured = { scale: 10, scaleVotes: 2, isTextUnread: false };
const roomOf = (uses: PlanRoom["uses"], changes: Partial<PlanRoom> = {}): PlanRoom => ({
  ...{ id: 1, uses, named: uses.length > 0, labels: [], quarrels: false, ownPieces: 0, area: 12 },
  ...{ left: 0, top: 0, right: 40, bottom: 30 },
  ...changes,
});
const sized = (...sides: [number, number]): Partial<PlanRoom> => ({
  labels: [
    {
      ...{ text: "", uses: [], isRoom: false, lineHeight: 8, left: 5, right: 15, top: 5, bottom: 10 },
      sizes: [{ sides, weight: 1 }],
    },
  ],
});
const flat = [roomOf(["living"], sized(3, 4)), roomOf(["bedroom"], sized(4, 3)), roomOf(["kitchen"])];

test("a plan whose names, walls and sizes agree is without doubt", () => {
  expect(doubtOf(flat, measured)).toBeUndefined();
});

test.each([
  ["most rooms have no name", [...flat, roomOf([]), roomOf([]), roomOf([]), roomOf([])], /names/],
  [
    "two rooms are read as one",
    [...flat, roomOf(["bedroom", "bath"], { quarrels: true })],
    /walls .* bedroom and bath/,
  ],
  ["one room is most of the plan", [...flat, roomOf(["bedroom"], { area: 60 })], /most of the plan/],
  ["rooms have other sizes than printed", flat.map((room) => ({ ...room, ...sized(2, 9) })), /sizes/],
  ["the plan shows furniture", flat.map((room) => ({ ...room, ownPieces: 3 })), /furniture of its own/],
])("%s: floors alone, and the words say what to send", (_, rooms, words) => {
  expect(doubtOf(rooms, measured)).toMatch(words);
  expect(doubtOf(rooms, measured)).toMatch(/Send .*\.$/);
});

test.each([
  ["names are in a script that is not read", { isTextUnread: true }, /script/],
  ["only one measure tells the scale", { scaleVotes: 1 }, /scale/],
])("%s: floors alone, and the words say what to send", (_, changes, words) => {
  expect(doubtOf(flat, { ...measured, ...changes })).toMatch(words);
});

const name: Label = {
  ...{ text: "Kitchen", uses: ["kitchen"], isRoom: true, lineHeight: 8, sizes: [] },
  ...{ left: 5, right: 15, top: 5, bottom: 10 },
};

test.each([
  ["in no room but one of four", [name, name, name, name], true],
  ["printed again in a legend", [name, name], false],
])("names %s tell whether the rooms are those of the plan", (_, labels, misses) => {
  expect(missesNames([roomOf(["kitchen"], { labels: [name] }), roomOf([])], labels)).toBe(misses);
});
