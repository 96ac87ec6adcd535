import { expect, test } from "vitest";
import { bandsOf } from "../src/bands.ts";
import type { Ink } from "../src/ink.ts";

const [width, height] = [600, 400];
const drawn = new Uint8Array(width * height);
const level = (y: number, from: number, to: number) => drawn.fill(1, y * width + from, y * width + to);
const upright = (x: number, from: number, to: number) => {
  for (let y = from; y < to; y++) drawn[y * width + x] = 1;
};
// A room's walls of two lines, 12 pixels apart, to three sides; an entrance is close to the right corner.
for (const [at, from, to] of [[20, 20, 580] as const, [33, 33, 567] as const]) {
  level(at, from, to + 1);
  for (const x of [from, to]) upright(x, at, 380);
}
for (const from of [20, 567]) level(380, from, from + 14);
for (let y = 20; y < 34; y++) drawn.fill(0, y * width + 501, y * width + 560);
for (const x of [500, 560]) upright(x, 20, 34);
// A short wall in it with a line across each end, and a dimension line with its ends as far above it as walls are thick.
for (const y of [200, 213]) level(y, 300, 421);
for (const x of [300, 420]) upright(x, 200, 214);
level(7, 60, 540);
for (const x of [60, 540]) upright(x, 5, 10);
// A basin at a wall with round corners: its straight sides are as far apart.
for (const x of [100, 113]) upright(x, 60, 90);
for (const y of [52, 97]) level(y, 104, 110);
// A cistern: a closed box that is as deep as a wall.
for (const y of [300, 313]) level(y, 130, 161);
for (const x of [130, 160]) upright(x, 300, 314);
const ink = { width, height, drawn, line: 1 } as unknown as Ink;
const solid = bandsOf(ink, new Uint8Array(drawn.length), new Uint8Array(drawn.length));
const at = (x: number, y: number) => solid?.[y * width + x];

test("walls of two lines are solid, also a short one that ends at a line, and a basin is not", () => {
  expect([at(300, 27), at(27, 300), at(360, 206)]).toEqual([1, 1, 1]);
  expect(at(107, 75)).toBe(0);
});

test("they are solid up to their corners and to an entrance close to one", () => {
  expect([at(23, 23), at(577, 23), at(563, 27), at(530, 27)]).toEqual([1, 1, 1, 0]);
});

test("the paper between a wall and its dimension line is no wall", () => {
  expect(at(300, 13)).toBe(0);
});

test("a small closed box is no wall", () => {
  expect(at(145, 306)).toBe(0);
});
