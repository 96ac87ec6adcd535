import { Lens, panoramaCamera } from "@image-staging/tracer/camera";
import { expect, test } from "vitest";
import { hiddenWalls, unlikeFloor, withoutWalls } from "../../src/panorama/bare-floor.ts";
import { copyOfLab } from "../lab-copy.ts";

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

test("a built-up corner's wall that goes on below the box's floor boundary is no floor, nor is its skirting", () => {
  const [width, height, boundary] = [80, 200, 110];
  const isCorner = (x: number) => x >= 20 && x < 40;
  const light = Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return y < (isCorner(x) ? 130 : boundary) ? 80 : 45;
  });
  const plain = new Float32Array(light.length);
  const copy = copyOfLab({ width, height }, light, plain, plain);
  const seen = withoutWalls(
    new Float32Array(light.length).fill(1),
    copy,
    new Float32Array(width).fill(boundary),
  );
  const rowsOf = (x: number) => seen.filter((value, i) => i % width === x && value < 0).length;
  expect(rowsOf(30)).toBeGreaterThan(15);
  expect(rowsOf(60)).toBe(0);
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
