import { expect, it } from "vitest";
import { jointOf } from "../../../src/analysis/box/corner.ts";

it("an upright counts wholly if the lines that recede from its ends show, be one of them hidden", () => {
  expect(jointOf(40, 100)).toBe(1);
  expect(jointOf(25, 100)).toBe(1);
});

it("a window's jamb, from which nothing recedes, hardly counts", () => {
  expect(jointOf(0, 100)).toBeLessThan(0.1);
  expect(jointOf(-10, 100)).toBe(0);
});

it("an upright at the picture's border counts wholly: no line that recedes from it can be seen", () => {
  expect(jointOf(0, 0)).toBe(1);
});
