import { expect, test } from "vitest";
import { votesOfDimensions } from "../src/dimension-lines.ts";
import type { Ink } from "../src/ink.ts";
import type { Line } from "../src/read/labels.ts";

const [width, height] = [400, 200];
/** A line of ink from x to x at y = 100, with ticks. */
function dimension(from: number, to: number, ticks: readonly number[]): Ink {
  const drawn = new Uint8Array(width * height);
  drawn.fill(1, 100 * width + from, 100 * width + to + 1);
  for (const x of ticks) for (let y = 94; y <= 106; y++) drawn[y * width + x] = 1;
  return { width, height, drawn } as unknown as Ink;
}
const line = (text: string, place: Partial<Line>): Line => ({
  ...{ left: 180, right: 220, top: 82, bottom: 94, turn: "none", text },
  ...place,
});
/** Pixels of a metre. */
const scales = (lines: readonly Line[], ink: Ink): number[] =>
  votesOfDimensions(lines, ink).map(([vote]) => Math.exp(vote?.log ?? 0));

test("a dimension line goes from tick to tick around its length", () => {
  expect(scales([line("4.00m", {})], dimension(50, 350, [100, 300]))).toEqual([expect.closeTo(50)]);
  expect(scales([line("13'1\"", {})], dimension(100, 300, []))).toEqual([expect.closeTo(50, 0)]);
});

test("it can be broken by its length", () => {
  const ink = dimension(100, 300, [100, 300]);
  ink.drawn.fill(0, 100 * width + 176, 100 * width + 224);
  expect(scales([line("4.00m", { top: 94, bottom: 106 })], ink)).toEqual([expect.closeTo(50)]);
});

test("a line that has the length not in its middle is none, and a room's number is no length", () => {
  expect(scales([line("4.00m", {})], dimension(150, 350, [150, 350]))).toEqual([]);
  expect(scales([line("12", {})], dimension(100, 300, [100, 300]))).toEqual([]);
});
