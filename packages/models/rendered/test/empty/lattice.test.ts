import { randomOf } from "@image-staging/picture/random";
import { expect, test } from "vitest";
import { byTiles } from "../../src/empty/lattice.ts";
import type { Pattern } from "../../src/empty/shifts.ts";

const [columns, rows, cell] = [120, 100, 0.02];
const wide = 2 * columns - 1;
const unlike = { columns, rows, values: new Float32Array(wide * (2 * rows - 1)).fill(0.9) };

/** A floor that is dark on its joints, in sight beside a rug. */
function floorOf(isJoint: (x: number, z: number) => boolean): Pattern {
  const random = randomOf(7);
  const known = new Uint8Array(columns * rows).map((_, i) =>
    i % columns > 30 && Math.floor(i / columns) < 60 ? 0 : 1,
  );
  const values = Float32Array.from(
    known,
    (_, i) => 0.1 * (random() - 0.5) - (isJoint(i % columns, Math.floor(i / columns)) ? 0.08 : 0),
  );
  return { columns, rows, cell, values, known };
}

const costOf = (x: number, z: number, pattern: Pattern): number =>
  byTiles(unlike, pattern).values[(z + rows - 1) * wide + x + columns - 1] ?? Number.NaN;

const isOn = (at: number, side: number): boolean => Math.abs(at - side * Math.round(at / side)) < 0.5;

test("tiles are moved by whole tiles only, however many, also if a side is no whole number of cells", () => {
  const tiles = floorOf((x, z) => isOn(x, 17.2) || isOn(z, 16.7));
  expect(costOf(17, 17, tiles)).toBe(0);
  expect(costOf(69, -50, tiles)).toBe(0);
  expect(costOf(66, 50, tiles)).toBeGreaterThan(1);
  expect(costOf(17, 20, tiles)).toBeGreaterThan(1);
});

test("boards, whose joints are at equal distances across alone, keep what their moves cost", () => {
  const boards = floorOf((_, z) => isOn(z, 10));
  expect(byTiles(unlike, boards)).toBe(unlike);
});
