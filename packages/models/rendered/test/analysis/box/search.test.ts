import { edgeFieldOf } from "@image-staging/picture/edge-field";
import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, it } from "vitest";
import { searchBoxes } from "../../../src/analysis/box/search.ts";
import { edgeSumsOf } from "../../../src/analysis/box/tables.ts";

const [width, height, focal] = [300, 200, 200];
const camera = {
  ...{ width, height, focal, centreX: width / 2, centreY: height / 2 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1 },
};

it("boxes that differ only in walls out of sight count as one", () => {
  const data = new Uint8Array(width * height * 3).fill(180).fill(90, 160 * width * 3);
  const edges = edgeFieldOf(workingCopyOf({ width, height, data }));
  const likeness = new Float32Array(width * height);
  const boxes = searchBoxes({ camera, edges, likeness, witnesses: [] }, edgeSumsOf(edges, camera), 20);
  const hidden = boxes
    .map(({ box }) => box)
    .filter(({ left, right, back }) => Math.min(left, right) > (back * width) / 2 / focal)
    .map((box) => `${box.back} ${box.height}`);
  expect(hidden.length).toBeGreaterThan(0);
  expect(new Set(hidden).size).toBe(hidden.length);
});
