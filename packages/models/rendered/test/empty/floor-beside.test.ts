import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { faceNames, hitsOf } from "../../src/analysis/faces.ts";
import { withFloorBeside } from "../../src/empty/floor-beside.ts";
import { labelClasses, labelGroups } from "../../src/labels/classes.ts";
import { Labels } from "../../src/labels/labels.ts";
import { camera, planes } from "../renovate/small-room.ts";

const hits = hitsOf(camera, planes);
const { width, height } = camera;
const isFloor = (i: number): boolean => faceNames[hits.face[i] ?? 0] === "floor";
const between = (i: number, from: number, to: number): boolean => i % width >= from && i % width < to;

/** A grey floor on which labels call three strips things: of the floor's grey beside the mask and far from it, and a red one. */
const isThing = (i: number): boolean => isFloor(i) && (between(i, 50, 90) || between(i, 200, 220));
const data = new Uint8Array(3 * width * height).fill(230);
for (let i = 0; i < width * height; i++) {
  if (isFloor(i)) data.fill(110, 3 * i, 3 * i + 3);
  if (isFloor(i) && between(i, 50, 65)) data.set([170, 40, 40], 3 * i);
}
const groups = labelGroups.map((name) =>
  Float32Array.from({ length: width * height }, (_, i) => {
    const own = isThing(i) ? "things" : isFloor(i) ? "floor" : "walls";
    return name === own ? 1 : 0;
  }),
);
const classes = { width: 1, height: 1, data: new Float32Array(labelClasses.length) };
const labels = new Labels(workingCopyOf({ width, height, data }), groups, classes);
const mask = new Uint8Array(width * height).map((_, i) => (isFloor(i) && between(i, 90, 150) ? 1 : 0));

const row = height - 4;
const nameAt = (of: Labels, x: number) => labelGroups[of.greatest[row * width + x] ?? 0];

test("what labels call a thing and the mask leaves is floor if it has the floor's colours", () => {
  const beside = withFloorBeside(labels, mask, hits);
  expect([80, 210].map((x) => nameAt(labels, x))).toEqual(["things", "things"]);
  expect([80, 210].map((x) => nameAt(beside, x))).toEqual(["floor", "floor"]);
});

test("a thing of another colour stays one, and so does what the mask covers", () => {
  const beside = withFloorBeside(labels, mask, hits);
  expect(nameAt(beside, 57)).toBe("things");
  const covered = withFloorBeside(labels, mask.fill(1), hits);
  expect(nameAt(covered, 80)).toBe("things");
});
