import { expect, test } from "vitest";
import { keptBy, placed } from "../../../lambdas/approval/homography.ts";

/** Scales, shifts and turns (radians) about the middle of a square picture. */
const seen = (scale: number, turn = 0, shift = 0) => {
  const [cos, sin] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  return [cos, -sin, 0.5 - 0.5 * (cos - sin) + shift, sin, cos, 0.5 - 0.5 * (sin + cos), 0, 0, 1];
};

test("a homography puts places of the candidate into the source", () => {
  expect(placed([1, 0, 0, 0, 1, 0, 0, 0, 1], 0.2, 0.7)).toEqual([0.2, 0.7]);
  expect(placed([1, 0, 0, 0, 1, 0, 0, 1, 1], 0.5, 1)).toEqual([0.25, 0.5]);
});

test.each([
  ["nothing", seen(1), 1],
  ["a crop of 10 %", seen(0.949), 0.9],
  ["3 degrees", seen(0.93, 0.052), 0.865],
])("%s: says what part of the source is kept", (_, homography, kept) => {
  expect(keptBy(homography)).toBeCloseTo(kept, 2);
});

test.each([
  ["shows what is not in the source", seen(1.05)],
  ["turns without a crop", seen(1, 0.05)],
  ["crops a third", seen(0.8)],
  ["shifts by a quarter", seen(0.9, 0, 0.25)],
  ["mirrors", [-1, 0, 1, 0, 1, 0, 0, 0, 1]],
  ["is no homography", [0, 0, 0, 0, 0, 0, 0, 0, 0]],
])("is refused if it %s", (_, homography) => {
  expect(keptBy(homography)).toBeUndefined();
});
