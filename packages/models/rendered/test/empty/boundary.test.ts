import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { hitsOf } from "../../src/analysis/faces.ts";
import { bent, boundaryOf } from "../../src/empty/boundary.ts";
import { consensusLine } from "../../src/empty/consensus.ts";
import { labelClasses, labelGroups } from "../../src/labels/classes.ts";
import { Labels } from "../../src/labels/labels.ts";
import { camera, planes } from "../renovate/small-room.ts";

const hits = hitsOf(camera, planes);
const { width, height } = camera;

/** A photo of a room whose dark floor begins some rows lower than the room's does, on its left and right half. */
function photoOf(left: number, right = left, { face } = hits) {
  const data = new Uint8Array(3 * width * height).fill(220);
  for (let i = 0; i < face.length; i++)
    if (face[i - (i % width < width / 2 ? left : right) * width] === 4) data.fill(60, 3 * i, 3 * i + 3);
  return labelled(data);
}

/** A picture in which all is called a wall: nothing but its edges tells the floor. */
function labelled(data: Uint8Array): Labels {
  const groups = labelGroups.map((name) => new Float32Array(width * height).fill(name === "walls" ? 1 : 0));
  const classes = { width: 1, height: 1, data: new Float32Array(labelClasses.length) };
  return new Labels(workingCopyOf({ width, height, data }), groups, classes);
}
const nothing = new Uint8Array(width * height);
/** The middle of the back wall's foot. */
const masked = nothing.map((_, i) => (i % width > 100 && i % width < 150 && i > 90 * width ? 1 : 0));

test("a floor that begins lower than in the box does so behind what is masked, too", () => {
  const { lower } = boundaryOf(photoOf(3), masked, hits);
  expect(lower[125]).toBeCloseTo(3, 0);
  expect(lower[80]).toBeCloseTo(3, 0);
});

test("a wall whose foot is all behind what is masked meets the walls beside it", () => {
  const narrow = hitsOf(camera, { ...planes, left: -2 });
  const foot = narrow.face.lastIndexOf(0);
  const isBack = (x: number): boolean => narrow.face[foot - (foot % width) + x] === 0;
  const back = nothing.map((_, i) => (isBack(i % width) ? 1 : 0));
  const { lower } = boundaryOf(photoOf(4, -1, narrow), back, narrow);
  expect([lower[5], lower[width - 5]]).toEqual([expect.closeTo(4, 0), expect.closeTo(-1, 0)]);
  const steps = lower.slice(1).map((value, x) => Math.abs(value - (lower[x] ?? 0)));
  expect(Math.max(...steps)).toBeLessThan(0.5);
});

test("pixels between both boundaries are the wall's then, and those far away as they were", () => {
  const boundary = boundaryOf(photoOf(3), masked, hits);
  const { face, v } = bent(hits, boundary, camera);
  const row = boundary.row[125] ?? 0;
  expect([row, row + 2, row + 4].map((y) => face[y * width + 125])).toEqual([0, 0, 4]);
  expect(v[(row - 40) * width + 125]).toBe(hits.v[(row - 40) * width + 125]);
});

test("a boundary at the box's leaves all as it is, and so does a photo without an edge", () => {
  for (const labels of [photoOf(0), labelled(new Uint8Array(3 * width * height))]) {
    const boundary = boundaryOf(labels, masked, hits);
    expect(Math.max(...boundary.lower.map(Math.abs))).toBeLessThan(0.5);
  }
});

const points = (count: number, of: (x: number) => number) =>
  Array.from({ length: count }, (_, x) => [x, of(x)] as const);

test("a line goes through what most points agree on", () => {
  const found = consensusLine(
    points(60, (x) => (x % 5 === 0 ? 15 : 2 + 0.1 * x)),
    60,
  );
  expect(found?.slope).toBeCloseTo(0.1, 2);
  expect(found?.offset).toBeCloseTo(2, 1);
});

test("there is no line if points lie close together, are few, or disagree", () => {
  expect(
    consensusLine(
      points(20, (x) => 4 + 0.1 * x),
      200,
    ),
  ).toBeUndefined();
  expect(consensusLine([...points(20, () => 0), [190, 19]], 200)).toBeUndefined();
  expect(
    consensusLine(
      points(40, (x) => (x * 7) % 40),
      40,
    ),
  ).toBeUndefined();
  expect(
    consensusLine(
      points(5, () => 1),
      5,
    ),
  ).toBeUndefined();
});
