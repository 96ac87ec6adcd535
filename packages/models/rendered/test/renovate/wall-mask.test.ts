import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { Opening } from "@image-staging/tracer/scene";
import { describe, expect, test } from "vitest";
import { faceNames, type Hits } from "../../src/analysis/faces.ts";
import { wallMaskOf } from "../../src/renovate/wall-mask.ts";
import { planes } from "./back-wall.ts";

const [width, height, corner] = [240, 160, 80];
const [top, foot] = [10, 150];
const all = Array.from({ length: width * height }, (_, i) => i);
const [columns, rows] = [all.map((i) => i % width), all.map((i) => Math.floor(i / width))];
/** A wall at the left and a longer one behind, as if both faced the camera. */
const hits = {
  face: Uint8Array.from(columns, (x) => faceNames.indexOf(x < corner ? "left" : "back")),
  u: Float32Array.from(columns, (x) => (x < corner ? x / corner : (x - corner) / (width - corner))),
  v: Float32Array.from(rows, (y) => (foot - y) / (foot - top)),
} as Hits;
const line = (value: number) => new Float32Array(width).fill(value);
const seams = { paintTop: line(top), paintFoot: line(foot), metre: line(70) } as never;
/** What was found at the left is all of that wall but for its last fifth. */
const window = { kind: "window", wall: "left", from: -1.7, to: 0, bottom: 0, top: 2 } as const;

type Rgb = readonly [number, number, number];

/** The share of a wall clipped to white, or of another colour, down to a row, that is paint beside a larger blue one. */
function paintedShare(
  lowest: number,
  white: Rgb = [254, 254, 254],
  larger: Rgb = [115, 138, 156],
  openings: readonly Opening[] = [window],
): number {
  const isWhite = (i: number) => (columns[i] as number) < corner && (rows[i] as number) < lowest;
  const data = new Uint8Array(width * height * 3);
  for (const i of all) data.set(isWhite(i) ? white : larger, i * 3);
  const { paint } = wallMaskOf(workingCopyOf({ width, height, data }), hits, planes, openings, seams, []);
  const own = all.filter((i) => isWhite(i) && (rows[i] as number) >= top && (rows[i] as number) < foot);
  return own.filter((i) => paint[i]).length / own.length;
}

describe("what is clipped to white beside a darker wall", () => {
  test("is a wall from ceiling to floor, also if it was found as a window", () => {
    expect(paintedShare(height)).toBeGreaterThan(0.95);
  });

  test("is a pane if it ends above the floor", () => {
    expect(paintedShare(100)).toBe(0);
  });
});

test("a pale sky beside a warmer, darker wall is a pane that nobody found, unless it reaches the floor", () => {
  const colours = [[214, 216, 216], [172, 163, 150], []] as const;
  expect(paintedShare(100, ...colours)).toBe(0);
  expect(paintedShare(height, ...colours)).toBeGreaterThan(0.95);
});

/** The share of the left wall's part beside the border that is paint, beyond a door, by its grey and last row; the wall's is 150. */
function paintedBeyondDoor(grey: number, last = height): number {
  const isBeyond = (i: number) => (columns[i] as number) < 24 && (rows[i] as number) < last;
  const isDoor = (i: number) => (columns[i] as number) < 48 && !isBeyond(i);
  const data = new Uint8Array(width * height * 3);
  for (const i of all) data.fill(isBeyond(i) ? grey : isDoor(i) ? 60 : 150, i * 3, i * 3 + 3);
  const door = { kind: "door", wall: "left", from: -1.4, to: -0.8, bottom: 0, top: 2 } as const;
  const { paint } = wallMaskOf(workingCopyOf({ width, height, data }), hits, planes, [door], seams, []);
  const beyond = all.filter(
    (i) =>
      (columns[i] as number) > 4 &&
      (columns[i] as number) < 18 &&
      (rows[i] as number) > top + 4 &&
      (rows[i] as number) < Math.min(foot, last) - 4,
  );
  return beyond.filter((i) => paint[i]).length / beyond.length;
}

test("beyond a door, what is a little darker is wall, and what is much lighter a leaf unless it reaches the floor", () => {
  expect(paintedBeyondDoor(140)).toBe(1);
  expect(paintedBeyondDoor(190, 110)).toBe(0);
  expect(paintedBeyondDoor(190)).toBe(1);
});

test("a door's leaf of the wall's very colour is no paint if a faint casing encloses it", () => {
  const wide = 9;
  const inDoor = (i: number, more = 0): boolean => {
    const [x, y] = [columns[i] as number, rows[i] as number];
    return x >= 120 - more && x < 168 + more && y >= 38 - more;
  };
  const leafPainted = (casing: number): number => {
    const data = new Uint8Array(width * height * 3);
    for (const i of all) data.fill(inDoor(i, wide) && !inDoor(i) ? casing : 150, i * 3, i * 3 + 3);
    const door = { kind: "door", wall: "back", from: 0.5, to: 1.1, bottom: 0, top: 1.6 } as const;
    const { paint } = wallMaskOf(workingCopyOf({ width, height, data }), hits, planes, [door], seams, []);
    const leaf = all.filter((i) => inDoor(i, -6) && (rows[i] as number) < foot - 6);
    return leaf.filter((i) => paint[i]).length / leaf.length;
  };
  expect(leafPainted(153)).toBe(0);
  expect(leafPainted(150)).toBeGreaterThan(0.95);
});

test("a wall of a strong colour is paint above a door that was found too high", () => {
  const isDoor = (i: number) =>
    (columns[i] as number) >= 120 && (columns[i] as number) < 160 && (rows[i] as number) > 105;
  const data = new Uint8Array(width * height * 3);
  for (const i of all) data.set(isDoor(i) ? [240, 240, 240] : [220, 130, 70], i * 3);
  const door = { kind: "door", wall: "back", from: 0.5, to: 1, bottom: 0, top: 1.4 } as const;
  const edges = [
    { x1: 116, y1: 55, x2: 164, y2: 55, length: 48, brighter: 0 },
    { x1: 118, y1: 50, x2: 118, y2: 150, length: 100, brighter: 0 },
    { x1: 162, y1: 50, x2: 162, y2: 150, length: 100, brighter: 0 },
  ];
  const { paint } = wallMaskOf(workingCopyOf({ width, height, data }), hits, planes, [door], seams, edges);
  expect([paint[80 * width + 140], paint[130 * width + 140]]).toEqual([1, 0]);
});

test("the white casing of a door whose head leans is no sun on the wall", () => {
  const door = { kind: "door", wall: "back", from: 0.7, to: 1.4, bottom: 0, top: 1.4 } as const;
  const isWithin = (i: number, from: number, to: number, highest: number) =>
    (columns[i] as number) >= from && (columns[i] as number) < to && (rows[i] as number) >= highest;
  const isDoor = (i: number) => isWithin(i, 136, 192, 52);
  const isCasing = (i: number) =>
    !isDoor(i) && isWithin(i, 125, 203, 41 - ((columns[i] as number) - 125) / 6);
  const data = new Uint8Array(width * height * 3);
  for (const i of all) data.fill(isDoor(i) ? 60 : isCasing(i) ? 230 : 150, i * 3, i * 3 + 3);
  const { paint } = wallMaskOf(workingCopyOf({ width, height, data }), hits, planes, [door], seams, []);
  const sides = all.filter((i) => isCasing(i) && (rows[i] as number) > 52 && (rows[i] as number) < foot);
  expect(sides.filter((i) => paint[i]).length / sides.length).toBeLessThan(0.05);
});

test("nor is a bright thing on a wall of a strong colour, that is paint right up to it", () => {
  const isThing = (i: number) => {
    const [x, y] = [columns[i] as number, rows[i] as number];
    return x >= 30 && x < 54 && y > 40 + (x - 30) / 2 && y < 120;
  };
  const data = new Uint8Array(width * height * 3);
  for (const i of all)
    data.set(
      isThing(i) ? [245, 222, 205] : (columns[i] as number) < corner ? [129, 95, 79] : [200, 200, 200],
      i * 3,
    );
  const edges = [
    { x1: 22, y1: 28, x2: 62, y2: 48, length: 45, brighter: 0 },
    { x1: 22, y1: 28, x2: 22, y2: 128, length: 100, brighter: 0 },
    { x1: 62, y1: 48, x2: 62, y2: 128, length: 80, brighter: 0 },
    { x1: 22, y1: 128, x2: 62, y2: 128, length: 40, brighter: 0 },
  ];
  const { paint } = wallMaskOf(workingCopyOf({ width, height, data }), hits, planes, [], seams, edges);
  expect(all.filter((i) => isThing(i) && paint[i])).toEqual([]);
  expect(paint[100 * width + 27]).toBe(1);
});
