import type { Picture } from "@image-staging/picture/picture";
import { expect, test } from "vitest";
import { findInk } from "../src/ink.ts";
import { wallsOf } from "../src/walls.ts";

const [width, height] = [300, 200];

/** Two rooms behind walls of two lines, and a leaf at 45 degrees that is twice as thick as those lines. */
function drawing(): Picture {
  const data = new Uint8Array(width * height * 3).fill(255);
  const box = (x: number, y: number, wide: number, high: number, value: number) => {
    for (let row = y; row < y + high; row++)
      data.fill(value, (row * width + x) * 3, (row * width + x + wide) * 3);
  };
  box(20, 20, 260, 160, 0);
  box(22, 22, 256, 156, 255);
  for (const [x, wide] of [
    [29, 118],
    [154, 117],
  ] as const) {
    box(x, 29, wide, 142, 0);
    box(x + 2, 31, wide - 4, 138, 255);
  }
  for (let y = 0; y < 30; y++) box(60 + y, 60 + y, 6, 1, 0);
  return { width, height, data };
}

test("a slanted leaf is no wall, though its rows are three times as long as a line is thick", () => {
  const ink = findInk(drawing());
  if (!ink) throw new Error("This is a drawing.");
  expect(ink.line).toBe(2);
  const [walls] = wallsOf(ink, new Uint8Array(width * height));
  expect([walls?.solid[25 * width + 100], walls?.solid[75 * width + 77]]).toEqual([1, 0]);
});
