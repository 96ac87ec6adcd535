import { Plane } from "@image-staging/picture/plane";
import { expect, test } from "vitest";
import { keepLeaves } from "../../src/renovate/leaves.ts";
import { backWallOf, planes } from "./back-wall.ts";

const size = 200;
const { all, hits } = backWallOf(size);
const door = { kind: "door", wall: "back", from: 0.5, to: 1.5, bottom: 0, top: 2 } as const;

/** The pixels of a wall of 2 x 2 m that stay painted, of rows and columns that are; below row 100 it can be lighter (Lab). */
function kept(rows: readonly [number, number], columns: readonly [number, number], lighter = 0): number {
  const isIn = (value: number, [from, to]: readonly [number, number]): boolean => value >= from && value < to;
  const paint = Uint8Array.from(all, (i) =>
    isIn(Math.floor(i / size), rows) && isIn(i % size, columns) ? 1 : 0,
  );
  const lightness = new Plane({ width: size, height: size }).map(
    (_, i) => 70 + (i >= 100 * size ? lighter : 0),
  );
  keepLeaves({ lab: [lightness, lightness, lightness] }, paint, [door], hits, planes);
  return paint.reduce((sum, value) => sum + value, 0);
}

test("a door of which the upper panels alone are paint keeps its colour", () => {
  expect(kept([30, 90], [70, 130])).toBe(0);
});

test("wall beside a door and above one, found with it, stays paint", () => {
  expect(kept([0, 190], [60, 80])).toBe(190 * 20);
  expect(kept([0, 30], [60, 140])).toBe(30 * 80);
});

test("what is nearly all paint is no door", () => {
  expect(kept([10, 140], [50, 150])).toBe(130 * 100);
});

test("wall above a patch of sun that passed for a door stays paint", () => {
  expect(kept([30, 90], [70, 130], 8)).toBe(0);
  expect(kept([30, 90], [70, 130], 16)).toBe(60 * 60);
});
