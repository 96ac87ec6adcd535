import { expect, test } from "vitest";
import { leanLeft } from "../../src/panorama/refine.ts";
import { linesOf } from "./box-lines.ts";

const room = { heading: 0.3, distances: [1.5, 1.1, 1.7, 2], height: 1.8 } as const;

test("what a panorama still leans shows in its walls' lines at floor and ceiling", () => {
  const [x = 0, z = 0] = leanLeft(linesOf(room, undefined, [0.02, -0.01]).evidence, room) ?? [];
  expect(x).toBeCloseTo(0.02, 2);
  expect(z).toBeCloseTo(-0.01, 2);
});

test("a level one has no lean left", () => {
  expect(leanLeft(linesOf(room).evidence, room)).toBeUndefined();
});
