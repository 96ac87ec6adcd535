import { expect, test } from "vitest";
import { Plane } from "../src/plane.ts";

const size = { width: 3, height: 2 };

test("a plane of zeros has a value for each pixel, and what it becomes is another plane", () => {
  const plane = new Plane(size);
  plane.values[5] = 0.5;
  expect(plane.at(5)).toBe(0.5);
  expect(plane.map((value, index) => value + index)).toEqual(
    new Plane(size, Float32Array.of(0, 1, 2, 3, 4, 5.5)),
  );
  expect(plane.at(4)).toBe(0);
});

test("a plane takes values of its size alone", () => {
  expect(() => new Plane(size, new Float32Array(5))).toThrow(
    new RangeError("A plane of 3 x 2 has 6 values, not 5."),
  );
});
