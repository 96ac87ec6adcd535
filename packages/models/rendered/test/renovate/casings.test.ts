import type { Opening } from "@image-staging/tracer/scene";
import { expect, test } from "vitest";
import { faceNames } from "../../src/analysis/faces.ts";
import { casingsOf } from "../../src/renovate/casings.ts";
import { copyOfLab } from "../lab-copy.ts";
import { backWallOf, planes } from "./back-wall.ts";

const size = 200;
const { all, hits } = backWallOf(size);
const door: Opening = { kind: "door", wall: "back", from: 0.6, to: 1.4, bottom: 0, top: 1.6 };

/** Pixels of the door's leaf. */
const leaf = 80 * 160;

const isRightOrAbove = (i: number): boolean => i % size >= 140 || i < 40 * size;

/** The columns and the first rows that a casing covers, and the pixels that it encloses, on a noisy wall from which it differs by `step` of lightness, `wide` pixels of it. */
function covered(
  step: number,
  wide: number,
  isThere = (_i: number) => true,
  shade = (_depth: number) => 0,
  others: readonly Opening[] = [],
  seen = hits,
  found = door,
): number[] {
  const depth = (i: number) => {
    const [x, y] = [i % size, Math.floor(i / size)];
    return Math.max(60 - x, x - 139, 40 - y);
  };
  const light = Float32Array.from(all, (i) => {
    const noise = ((i * 7919) % 13) / 13 - 0.5;
    const wall = 80 - shade(depth(i));
    return noise + (depth(i) <= 0 ? 50 : depth(i) <= wide && isThere(i) ? 80 + step : wall);
  });
  const flat = new Float32Array(all.length);
  const copy = copyOfLab({ width: size, height: size }, light, flat, flat);
  const { casings: casing, enclosed } = casingsOf(copy, seen, planes, [found, ...others]);
  const row = all.slice(100 * size, 101 * size).filter((i) => casing[i]);
  const above = all.filter((i) => casing[i] && i % size === 100).length;
  return [row.length, above, all.filter((i) => enclosed[i]).length];
}

test("a casing of nearly the wall's colour is found by its edges along whole sides", () => {
  const [beside = 0, above = 0] = covered(1, 8);
  expect(Math.abs(beside - 16)).toBeLessThanOrEqual(3);
  expect(Math.abs(above - 8)).toBeLessThanOrEqual(2);
});

test("two sides tell the third", () => {
  const [, above = 0] = covered(1, 8, (i) => i >= 40 * size);
  expect(Math.abs(above - 8)).toBeLessThanOrEqual(2);
});

test("a leaf is what a casing encloses that shows both its edges on two sides", () => {
  expect(covered(1, 8)[2]).toBeGreaterThan(0.95 * leaf);
  expect(covered(1, 8, (i) => i >= 40 * size)[2]).toBeGreaterThan(0.95 * leaf);
  expect(covered(1, 8, (i) => i >= 40 * size && i % size < 60)[2]).toBe(0);
});

test.each([
  ["too large", { from: 0.48, to: 1.52, top: 1.7 }],
  ["too low", { from: 0.56, top: 1.42 }],
  ["too narrow", { from: 0.7, to: 1.3 }],
])("it is enclosed also in a door that was found %s", (_, found) => {
  const [, , enclosed = 0] = covered(1, 8, undefined, undefined, [], hits, { ...door, ...found });
  expect(Math.abs(enclosed - leaf)).toBeLessThan(0.06 * leaf);
});

test("what a frame encloses that ends above the floor is a window", () => {
  expect(covered(1, 8, (i) => i < 168 * size)[2]).toBe(0);
});

test("a door without one has none, nor does a switch beside it make one", () => {
  const isNone = ([beside = 0, above = 0]: number[]) => beside <= 4 && above <= 2;
  expect(isNone(covered(0, 8))).toBe(true);
  expect(isNone(covered(8, 8, (i) => i % size < 60 && i >= 100 * size && i < 108 * size))).toBe(true);
});

test("a casing ends at its clear edge, and the edge of its shadow is none of it", () => {
  const [beside = 0] = covered(15, 8, undefined, (depth) => (depth > 8 && depth <= 13 ? 2 : 0));
  expect(Math.abs(beside - 16)).toBeLessThanOrEqual(3);
});

test("what shows in an opening beside it is none either", () => {
  const next: Opening = { ...door, from: 1.44, to: 1.9 };
  const [beside = 0] = covered(1, 12, isRightOrAbove, undefined, [next]);
  expect(beside).toBeLessThanOrEqual(4);
});

test("its side before a corner counts", () => {
  const isBack = (i: number): boolean => i % size < 150;
  const face = Uint8Array.from(all, (i) =>
    isBack(i) ? (hits.face[i] as number) : faceNames.indexOf("right"),
  );
  const u = hits.u.map((value, i) => (isBack(i) ? value : 0));
  const [beside = 0] = covered(1, 8, isRightOrAbove, undefined, [], { face, u, v: hits.v });
  expect(Math.abs(beside - 16)).toBeLessThanOrEqual(3);
});
