import { expect, test } from "vitest";
import { namedBy } from "../../src/read/names.ts";

test("a name says what a room is for", () => {
  expect(namedBy("Kitchen / Dining Room")).toEqual({ uses: ["kitchen", "dining"], isRoom: true });
  expect(namedBy("Bathroom / En suite").uses).toEqual(["bath"]);
});

test("a general name is a room of no use, and other words are no room", () => {
  expect(namedBy("ZIMMER 3")).toEqual({ uses: [], isRoom: true });
  expect(namedBy("First floor plan")).toEqual({ uses: [], isRoom: false });
});
