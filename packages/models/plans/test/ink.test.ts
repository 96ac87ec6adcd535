import { expect, test } from "vitest";
import { findInk } from "../src/ink.ts";

const [width, height] = [200, 100];

/** A white page with level strokes: their thickness, each 100 pixels long. */
function pageWith(strokes: readonly number[]) {
  const data = new Uint8Array(width * height * 3).fill(255);
  strokes.forEach((thickness, k) => {
    for (let y = 10 * k + 2; y < 10 * k + 2 + thickness; y++)
      data.fill(0, (y * width + 50) * 3, (y * width + 150) * 3);
  });
  return { width, height, data };
}

test("lines are the thinner strokes, also if there are three times as many of a thin wall", () => {
  expect(findInk(pageWith([2, 2, 2, 2, 5, 5]))?.line).toBe(2);
  expect(findInk(pageWith([2, 2, 5, 5, 5, 5, 5]))?.line).toBe(2);
  expect(findInk(pageWith([5, 5, 5]))?.line).toBe(5);
});
