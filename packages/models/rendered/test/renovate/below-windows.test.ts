import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { faceNames, type Hits } from "../../src/analysis/faces.ts";
import { belowWindows } from "../../src/renovate/below-windows.ts";

const [width, height] = [200, 120];

/** How many pixels of a stretch below a window (columns 60 to 140, down to row `sill`) are wall: the paint above is 180 grey. */
function found(from: number, to: number, bottom: number, grey = 176, sill = 70): number {
  const isIn = (i: number, x0: number, x1: number, y0: number, y1: number): boolean =>
    i % width >= x0 && i % width < x1 && i >= y0 * width && i < y1 * width;
  const pixels = Array.from({ length: width * height }, (_, i) => i);
  const stretch = pixels.filter((i) => isIn(i, from, to, 75, bottom));
  const data = new Uint8Array(width * height * 3).fill(180);
  for (const i of stretch) data.fill(grey, i * 3, i * 3 + 3);
  const mask = (of: (i: number) => boolean) => Uint8Array.from(pixels, (i) => (of(i) ? 1 : 0));
  const face = new Uint8Array(width * height).fill(faceNames.indexOf("back"));
  const seams = {
    paintFoot: new Float32Array(width).fill(110),
    metre: new Float32Array(width).fill(50),
  };
  return belowWindows(
    workingCopyOf({ width, height, data }),
    { face } as unknown as Hits,
    [stretch],
    mask((i) => isIn(i, 0, width, 0, 20)),
    mask((i) => isIn(i, 60, 140, 20, sill)),
    seams as never,
  ).length;
}

test("even wall below a window that is wider than it and stands on the skirting is wall", () => {
  expect(found(40, 160, 105)).toBe(120 * 30);
});

test("a cabinet below a window, and what stands off the skirting or has another colour, is none", () => {
  expect(found(70, 130, 105)).toBe(0);
  expect(found(40, 160, 95)).toBe(0);
  expect(found(40, 160, 105, 120)).toBe(0);
});

test("a leaf below a lamp that passes for a window, 1.6 m above the floor, is none either", () => {
  expect(found(40, 160, 105, 176, 30)).toBe(0);
});
