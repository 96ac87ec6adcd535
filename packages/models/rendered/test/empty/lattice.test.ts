import { randomOf } from "@image-staging/picture/random";
import { expect, test } from "vitest";
import { tilesOf } from "../../src/empty/lattice.ts";
import type { Pattern } from "../../src/empty/shifts.ts";

const [columns, rows, cell] = [120, 100, 0.02];

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

const isOn = (at: number, side: number): boolean => Math.abs(at - side * Math.round(at / side)) < 0.5;

test("tiles lie between their joints, also behind a rug, if a side is no whole number of cells", () => {
  const tiles = tilesOf(floorOf((x, z) => isOn(x, 17.2) || isOn(z, 16.7)));
  for (const [along, side] of [
    [tiles?.across, 17.2],
    [tiles?.along, 16.7],
  ] as const)
    for (const [line, place] of (along?.places ?? new Float32Array([99])).entries()) {
      const off = Math.abs(place - (line % side));
      expect(Math.min(off, side - off)).toBeLessThan(1);
    }
});

test("joints that a lens has bent are where they are seen", () => {
  const bent = (x: number): number => (x < 60 ? x : x - 1);
  const tiles = tilesOf(floorOf((x, z) => isOn(bent(x), 17) || isOn(z, 17)));
  for (const joint of [17, 34, 51, 69, 86, 103]) expect(tiles?.across.places[joint]).toBe(0);
});

test("boards, whose joints are at equal distances across alone, are no tiles", () => {
  expect(tilesOf(floorOf((_, z) => isOn(z, 10)))).toBeUndefined();
});
