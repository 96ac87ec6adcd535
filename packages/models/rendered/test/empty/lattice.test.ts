import { expect, test } from "vitest";
import type { MovePrices } from "../../src/empty/guides.ts";
import { byTiles } from "../../src/empty/lattice.ts";

const [columns, rows, cell] = [120, 100, 0.02];
const wide = 2 * columns - 1;

/** How unlike itself a floor is at each move. */
const tableOf = (unlike: (x: number, z: number) => number): MovePrices => ({
  ...{ columns, rows },
  values: Float32Array.from({ length: wide * (2 * rows - 1) }, (_, i) =>
    unlike((i % wide) - columns + 1, Math.floor(i / wide) - rows + 1),
  ),
});

const at = ({ values }: MovePrices, x: number, z: number): number =>
  values[(z + rows - 1) * wide + x + columns - 1] ?? Number.NaN;

test("tiles are moved by whole tiles only, however many, also if a side is no whole number of cells", () => {
  const [across, along] = [17.25, 16];
  const off = (move: number, side: number): number => Math.abs(move - side * Math.round(move / side));
  const found = byTiles(
    tableOf((x, z) => 0.3 + 0.35 * Math.min(1, off(x, across)) + 0.35 * Math.min(1, off(z, along))),
    cell,
  );
  expect(at(found, 17, 16)).toBe(0);
  expect(at(found, 69, -48)).toBe(0);
  expect(at(found, 68, 48)).toBeGreaterThan(1);
  expect(at(found, 17, 20)).toBeGreaterThan(1);
});

test("boards, which repeat across alone, keep what their moves cost", () => {
  const boards = tableOf((_, z) => (z % 8 === 0 ? 0.7 : 1));
  expect(byTiles(boards, cell)).toBe(boards);
});
