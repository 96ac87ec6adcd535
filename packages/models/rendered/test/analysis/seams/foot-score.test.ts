import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { footScore } from "../../../src/analysis/seams/foot-score.ts";

const [width, height, foot] = [120, 160, 100];

/** How much better the floor begins at the foot than some pixels above it, with a wall and a floor of these greys. */
function preference(wall: number, floor: number): number {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const y = Math.floor(i / width);
    data.fill((y < foot ? wall : floor) + (i % 3), i * 3, i * 3 + 3);
  }
  const contrast = Float32Array.from({ length: width * height }, (_, i) =>
    Math.floor(i / width) === foot ? Math.abs(wall - floor) / 2.5 : 0,
  );
  const line = new Float32Array(width).fill(foot + 0.5);
  const lines = { floor: line, ceiling: line, metre: line, runs: [] };
  const score = footScore(workingCopyOf({ width, height, data }), lines, contrast, 10);
  return score(60, 0) - score(60, -8);
}

test("the floor begins where a wall of another colour ends", () => {
  expect(preference(200, 120)).toBeGreaterThan(0.5);
});

test("of a wall that looks like the floor only the edge tells where it ends", () => {
  expect(preference(150, 144)).toBeGreaterThan(0);
});
