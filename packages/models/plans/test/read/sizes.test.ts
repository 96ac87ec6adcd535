import { expect, test } from "vitest";
import { readArea, readLength, readSides } from "../../src/read/sizes.ts";

test("square metres are read, and doubted if the raised 2 is lost", () => {
  expect(readArea("18,5 m²")).toEqual({ area: 18.5, weight: 0.4 });
  expect(readArea("7.1 m?")).toEqual({ area: 7.1, weight: 0.4 });
  expect(readArea("23.3m")).toEqual({ area: 23.3, weight: 0.2 });
  expect(readArea("131m")).toEqual({ area: 13.1, weight: 0.2 });
});

test("a room's side and a height are no areas", () => {
  expect(["3.48m", "2.4 m", "5.16 x 3.48m"].map(readArea)).toEqual([undefined, undefined, undefined]);
});

test("sides are read in all units, and with marks that got lost", () => {
  const sidesOf = (line: string) =>
    readSides(line).map(({ sides }) => sides.map((side) => Number(side.toFixed(2))));
  expect(sidesOf("5.16 x 3.48m")).toEqual([[5.16, 3.48]]);
  expect(sidesOf("516 × 348m")).toContainEqual([5.16, 3.48]);
  expect(sidesOf("4100 x 2700")).toContainEqual([4.1, 2.7]);
  expect(sidesOf("16'11\" x 11'5\"")).toEqual([[5.16, 3.48]]);
  expect(sidesOf("1611 x 115")).toContainEqual([5.16, 3.48]);
  expect(sidesOf("12'-0”×17-6°")).toEqual([[3.66, 5.33]]);
  expect(sidesOf("11.7 x 12.1")).toContainEqual([3.57, 3.69]);
  expect(sidesOf("16'9 x 15'1 5.1m x 4.6m")).toEqual([
    [5.11, 4.6],
    [5.1, 4.6],
  ]);
});

test("areas are read in square feet and in mats", () => {
  expect(readArea("170 sq ft")?.area).toBeCloseTo(15.8, 1);
  expect(readArea("8.0畳")?.area).toBeCloseTo(12.96);
});

test("a line is a length if it is nothing else", () => {
  const metres = (line: string) => readLength(line).map(({ value }) => Number(value.toFixed(2)));
  expect(["3.90m", "13'-5 11/16\"", "2833", "4:38m"].map(metres)).toEqual([[3.9], [4.09], [2.83], [4.38]]);
  expect(["h=2.85m", "101 A", "12", "3.0 x 4.0"].map(metres)).toEqual([[], [], [], []]);
});
