import { blurred, slopesOf } from "@image-staging/picture/gradient";
import { expect, test } from "vitest";
import { paintedViewShare } from "../../../../../lambdas/approval/measure/surfaces/painted-views.ts";
import { planesOf } from "../../../../../lambdas/approval/measure/view.ts";

const size = { width: 300, height: 200 };
type Rgb = readonly [number, number, number];
const isPane = (x: number, y: number): boolean => x >= 180 && x < 250 && y >= 30 && y < 100;
/** A grainy wall that is lit from one side, with a window to trees. */
const before = (x: number, y: number): Rgb => {
  if (isPane(x, y)) return (x >> 2) % 2 === (y >> 2) % 2 ? [210, 220, 230] : [70, 110, 60];
  const light = 200 - x / 10 + ((x * 7 + y * 13) % 5);
  return [light, light - 5, light - 12];
};
const paint = ([red, green, blue]: Rgb): Rgb => [0.8 * red, 0.86 * green, 0.84 * blue];

const viewOf = (at: (x: number, y: number) => Rgb) =>
  planesOf(
    Uint8Array.from(
      Array.from({ length: size.width * size.height }, (_, i) => [
        ...at(i % size.width, Math.floor(i / size.width)),
      ]).flat(),
    ),
    size,
  );

/** What is measured if these pixels are painted. */
const shareOf = (isPainted: (x: number, y: number) => boolean): number => {
  const source = viewOf(before);
  const candidate = viewOf((x, y) => (isPainted(x, y) ? paint(before(x, y)) : before(x, y)));
  return paintedViewShare(source, candidate, slopesOf(blurred(source.luma)));
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
