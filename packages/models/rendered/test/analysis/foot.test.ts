import { expect, it } from "vitest";
import { edgeFieldOf } from "../../src/analysis/edge-field.ts";
import { hitsOf } from "../../src/analysis/faces.ts";
import { onFoot } from "../../src/analysis/foot.ts";
import { nearestWalls } from "../../src/analysis/nearest-walls.ts";
import { workingCopyOf } from "../../src/analysis/working-copy.ts";

const [width, height, focal] = [900, 600, 640];
const camera = {
  ...{ width, height, focal, centreX: width / 2, centreY: height / 2 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.4 },
};
const evidence = {
  camera: { ...camera, elevation: 1 },
  witnesses: [],
  likeness: new Float32Array(width * height),
};
const grey = [180, 180, 180];

/** A wall over a floor and, from `upper` to `foot`, a board. */
function copyOf(upper: number, foot: number, board: number) {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const row = Math.floor(i / width / 3);
    return row < upper ? (grey[i % 3] as number) : row < foot ? board : 120;
  });
  return workingCopyOf({ width, height, data });
}

/** How far below the horizon, in pixels, the back wall that can be nearest begins. */
function nearestFoot(upper: number, foot: number, board: number): number {
  const planes = { left: -4, right: 4, back: (-1.4 * focal) / (upper - height / 2), front: 0.5, height: 2.6 };
  const { left, back } = nearestWalls(copyOf(upper, foot, board), camera, planes, hitsOf(camera, planes));
  expect(left).toBe(planes.left);
  return (-1.4 * focal) / back;
}

it("the back wall is found at a clear line", () => {
  const copy = copyOf(492, 492, 0);
  const box = onFoot(
    copy,
    { ...evidence, edges: edgeFieldOf(copy) },
    { left: 3, right: 3, back: 3.3, height: 2 },
  );
  expect(focal / box.back).toBeCloseTo(192, -1);
});

it("a wall over a second line can be nearer than found: the line found can be a board's upper edge", () => {
  expect(nearestFoot(492, 508, 110)).toBeCloseTo(208, -1);
});

it("a line far out on the floor is no wall's foot", () => {
  expect(nearestFoot(492, 560, 110)).toBeCloseTo(192, -1);
});
