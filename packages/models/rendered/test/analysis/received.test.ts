import { expect, test } from "vitest";
import { framesOf } from "../../src/analysis/faces.ts";
import { paintOf } from "../../src/analysis/received.ts";
import { cells, type SeenFace } from "../../src/analysis/seen-faces.ts";

const frames = framesOf({ left: -2, right: 2, back: -4, front: 0.5, height: 2.6 });

const face = (level: number): SeenFace => ({
  colour: new Float32Array(cells * cells * 3).fill(level),
  pixels: new Float32Array(cells * cells).fill(level > 0 ? 9 : 0),
  emits: new Uint8Array(cells * cells),
});

/** How bright a white surface before a back wall of this level is, beside a ceiling of this level; 0 is out of sight. */
function whiteBefore(wall: number, ceiling: number): number {
  const unseen = { left: face(0), right: face(0), front: face(0), floor: face(0) };
  const places = paintOf({ ...unseen, back: face(wall), ceiling: face(ceiling) }, frames, [1, 1, 1]);
  return places[0]?.level ?? Number.NaN;
}

test("a dark wall is dark paint if the ceiling beside it is bright", () => {
  expect(whiteBefore(0.2, 0.8)).toBeGreaterThan(1.5 * whiteBefore(0.2, 0.2));
});

test("without a ceiling in sight a wall's paint is the usual one", () => {
  expect(whiteBefore(0.2, 0)).toBeCloseTo(0.2 / 0.7);
});
