import { expect, test } from "vitest";
import { behindBlock } from "../../src/panorama/behind-block.ts";
import { boundaryRows, columnOf, facesOf, type PanoramaBox } from "../../src/panorama/box.ts";
import { searchRing } from "../../src/panorama/ring-search.ts";
import { linesOf } from "./box-lines.ts";

/** Distances that the search tries. */
const at = (step: number): number => 0.4 * 1.055 ** step;
const steps = [25, 19, 27, 30] as const;
const room: PanoramaBox = {
  heading: 0.3,
  distances: [at(25), at(19), at(27), at(30)],
  height: 1 + 0.4986 * 1.055 ** 9,
};

test.each([0, 1, 2, 3])("the corner after wall %i is found built up", (wall) => {
  const faces = [at((steps[wall] ?? 0) - 10), at((steps[(wall + 1) % 4] ?? 0) - 12)] as const;
  const built = { ...room, block: { wall, faces } };
  const { evidence, corners } = linesOf(built);
  for (const face of facesOf(built)) {
    const column = Math.floor(columnOf(720, room.heading, (face.wall * Math.PI) / 2 + face.to) + 720);
    for (const beside of [-1, 0, 1]) corners[(column + beside) % 720] = 25;
  }
  const { block, distances } = searchRing(evidence, corners, room.heading, { blocks: true }).box;
  expect(block?.wall).toBe(wall);
  faces.forEach((face, i) => {
    expect((block?.faces[i] ?? 0) / face).toBeCloseTo(1, 1);
  });
  distances.forEach((distance, i) => {
    expect(distance / (room.distances[i] ?? 0)).toBeCloseTo(1, 1);
  });
});

test("a room of four plain corners has none built up", () => {
  const { evidence, corners } = linesOf(room);
  expect(searchRing(evidence, corners, room.heading, { blocks: true }).box.block).toBeUndefined();
});

test("what a block hides of its two walls is a fixture in metres, and its floor boundary is nearer than theirs", () => {
  const box: PanoramaBox = { ...room, distances: [1.5, 1.1, 1.7, 2] };
  const block = { wall: 1, faces: [0.7, 1] } as const;
  const [right, front] = behindBlock({ ...box, block }, 2);
  expect(right).toMatchObject({ kind: "fixture", wall: "right", from: 2, to: 3.4 });
  expect(front).toMatchObject({ kind: "fixture", wall: "front", from: 1.4, to: 2.2 });
  const [plain, built] = [box, { ...box, block }].map((one) => boundaryRows(one, 720, 360, 1)) as [
    Float32Array,
    Float32Array,
  ];
  const columns = built.filter((row, i) => row > (plain[i] as number) + 0.1).length;
  const turn = Math.atan(1.7 / 0.7) - Math.atan(1 / 1.1);
  expect(columns).toBeCloseTo((turn * 360) / Math.PI, -1);
});
