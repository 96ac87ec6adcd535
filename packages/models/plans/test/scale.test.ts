import { expect, test } from "vitest";
import { votesOfDimensions } from "../src/dimension-lines.ts";
import type { Ink } from "../src/ink.ts";
import type { Line } from "../src/read/labels.ts";
import { findScale } from "../src/scale.ts";
import type { Walls } from "../src/walls.ts";

const [width, height] = [400, 300];
const walls: Walls = { width, height, solid: new Uint8Array(width * height), thickness: 5 };

/** Dimension lines of 200 pixels, one below the other, with what they print. */
function scaleOf(lengths: readonly string[]) {
  const drawn = new Uint8Array(width * height);
  const lines = lengths.map((text, i): Line => {
    drawn.fill(1, (40 + 50 * i) * width + 100, (40 + 50 * i) * width + 301);
    return { text, turn: "none", left: 180, right: 220, top: 24 + 50 * i, bottom: 36 + 50 * i };
  });
  const ink = { width, height, drawn } as unknown as Ink;
  return findScale(votesOfDimensions(lines, ink), [], walls, ink);
}

test("printed sizes that agree give the scale, and how many do", () => {
  expect(scaleOf(["4.00m", "4.02m", "7.00m"])).toMatchObject({
    scale: expect.closeTo(50, 0),
    scaleFrom: "sizes",
    scaleVotes: 2,
  });
});

test("one dimension line alone gives none, and sizes that mostly contradict each other are no more than one measure", () => {
  expect(scaleOf(["4.00m"])).toBeUndefined();
  expect(scaleOf(["4.00m", "4.02m", "2.00m", "1.00m", "8.00m"])?.scaleVotes).toBe(2);
});
