import { edgeFieldOf } from "@image-staging/picture/edge-field";
import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, it } from "vitest";
import { planesOf } from "../../../src/analysis/box/box.ts";
import { offSkirting } from "../../../src/analysis/box/nearest-walls.ts";
import { lowered, onFoot } from "../../../src/analysis/box/on-foot.ts";
import { faceNames, hitsOf } from "../../../src/analysis/faces.ts";

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
  const box = { left: 3, right: 3, back: focal / (upper - height / 2), height: 2 };
  const { nearest } = offSkirting(copyOf(upper, foot, board), camera, { box, nearest: box });
  expect(nearest.left).toBe(3);
  return focal / nearest.back;
}

it("the back wall is found at a clear line", () => {
  const copy = copyOf(492, 492, 0);
  const { box } = onFoot(
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

const room = { left: 1.2, right: 1.2, back: 3, height: 1.9 };

/** Whether each pixel shows a room's walls up to a height in metres. */
function isAtFoot(box: typeof room, metres: number): boolean[] {
  const planes = planesOf(box, 1.3);
  const { face, v } = hitsOf({ ...camera, elevation: 1.3 }, planes);
  return Array.from(
    face,
    (at, i) =>
      !["floor", "ceiling"].includes(faceNames[at] as string) && (v[i] as number) * planes.height < metres,
  );
}

/** The walls that are found of a room if the upper edge of its skirting of 11 cm passes for their foot. */
function offBoardOf(board: number, isJoint: readonly boolean[] = []) {
  const [walls, boards] = [isAtFoot(room, Infinity), isAtFoot(room, 0.11)];
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const at = Math.floor(i / 3);
    return boards[at] ? board : walls[at] ? 180 : isJoint[at] ? 100 : 140;
  });
  const found = lowered(room, -0.11 / 1.19);
  return offSkirting(workingCopyOf({ width, height, data }), camera, { box: found, nearest: found });
}

it("the floor lies lower if all walls in sight stand on a skirting's upper edge", () => {
  const moved = offBoardOf(100);
  expect(moved.box.back).toBeCloseTo(3, 1);
  expect(moved.nearest).toEqual(moved.box);
});

it("a joint in the floor below the skirting's foot is no foot", () => {
  const isJoint = isAtFoot(lowered(room, 0.09), 0.015);
  expect(offBoardOf(160, isJoint).box.back).toBeCloseTo(3, 1);
});
