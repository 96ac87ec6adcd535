import { expect, test } from "vitest";
import { readArea } from "../../src/read/sizes.ts";

test("square metres are read, and doubted if the raised 2 is lost", () => {
  expect(readArea("18,5 m²")).toEqual({ area: 18.5, weight: 0.4 });
  expect(readArea("7.1 m?")).toEqual({ area: 7.1, weight: 0.4 });
  expect(readArea("23.3m")).toEqual({ area: 23.3, weight: 0.2 });
  expect(readArea("131m")).toEqual({ area: 13.1, weight: 0.2 });
});

test("a room's side and a height are no areas", () => {
  expect(["3.48m", "2.4 m", "5.16 x 3.48m"].map(readArea)).toEqual([undefined, undefined, undefined]);
});
