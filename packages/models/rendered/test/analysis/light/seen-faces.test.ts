import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import { expect, test } from "vitest";
import { seenFacesOf } from "../../../src/analysis/light/seen-faces.ts";

const planes = { left: -2, right: 2, back: -4, front: 0.5, height: 2.6 };
const camera: Camera = {
  ...{ width: 240, height: 160, focal: 150, centreX: 120, centreY: 80 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};

/** How many cells of the ceiling shine in a picture that is warm white where `isBright` says so and grey elsewhere. */
function lampsOf(isBright: (x: number, y: number) => boolean): number {
  const data = Uint8Array.from({ length: camera.width * camera.height * 3 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % camera.width, Math.floor(i / 3 / camera.width)];
    return isBright(x, y) ? ([255, 244, 190][i % 3] ?? 0) : 150;
  });
  const copy = workingCopyOf({ width: camera.width, height: camera.height, data });
  const { ceiling } = seenFacesOf(copy, camera, planes, []);
  return ceiling.emits.reduce((sum, shines) => sum + shines, 0);
}

test("a lamp that is on shines, a bright ceiling does not", () => {
  expect(lampsOf((x, y) => Math.hypot(x - 120, (y - 12) * 2) < 14)).toBeGreaterThan(0);
  expect(lampsOf((_, y) => y < 35)).toBe(0);
});
