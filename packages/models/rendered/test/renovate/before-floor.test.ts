import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { thingsBefore } from "../../src/renovate/before-floor.ts";

const [width, height, foot] = [120, 100, 40];
const [wood, white, sunlit] = [
  [140, 100, 70],
  [220, 216, 208],
  [255, 252, 232],
] as const;

/** The share of some columns' floor that things hide, on wood with so much white in each pixel. */
function hidden(
  from: number,
  to: number,
  whiteAt: (x: number, y: number) => number,
  colour: readonly [number, number, number] = white,
): number {
  const data = new Uint8Array(width * height * 3);
  const floor = new Uint8Array(width * height);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const share = whiteAt(x, y);
    for (const c of [0, 1, 2] as const) data[i * 3 + c] = (1 - share) * wood[c] + share * colour[c];
    floor[i] = y >= foot ? 1 : 0;
  }
  const things = thingsBefore(workingCopyOf({ width, height, data }), floor);
  const own = [...floor.keys()].filter((i) => floor[i] && i % width >= from && i % width < to);
  return own.filter((i) => things[i]).length / own.length;
}

test("a white casing at the picture's border is no floor", () => {
  expect(hidden(0, 20, (x) => (x < 20 ? 1 : 0))).toBe(1);
  expect(hidden(30, width, (x) => (x < 20 ? 1 : 0))).toBe(0);
});

test("a patch of sun and a mirrored window are", () => {
  expect(hidden(0, width, (x, y) => (x > 40 && x < 80 && y > 60 ? 1 : 0))).toBe(0);
  expect(hidden(0, width, (x) => Math.max(0, 1 - x / 50))).toBe(0);
  expect(hidden(0, width, (x) => (x < 20 ? 1 : 0), sunlit)).toBe(0);
});

test("a strip of sun that reaches the picture's border is floor", () => {
  const inStrip = (x: number, y: number): number => (y >= 70 - x / 4 && y < 85 - x / 4 ? 1 : 0);
  expect(hidden(0, width, inStrip)).toBe(0);
});
