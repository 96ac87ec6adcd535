import { expect, test } from "vitest";
import type { Analysis } from "../../src/analysis/analysis.ts";
import { workingCopyOf } from "../../src/analysis/picture/working-copy.ts";
import { floorLightOf } from "../../src/renovate/floor-light.ts";
import { camera, floor, planes } from "./small-room.ts";

const analysis = { room: planes, exposure: { whitePoint: [1, 1, 1] } } as unknown as Analysis;

const isPatch = (i: number): boolean => i % 240 > 90 && i % 240 < 150 && i > 138 * 240;

/** The light on a floor of a colour with a patch of sun that shows as another. */
function lightOf(floorColour: readonly number[], sun: readonly number[]) {
  const data = new Uint8Array(floor.length * 3);
  for (let i = 0; i < floor.length; i++) data.set(isPatch(i) ? sun : floorColour, i * 3);
  const sunny = Uint8Array.from(floor, (_, i) => (isPatch(i) ? 1 : 0));
  return floorLightOf({ copy: workingCopyOf({ ...camera, data }), camera, floor, sunny }, analysis);
}

test("a floor mirrors nothing where the photo clips the sun to white, at its edges and beyond the photo's border", () => {
  const { mirrored, received } = lightOf([120, 70, 40], [255, 253, 250]);
  expect(Math.max(...mirrored)).toBeLessThan(0.02);
  expect(Math.max(...received)).toBeGreaterThan(5);
});

test("sun that is white in the photo of a light floor is as bright as sun is, and sun that shows keeps its brightness", () => {
  expect(Math.max(...lightOf([188, 188, 188], [255, 255, 255]).received)).toBeCloseTo(3);
  expect(Math.max(...lightOf([150, 150, 150], [225, 225, 225]).received)).toBeCloseTo(2.46, 1);
});
