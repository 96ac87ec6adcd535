import { Lens, panoramaCamera } from "@image-staging/tracer/camera";
import { expect, test } from "vitest";
import { hiddenWalls, partsShowing } from "../../src/panorama/bare-floor.ts";

const camera = panoramaCamera({ width: 800, height: 400 }, 0, 1.5);
const floor = { x: -3, z: -3, cell: 0.1, columns: 60, rows: 60, free: new Uint8Array(3600).fill(1) };
/** All is floor, but for things on a square metre to the right of the viewer. */
const things = Uint8Array.from({ length: 800 * 400 }, (_, i) => {
  const lens = new Lens(camera);
  lens.aim((i % 800) + 0.5, Math.floor(i / 800) + 0.5);
  const [x, z] = [(-1.5 * lens.dx) / lens.dy, (-1.5 * lens.dz) / lens.dy];
  return Math.abs(x - 2) < 0.5 && Math.abs(z) < 0.5 ? 255 : 0;
});

test("what stands on the floor is found as one part, in cells", () => {
  const [part, ...others] = partsShowing(floor, camera, things);
  expect(others).toEqual([]);
  expect((part?.length ?? 0) * 0.01).toBeCloseTo(1, 0);
  for (const k of part ?? []) expect(Math.abs(-3 + ((k % 60) + 0.5) * 0.1 - 2)).toBeLessThan(0.6);
});

test("walls whose floor boundary is hidden show nothing plain", () => {
  const corner = Array.from({ length: 100 }, (_, k) => Math.floor(k / 10) * 60 + 50 + (k % 10));
  const [back, right, ...others] = hiddenWalls(floor, [corner], 2.5);
  expect(others).toEqual([]);
  expect(back).toMatchObject({ wall: "back", kind: "fixture", bottom: 0, top: 2.5 });
  expect([back?.from, back?.to, right?.from, right?.to].map((at) => Math.round((at ?? 0) * 10))).toEqual([
    20, 30, -30, -20,
  ]);
});
