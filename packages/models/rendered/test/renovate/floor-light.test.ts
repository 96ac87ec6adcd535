import { expect, test } from "vitest";
import type { Analysis } from "../../src/analysis/analysis.ts";
import { workingCopyOf } from "../../src/analysis/picture/working-copy.ts";
import { floorLightOf } from "../../src/renovate/floor-light.ts";
import { camera, floor, planes } from "./small-room.ts";

const analysis = { room: planes, exposure: { whitePoint: [1, 1, 1] } } as unknown as Analysis;

test("a floor mirrors nothing where the photo clips the sun to white, at its edges and beyond the photo's border", () => {
  const isPatch = (i: number): boolean => i % 240 > 90 && i % 240 < 150 && i > 138 * 240;
  const data = new Uint8Array(floor.length * 3);
  for (let i = 0; i < floor.length; i++) data.set(isPatch(i) ? [255, 253, 250] : [120, 70, 40], i * 3);
  const sunny = Uint8Array.from(floor, (_, i) => (isPatch(i) ? 1 : 0));
  const copy = workingCopyOf({ ...camera, data });
  const { mirrored, received } = floorLightOf({ copy, camera, floor, sunny }, analysis);
  expect(Math.max(...mirrored)).toBeLessThan(0.02);
  expect(Math.max(...received)).toBeGreaterThan(5);
});
