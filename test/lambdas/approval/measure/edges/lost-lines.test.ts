import { slopesOf } from "@image-staging/picture/gradient";
import { Plane } from "@image-staging/picture/plane";
import { expect, test } from "vitest";
import { chainsOf, thinEdges } from "../../../../../lambdas/approval/measure/edges/chains.ts";
import { builtLength, lostLength } from "../../../../../lambdas/approval/measure/edges/lost-lines.ts";
import { slatsOf } from "../../../../../lambdas/approval/measure/edges/slats.ts";
import { wallsOf } from "../../../../../lambdas/approval/measure/floors/walls.ts";

const size = { width: 200, height: 100 };

/** The slopes of a picture by its shades. */
const gradientWith = (shade: (x: number, y: number) => number) =>
  slopesOf(new Plane(size).map((_, i) => shade(i % size.width, Math.floor(i / size.width))));

/** The straight lines of a picture below a row. */
function linesBelow(row: number, gradient: ReturnType<typeof gradientWith>) {
  const edges = thinEdges(gradient, 4).fill(0, 0, row * size.width);
  return chainsOf(edges, gradient, 10);
}

test("an upright line counts if its upper end is lost too, and level ones with it", () => {
  const box = gradientWith((x, y) => (x > 60 && x < 120 && y > 30 && y < 80 ? 160 : 100));
  const whole = linesBelow(0, box);
  expect(builtLength(whole, box)).toBeGreaterThan(150);
  expect(builtLength(linesBelow(50, box), box)).toBe(0);
  const level = whole.filter(({ upright }) => upright < 0.5);
  expect(level.length).toBeGreaterThan(0);
  expect(builtLength(level, box)).toBe(0);
});

test("few lines at a bright pane do not count, as behind a lampshade, but all of a window's do", () => {
  const shades = (level: number) => new Plane(size).map(() => level);
  const bar = gradientWith((x, y) => (x > 60 && x < 70 && y > 30 && y < 46 ? 160 : 100));
  expect(lostLength(linesBelow(0, bar), bar, shades(200))).toBeGreaterThan(9);
  expect(lostLength(linesBelow(0, bar), bar, shades(252))).toBe(0);
  const box = gradientWith((x, y) => (x > 60 && x < 120 && y > 30 && y < 80 ? 160 : 100));
  expect(lostLength(linesBelow(0, box), box, shades(252))).toBeGreaterThan(150);
});

test("five uprights at one height are slats, two are not", () => {
  const ribs = (count: number) =>
    gradientWith((x, y) => (y > 60 && y < 85 && x > 40 && x < 40 + 8 * count && x % 8 < 4 ? 160 : 100));
  const [many, few] = [ribs(6), ribs(1)];
  const marks = slatsOf(linesBelow(0, many), many);
  expect(marks[70 * size.width + 60]).toBe(1);
  expect(marks[40 * size.width + 60]).toBe(0);
  expect(slatsOf(linesBelow(0, few), few).includes(1)).toBe(false);
});

test("a floor is no wall, though the skirting between them fades on one side", () => {
  const fading = gradientWith((x, y) => (y < 65 ? 200 : 200 - 60 * (1 - x / size.width) - 4));
  const walls = wallsOf(fading);
  for (const x of [20, 100, 190]) {
    expect(walls[50 * size.width + x]).toBe(1);
    expect(walls[90 * size.width + x]).toBe(0);
  }
});
