import { expect, test } from "vitest";
import { judgeDrift } from "../../../../../lambdas/approval/drift.ts";
import { newPaintOf } from "../../../../../lambdas/approval/measure/surfaces/new-paint.ts";
import { unfinishedLength } from "../../../../../lambdas/approval/measure/surfaces/unfinished.ts";
import { paint, type Rgb, viewOf } from "./painted-walls.ts";

/** A wall that is lit from one side, with a door in another colour, above a floor. */
const isDoor = (x: number, y: number): boolean => x >= 200 && x < 240 && y >= 60 && y < 150;
const before = (x: number, y: number): Rgb => {
  if (y >= 150) return [110, 80, 60];
  const light = 200 - x / 10;
  return isDoor(x, y) ? [90, 70, 60] : [light, light - 5, light - 12];
};

/** What is left of the old surface in a picture. */
const leftIn = (after: (x: number, y: number) => Rgb): number => {
  const [source, candidate] = [viewOf(before), viewOf(after)];
  return unfinishedLength(source, candidate, newPaintOf(source, candidate));
};

/** The same if these pixels are painted, and the floor is new. */
const leftOf = (isPainted: (x: number, y: number) => boolean, piece?: (x: number, y: number) => boolean) =>
  leftIn((x, y) => {
    if (piece?.(x, y)) return [120, 40, 50];
    if (y >= 150) return [150, 120, 90];
    return isPainted(x, y) ? paint(before(x, y)) : before(x, y);
  });

const isWall = (x: number, y: number): boolean => y < 150 && !isDoor(x, y);

test("nothing is left if paint ends at edges of the source, behind furniture too", () => {
  expect(leftOf(isWall)).toBeLessThan(3);
  expect(leftOf(isWall, (x, y) => x > 60 && x < 120 && y > 110 && y < 180)).toBeLessThan(3);
});

test("a patch of wall in its old paint is left by the length of its border", () => {
  const patch = (x: number, y: number): boolean => x > 60 && x < 150 && y > 40 && y < 120;
  expect(leftOf((x, y) => isWall(x, y) && !patch(x, y))).toBeGreaterThan(60);
});

test("a door's leaf that is painted in part is left by the length of the paint's end", () => {
  const left = leftOf((x, y) => isWall(x, y) || (isDoor(x, y) && x < 220));
  expect(left).toBeGreaterThan(15);
});

test("a picture that is the source has nothing left, and none that is renovated is judged by less", () => {
  expect(leftIn(before)).toBe(0);
  const drift = { ...{ moved: 0, clutter: 0, lost: 0, lostUpright: 0, ended: 0, levelled: 0, patterned: 0 } };
  const rest = {
    ceiling: 0,
    ceilingLine: 0,
    wall: 1,
    floorKept: 0,
    floorShade: 0,
    floorColour: 0,
    island: 0,
  };
  expect(
    judgeDrift({ ...drift, ...rest, repainted: 1, unfinished: leftOf(isWall), paintedView: 0 }, "renovate"),
  ).toEqual({});
});
