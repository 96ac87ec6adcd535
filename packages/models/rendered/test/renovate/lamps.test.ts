import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import type { Segment } from "../../src/analysis/camera/segments.ts";
import { faceNames, type Hits } from "../../src/analysis/faces.ts";
import { lampsOf } from "../../src/renovate/lamps.ts";
import { copyOfLab } from "../lab-copy.ts";

const [width, height, ceiling] = [300, 200, 60];
const all = Array.from({ length: width * height }, (_, i) => i);
const hits = {
  face: Uint8Array.from(all, (i) => faceNames.indexOf(i < ceiling * width ? "ceiling" : "back")),
} as Hits;
const upright = (x: number): Segment => ({ x1: x, y1: 5, x2: x, y2: 50, length: 45, brighter: 80 });

/** A lamp of one lightness (Lab), but for its sides beyond a stripe, if it has one. */
const shaded = (sides: number, stripe = width): WorkingCopy => {
  const lightness = Float32Array.from(all, (i) => (Math.abs((i % width) - 150) > stripe ? sides : 80));
  const grey = new Float32Array(all.length);
  return copyOfLab({ width, height }, lightness, grey, grey);
};

/** The share of a round lamp below a cord that is found if an arc of its edge, in degrees from the right, does not show. */
function shareFound(
  from: number,
  to: number,
  segments = [upright(149), upright(152)],
  radius = 20,
  copy = shaded(80),
  stripe = width,
  patterned = false,
): number {
  const away = (i: number) => Math.hypot((i % width) - 150, Math.floor(i / width) - 72);
  const even = Uint8Array.from(all, (i) => {
    const angle = (Math.atan2(Math.floor(i / width) - 72, (i % width) - 150) * 180) / Math.PI;
    const isHidden = angle > from && angle < to;
    return i >= ceiling * width &&
      (Math.abs(away(i) - radius) > 3 || isHidden) &&
      !(patterned && away(i) < radius) &&
      Math.abs((i % width) - 150) !== stripe
      ? 1
      : 0;
  });
  const walls = Uint8Array.from(all, (i) => (i >= ceiling * width ? 1 : 0));
  const found = lampsOf(copy, hits, walls, even, segments);
  expect(found.filter((value, i) => value && away(i) > radius + 4)).toHaveLength(0);
  const lamp = all.filter((i) => i >= ceiling * width && away(i) < radius);
  return lamp.filter((i) => found[i]).length / lamp.length;
}

test("a lamp that hangs before a wall is found by its cord, also if an edge shows on one side alone", () => {
  expect(shareFound(0, 0)).toBeGreaterThan(0.95);
  expect(shareFound(0, 40)).toBeGreaterThan(0.95);
});

test("a narrow gap in its edge hides no lamp", () => {
  expect(shareFound(85, 95)).toBeGreaterThan(0.9);
});

test("what no edge encloses is wall", () => {
  expect(shareFound(40, 140)).toBe(0);
});

test("what is wider than a sixth of the picture is wall between a window and the ceiling", () => {
  expect(shareFound(0, 0, undefined, 28)).toBe(0);
});

test("a lamp is found by a short piece of its cord near the picture's upper border", () => {
  const copy = shaded(80);
  const withCord = (from: number) =>
    copy.lab[0].map((value, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return x > 148 && x < 153 && y >= from && y < 52 ? 60 : value;
    });
  const found = (from: number) =>
    shareFound(0, 0, [], 20, { ...copy, lab: [withCord(from), copy.lab[1], copy.lab[2]] });
  expect(found(38)).toBeGreaterThan(0.95);
  expect(found(52)).toBe(0);
});

test("a patterned lamp, even nowhere, is found", () => {
  expect(shareFound(0, 0, undefined, 20, shaded(80), width, true)).toBeGreaterThan(0.95);
});

test("one line on the ceiling is no cord", () => {
  expect(shareFound(0, 0, [upright(149)])).toBe(0);
});

test("wall that a door's lines enclose far below a lamp is none", () => {
  const short = (x: number): Segment => ({ ...upright(x), y2: 30, length: 25 });
  expect(shareFound(0, 0, [short(149), short(152)])).toBe(0);
});

test("a lamp's sides beyond a stripe in it are found if they look like its middle", () => {
  const beyond = (sides: number) => shareFound(0, 0, undefined, 20, shaded(sides, 9), 9);
  expect(beyond(76)).toBeGreaterThan(0.9);
  expect(beyond(60)).toBeLessThan(0.8);
});
