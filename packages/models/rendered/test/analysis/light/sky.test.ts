import { copyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { skyLightOf } from "../../../src/analysis/light/sky.ts";

const size = { width: 120, height: 80 };
const camera = {
  ...{ ...size, focal: 90, centreX: 60, centreY: 40 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};
const planes = { left: -6, right: 6, back: -9, front: 0.5, height: 4 };

/** White, and the sky's radiance, over grey ground of an 8-bit level. */
function whiteOver(level: number): { white: number; sky: number } {
  const isGround = (i: number): boolean => i >= (size.width * size.height) / 2;
  const data = Uint8Array.from({ length: 3 * size.width * size.height }, (_, i) =>
    isGround(Math.floor(i / 3)) ? level : 60,
  );
  const floor = Uint8Array.from({ length: size.width * size.height }, (_, i) => (isGround(i) ? 255 : 0));
  const { light, exposure } = skyLightOf(copyOf({ ...size, data }, 1), camera, planes, floor);
  return { white: exposure.white, sky: light.areas[0]?.radiance[0] ?? 0 };
}

test("under the sky white is four times as bright as the ground, but never burnt", () => {
  const [dim, bright] = [whiteOver(90), whiteOver(220)];
  // The linear level of 90 is 0.102.
  expect(dim.white).toBeCloseTo(0.41, 2);
  // Of half a sphere, the sky that is lit fills a part.
  expect(dim.sky).toBeGreaterThan(dim.white);
  expect(dim.sky).toBeLessThan(2 * dim.white);
  expect(bright.white).toBeLessThan(0.9);
});
