import { expect, test } from "vitest";
import { borderOf, sharpnessOf } from "../../../src/analysis/light/sun-borders.ts";

const [width, height] = [60, 40];
const at = (i: number): readonly [number, number] => [i % width, Math.floor(i / width)];

/** How sharp a bright patch's border is on a floor below row 10, above which the wall has this luminance. */
function sharpness(wall: number): number {
  const all = Array.from({ length: width * height }, (_, i) => i);
  const patch = all.filter((i) => at(i)[0] >= 20 && at(i)[0] < 40 && at(i)[1] >= 10 && at(i)[1] < 25);
  const mask = (pixels: readonly number[]): Uint8Array =>
    Uint8Array.from(all, (i) => (pixels.includes(i) ? 1 : 0));
  const floor = mask(all.filter((i) => at(i)[1] >= 10));
  const luminance = Float32Array.from(all, (i) => (patch.includes(i) ? 0.9 : at(i)[1] < 10 ? wall : 0.2));
  return sharpnessOf(borderOf(patch, mask(patch), floor, width), luminance, 0.2);
}

test("sun that ends at a wall is as sharp as its borders on the floor, whether the wall is as bright or dark", () => {
  expect(sharpness(0.9)).toBe(1);
  expect(sharpness(0.2)).toBe(1);
});
