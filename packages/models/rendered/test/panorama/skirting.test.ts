import { expect, test } from "vitest";
import type { PanoramaBox } from "../../src/panorama/box.ts";
import { atFloorBoundary } from "../../src/panorama/skirting.ts";
import { linesOf, withWall } from "./box-lines.ts";

const room: PanoramaBox = { heading: 0.3, distances: [1.5, 1.1, 1.7, 2], height: 1.8 };
const skirting = 0.9;
/** The room as it is found at its skirting's upper edge, with the same line at its ceiling. */
const upper: PanoramaBox = {
  ...room,
  distances: [1.5 / skirting, 1.1 / skirting, 1.7 / skirting, 2 / skirting],
  height: 1 + 0.8 / skirting,
};

/** Both lines of a skirting. */
function skirtingLines() {
  const { evidence, corners } = linesOf(room);
  const { gradients } = linesOf(upper).evidence.edges;
  const both = evidence.edges.gradients.map((value, i) => Math.max(value, gradients[i] as number));
  return { evidence: { ...evidence, edges: { ...evidence.edges, gradients: both } }, corners };
}

test.each([
  ["all walls", upper],
  ["all walls but one", withWall(upper, 2, 1.7)],
])("%s that were found at their skirting's upper edge come to its lower one", (_, box) => {
  const { evidence, corners } = skirtingLines();
  atFloorBoundary(evidence, corners, box).distances.forEach((distance, wall) => {
    expect(distance / (room.distances[wall] as number)).toBeCloseTo(1, 1.4);
  });
});

test("walls stay at their floor boundary, and if there is no second line", () => {
  const { evidence, corners } = skirtingLines();
  expect(atFloorBoundary(evidence, corners, room)).toBe(room);
  expect(atFloorBoundary(linesOf(room).evidence, corners, room)).toBe(room);
});
