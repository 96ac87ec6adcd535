import type { Camera } from "@image-staging/tracer/scene";
import { expect, it } from "vitest";
import type { Segment } from "../../src/analysis/camera/segments.ts";
import { hitsOf } from "../../src/analysis/faces.ts";
import { projectorOf } from "../../src/analysis/projector.ts";
import { floorJoints } from "../../src/panorama/floor-joints.ts";

const camera: Camera = {
  ...{ width: 300, height: 200, focal: 160, centreX: 150, centreY: 100 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};
const hits = hitsOf(camera, { left: -2, right: 2, back: -5, front: 0.5, height: 2.6 });

/** Short lines on the floor, each turned so far. */
function linesOn(turns: readonly number[]): Segment[] {
  const { line } = projectorOf(camera);
  return turns.map((turn, i) => {
    const [x, z] = [((i % 6) - 2.5) / 2, -3 - Math.floor(i / 6) / 4];
    const [x1, y1, x2, y2] = line([x, 0, z], [x + 0.3 * Math.cos(turn), 0, z + 0.3 * Math.sin(turn)]) ?? [
      0, 0, 0, 0,
    ];
    return { x1, y1, x2, y2, length: Math.hypot(x2 - x1, y2 - y1), brighter: 50 } as Segment;
  });
}

it("lines in two directions at a right angle are joints of a floor that is laid askew", () => {
  const joints = linesOn(Array.from({ length: 24 }, (_, i) => (i % 2 ? 0.7 : 0.7 + Math.PI / 2)));
  expect(floorJoints(joints, camera, hits)).toHaveLength(24);
});

it("lines in all directions, and few lines, are things that stand on it", () => {
  expect(floorJoints(linesOn(Array.from({ length: 24 }, (_, i) => i * 0.41)), camera, hits)).toEqual([]);
  expect(floorJoints(linesOn(Array.from({ length: 8 }, () => 0.7)), camera, hits)).toEqual([]);
});
