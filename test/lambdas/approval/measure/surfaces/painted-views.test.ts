import { blurred, slopesOf } from "@image-staging/picture/gradient";
import { expect, test } from "vitest";
import { newPaintOf } from "../../../../../lambdas/approval/measure/surfaces/new-paint.ts";
import { paintedViewShare } from "../../../../../lambdas/approval/measure/surfaces/painted-views.ts";
import { paint, type Rgb, size, viewOf } from "./painted-walls.ts";

const isPane = (x: number, y: number): boolean => x >= 180 && x < 250 && y >= 30 && y < 100;
/** A grainy wall that is lit from one side, with a window to trees. */
const before = (x: number, y: number): Rgb => {
  if (isPane(x, y)) return (x >> 2) % 2 === (y >> 2) % 2 ? [210, 220, 230] : [70, 110, 60];
  const light = 200 - x / 10 + ((x * 7 + y * 13) % 5);
  return [light, light - 5, light - 12];
};

/** What is measured if these pixels are painted. */
const shareOf = (isPainted: (x: number, y: number) => boolean): number => {
  const source = viewOf(before);
  const candidate = viewOf((x, y) => (isPainted(x, y) ? paint(before(x, y)) : before(x, y)));
  return paintedViewShare(slopesOf(blurred(source.luma)), newPaintOf(source, candidate));
};

test("paint on walls up to the panes covers no view, and a picture that is the source has no paint", () => {
  expect(shareOf((x, y) => !isPane(x, y))).toBeLessThan(0.005);
  expect(shareOf(() => false)).toBe(0);
});

test("a window that is painted over is measured by its area, and one painted in part by that part", () => {
  const whole = (70 * 70) / (size.width * size.height);
  expect(Math.abs(shareOf(() => true) - whole)).toBeLessThan(0.4 * whole);
  expect(shareOf((x, y) => !isPane(x, y) || x < 215)).toBeGreaterThan(0.2 * whole);
});
