import { expect, test } from "vitest";
import type { PanoramaBox } from "../../src/panorama/box.ts";
import { nearestWalls } from "../../src/panorama/nearest-walls.ts";
import { linesOf, withWall } from "./box-lines.ts";

const room: PanoramaBox = { heading: 0.3, distances: [1.5, 1.1, 1.7, 2], height: 1.8 };

test.each([
  ["on its skirting", 1.08],
  ["at the sill and lintel of its window", 1.9],
])("a wall that was found %s comes to its own lines", (_, times) => {
  const { evidence, corners } = linesOf(room);
  const found = nearestWalls(evidence, corners, withWall(room, 1, 1.1 * times));
  found.distances.forEach((distance, wall) => {
    expect(distance / (room.distances[wall] as number)).toBeCloseTo(1, 1.4);
  });
});

test("a built-up corner, whose lines end before the next corner, is no wall of the box", () => {
  const corner = withWall(room, 1, 0.7);
  const isCorner = (column: number) => column > 420 && column < 480;
  const { evidence, corners } = linesOf(corner, isCorner);
  const { evidence: others } = linesOf(room, (column) => !isCorner(column));
  const both = evidence.edges.gradients.map((value, i) => value + (others.edges.gradients[i] as number));
  const seen = { ...evidence, edges: { ...evidence.edges, gradients: both } };
  expect(nearestWalls(seen, corners, room).distances[1]).toBeCloseTo(1.1, 1);
});
