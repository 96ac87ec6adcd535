import { expect, it } from "vitest";
import { edgeFieldOf } from "../../src/analysis/edge-field.ts";
import { onFoot } from "../../src/analysis/foot.ts";
import { workingCopyOf } from "../../src/analysis/working-copy.ts";

const [width, height, focal] = [900, 600, 640];
const camera = {
  ...{ width, height, focal, centreX: width / 2, centreY: height / 2 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1 },
};

/** A wall over a floor and, from `upper` to `foot`, a board in the floor's colour. */
function footOf(upper: number, foot: number) {
  const data = new Uint8Array(width * height * 3).fill(180);
  data.fill(120, upper * width * 3);
  data.fill(100, foot * width * 3, (foot + 2) * width * 3);
  const copy = workingCopyOf({ width, height, data });
  const evidence = {
    ...{ camera, edges: edgeFieldOf(copy), witnesses: [] },
    likeness: new Float32Array(width * height),
  };
  return onFoot(copy, evidence, { left: 3, right: 3, back: focal / (upper - height / 2), height: 2 });
}

it("a wall over a second line can be nearer than found: the line found can be a board's upper edge", () => {
  const { box, nearest } = footOf(492, 508);
  expect(focal / box.back).toBeCloseTo(192, -1);
  expect(focal / nearest.back).toBeGreaterThan(205);
  expect(nearest.left).toBe(box.left);
});

it("a line far out on the floor is no wall's foot", () => {
  const { box, nearest } = footOf(492, 550);
  expect(nearest).toMatchObject({ back: box.back });
});
