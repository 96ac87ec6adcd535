import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, it } from "vitest";
import { belowLines } from "../../src/renovate/below-lines.ts";

const [width, height] = [40, 90];

/** How many pixels of a stretch of this grey, right of a white door, are wall: a gap parts it from grey paint above. */
function found(grey: number, gap = grey, bottom = 80): number {
  const greyAt = (x: number, y: number): number =>
    y < 30 ? 150 : x < 20 ? 240 : y >= 33 && y < 37 ? gap : grey;
  const data = Uint8Array.from({ length: width * height * 3 }, (_, k) =>
    greyAt(Math.floor(k / 3) % width, Math.floor(k / 3 / width)),
  );
  const pixels = Array.from({ length: width * height }, (_, i) => i);
  const stretch = pixels.filter((i) => i % width >= 25 && i >= 40 * width && i < bottom * width);
  const paint = Uint8Array.from(pixels, (i) => (i < 30 * width ? 1 : 0));
  return belowLines(workingCopyOf({ width, height, data }), [stretch], paint, 2).length;
}

it("what nothing but a line parts from the paint above is wall", () => expect(found(150)).toBe(15 * 40));

it("what an edge parts from it is none, also if it has the paint's colour, and neither is a rail", () => {
  expect(found(158)).toBe(0);
  expect(found(150, 140)).toBe(0);
  expect(found(150, 150, 55)).toBe(0);
});
