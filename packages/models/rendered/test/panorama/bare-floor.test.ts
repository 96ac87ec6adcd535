import { expect, test } from "vitest";
import { Lens, panoramaCamera } from "../../src/camera.ts";
import { unlikeFloor } from "../../src/panorama/bare-floor.ts";

const camera = panoramaCamera({ width: 800, height: 400 }, 0, 1.5);
const floor = { x: -3, z: -3, cell: 0.1, columns: 60, rows: 60, free: new Uint8Array(3600).fill(1) };
/** Pixels that show the floor look like it, but for a square metre to the right of the viewer. */
const likeness = Float32Array.from({ length: 800 * 400 }, (_, i) => {
  const lens = new Lens(camera);
  lens.aim((i % 800) + 0.5, Math.floor(i / 800) + 0.5);
  const [x, z] = [(-1.5 * lens.dx) / lens.dy, (-1.5 * lens.dz) / lens.dy];
  return Math.abs(x - 2) < 0.5 && Math.abs(z) < 0.5 ? -1 : 1;
});

test("floor that does not look like floor is found as one part, in cells", () => {
  const [part, ...others] = unlikeFloor(floor, camera, likeness);
  expect(others).toEqual([]);
  expect((part?.length ?? 0) * 0.01).toBeCloseTo(1, 0);
  for (const k of part ?? []) expect(Math.abs(-3 + ((k % 60) + 0.5) * 0.1 - 2)).toBeLessThan(0.6);
});

test("sun on the floor is floor", () => {
  const sunny = Uint8Array.from(likeness, (value) => (value < 0 ? 255 : 0));
  expect(unlikeFloor(floor, camera, likeness, sunny)).toEqual([]);
});
