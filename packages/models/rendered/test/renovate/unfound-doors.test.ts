import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { unfoundDoors } from "../../src/renovate/unfound-doors.ts";
import { backWallOf, planes } from "./back-wall.ts";

const size = 200;
const { all, hits } = backWallOf(size);
const copy = { width: size, height: size } as WorkingCopy;
const domain = new Uint8Array(all.length).fill(1);

/** The doors that show on a wall of 2 x 2 m with paint but for some pixels. */
const found = (isBare: (x: number, y: number) => boolean) =>
  unfoundDoors(
    copy,
    Uint8Array.from(all, (i) => (isBare(i % size, Math.floor(i / size)) ? 0 : 1)),
    domain,
    hits,
    planes,
  );

const isDoor = (x: number, y: number): boolean => x >= 60 && x < 140 && y >= 20;

test("an upright gap in the paint that is as large as a door is one, also if sun on the wall joins it", () => {
  for (const isBare of [
    isDoor,
    (x: number, y: number) => isDoor(x, y) || (x >= 140 && y > 2 * x - 200 && y > 130),
  ]) {
    const [door, ...more] = found(isBare);
    expect(more).toEqual([]);
    expect(door).toMatchObject({ kind: "door", wall: "back", bottom: 0 });
    expect(door?.from).toBeCloseTo(0.6, 1);
    expect(door?.to).toBeCloseTo(1.4, 1);
    expect(door?.top).toBeCloseTo(1.8, 1);
  }
});

test.each([
  ["a window", (x: number, y: number) => isDoor(x, y) && y < 120],
  ["a cupboard", (x: number, y: number) => isDoor(x, y) && y > 80],
  ["a pillar", (x: number, y: number) => isDoor(x, y) && x < 90],
  ["a wall in pieces", (x: number, y: number) => isDoor(x, y) && (x + y) % 3 > 0],
])("%s is none", (_, isBare) => {
  expect(found(isBare)).toEqual([]);
});
