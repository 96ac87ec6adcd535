import { expect, test } from "vitest";
import { bandsOf } from "../../src/plans/bands.ts";
import type { Ink } from "../../src/plans/ink.ts";

const [width, height] = [600, 400];
const drawn = new Uint8Array(width * height);
const level = (y: number, from: number, to: number) => drawn.fill(1, y * width + from, y * width + to);
const upright = (x: number, from: number, to: number) => {
  for (let y = from; y < to; y++) drawn[y * width + x] = 1;
};
// A room's walls of two lines, 12 pixels apart, with a line across each end of the inner one.
for (const y of [20, 33]) level(y, 20, 580);
for (const x of [20, 33]) upright(x, 20, 380);
for (const y of [200, 213]) level(y, 300, 421);
for (const x of [300, 420]) upright(x, 200, 214);
// A basin at a wall with round corners: its straight sides are as far apart.
for (const x of [100, 113]) upright(x, 60, 90);
for (const y of [52, 97]) level(y, 104, 110);
const ink = { width, height, drawn, line: 1 } as unknown as Ink;

test("walls of two lines are solid, also a short one that ends at a line, and a basin is not", () => {
  const solid = bandsOf(ink, new Uint8Array(drawn.length), new Uint8Array(drawn.length));
  const at = (x: number, y: number) => solid?.[y * width + x];
  expect([at(300, 27), at(27, 300), at(360, 206)]).toEqual([1, 1, 1]);
  expect(at(107, 75)).toBe(0);
});
