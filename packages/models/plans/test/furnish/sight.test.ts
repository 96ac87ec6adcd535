import { expect, test } from "vitest";
import { asideOf } from "../../src/furnish/sight.ts";

const at = (x: number, z: number, turn: number) => ({ x, z, turn });
const sofa = at(2, 1, 0);

test("a sofa faces a television at the wall across from it", () => {
  expect(asideOf(at(2.5, 4, Math.PI), sofa)).toBeCloseTo(0.5);
});

test("no one watches a television beside, far from or turned away from the sofa", () => {
  expect(asideOf(at(4.5, 4, Math.PI), sofa)).toBeUndefined();
  expect(asideOf(at(2, 9, Math.PI), sofa)).toBeUndefined();
  expect(asideOf(at(2, 4, Math.PI / 2), sofa)).toBeUndefined();
  expect(asideOf(at(2, -2, 0), sofa)).toBeUndefined();
});
