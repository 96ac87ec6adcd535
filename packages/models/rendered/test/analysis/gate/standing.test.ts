import { project } from "@image-staging/tracer/camera";
import type { Camera, Vec3 } from "@image-staging/tracer/scene";
import { expect, test } from "vitest";
import type { Segment } from "../../../src/analysis/camera/segments.ts";
import { isStoodOn } from "../../../src/analysis/gate/standing.ts";

const camera: Camera = {
  ...{ width: 600, height: 400, focal: 420, centreX: 300, centreY: 200 },
  ...{ yaw: 0.2, pitch: -0.1, roll: 0, elevation: 1.4 },
};
const floor = new Uint8Array(600 * 400).fill(255);

function seen(from: Vec3, to: Vec3): Segment {
  const [a, b] = [from, to].map((point) => project(camera, point));
  if (!a || !b) throw new Error("It is behind the camera.");
  return { x1: a.x, y1: a.y, x2: b.x, y2: b.y, length: Math.hypot(b.x - a.x, b.y - a.y), brighter: 50 };
}

/** Both edges of the legs of two chairs whose middles are so far apart. */
const legs = (apart: number): Segment[] =>
  [-apart / 2, apart / 2].flatMap((middle) =>
    [-0.2, -0.17, 0.17, 0.2].map((x) => seen([middle + x - 1.8, 0, -4], [middle + x - 1.8, 0.4, -4])),
  );

const boards = [-2, -1, 1, 2].flatMap((x) => [
  seen([x, 0, -3], [x, 0, -5]),
  seen([-2, 0, x - 5], [2, 0, x - 5]),
]);

test("legs of chairs on what labels call floor are a group, boards and a single thing are none", () => {
  expect(isStoodOn([...boards, ...legs(1.4)], floor, camera)).toBe(true);
  expect(isStoodOn([...boards, ...boards], floor, camera)).toBe(false);
  expect(isStoodOn([...boards, ...legs(0.3)], floor, camera)).toBe(false);
  expect(isStoodOn(legs(1.4), new Uint8Array(600 * 400), camera)).toBe(false);
});
