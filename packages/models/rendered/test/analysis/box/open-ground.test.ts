import { copyOf } from "@image-staging/picture/working-copy";
import { project } from "@image-staging/tracer/camera";
import type { Camera, Vec3 } from "@image-staging/tracer/scene";
import { expect, test } from "vitest";
import { openGroundOf } from "../../../src/analysis/box/open-ground.ts";
import type { Segment } from "../../../src/analysis/camera/segments.ts";
import { labelClasses, labelGroups } from "../../../src/labels/classes.ts";
import { Labels } from "../../../src/labels/labels.ts";

const size = { width: 300, height: 200 };
const camera: Camera = {
  ...{ ...size, focal: 210, centreX: 150, centreY: 100 },
  ...{ yaw: 0.3, pitch: 0, roll: 0, elevation: 1 },
};

/** Edges of a house that stands 6 to 12 camera heights away, aslant. */
function house(): Segment[] {
  const steps = [0, 0.5, 1, 1.5, 2];
  const edges = steps.flatMap((step): [Vec3, Vec3][] => [
    [
      [-3, step, -6],
      [2, step, -6],
    ],
    [
      [2, step, -6],
      [2, step, -12],
    ],
    [
      [2 * step - 3, 0, -6],
      [2 * step - 3, 2, -6],
    ],
    [
      [2, 0, -6 - step],
      [2, 2, -6 - step],
    ],
  ]);
  return edges.flatMap(([from, to]): Segment[] => {
    const [a, b] = [project(camera, from), project(camera, to)];
    if (!a || !b) return [];
    const ends = { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
    return [{ ...ends, length: Math.hypot(b.x - a.x, b.y - a.y), brighter: 60 }];
  });
}

/** Ground from a row of the picture down, so much of which things hide. */
function groundFrom(first: number, hidden = 0): Labels {
  const groups = labelGroups.map(() => new Float32Array(size.width * size.height));
  for (let i = 0; i < size.width * size.height; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    const group = y < first ? "walls" : x < hidden * size.width ? "things" : "floor";
    const plane = groups[labelGroups.indexOf(group)];
    if (plane) plane[i] = 1;
  }
  const copy = copyOf({ ...size, data: new Uint8Array(3 * size.width * size.height).fill(128) }, 1);
  const data = new Float32Array(labelClasses.length * 4);
  return new Labels(copy, groups, { width: 2, height: 2, data });
}

test("a lawn is as deep as it is in sight, seen straight ahead by the camera whose lines the house draws", () => {
  const found = openGroundOf(groundFrom(142), house());
  expect(found?.view.yaw).toBe(0);
  expect(Math.abs(found?.view.pitch ?? 1)).toBeLessThan(0.03);
  expect(found?.found.box.back).toBeGreaterThan(4);
  expect(found?.found.box.back).toBeLessThan(6);
});

test("ground without lines over it, above its horizon or below trees is not made out", () => {
  expect(openGroundOf(groundFrom(142), [])).toBeUndefined();
  expect(openGroundOf(groundFrom(60), house())).toBeUndefined();
  expect(openGroundOf(groundFrom(142, 0.4), house())).toBeDefined();
  expect(openGroundOf(groundFrom(142, 0.6), house())).toBeUndefined();
});
