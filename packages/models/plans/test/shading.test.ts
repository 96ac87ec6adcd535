import { expect, test } from "vitest";
import { shadingOf } from "../src/shading.ts";

const [width, height] = [300, 200];
const pictureOf = (level: (x: number, y: number) => number) => ({
  ...{ width, height },
  data: Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3);
    return level(pixel % width, Math.floor(pixel / width));
  }),
});

test("lines and flat colours are not shaded, a surface whose light changes is", async () => {
  expect(
    await shadingOf(pictureOf((x, y) => (x % 50 < 3 || y % 50 < 3 ? 0 : x < 150 ? 255 : 200))),
  ).toBeLessThan(0.02);
  expect(await shadingOf(pictureOf((x, y) => 150 + ((x * 5 + y * 3) % 40)))).toBeGreaterThan(0.5);
});
