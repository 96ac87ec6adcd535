import { expect, test } from "vitest";
import { partsOf, stripsOf } from "../../src/plans/strips.ts";
import type { Walls } from "../../src/plans/walls.ts";

const size = { width: 200, height: 60 };

/** A level wall at rows 20 to 29 with a gap from column 60 to 140, and what else is drawn. */
function wallsWith(
  ...others: readonly (readonly [left: number, top: number, right: number, bottom: number])[]
): Walls {
  const solid = new Uint8Array(size.width * size.height);
  for (const [left, top, right, bottom] of [[0, 20, 60, 30] as const, [140, 20, 200, 30] as const, ...others])
    for (let y = top; y < bottom; y++) solid.fill(1, y * size.width + left, y * size.width + right);
  return { ...size, solid, thickness: 12 };
}

const gapsOf = (walls: Walls) =>
  stripsOf(walls, "x", 30, 120)
    .filter(({ last, first }) => last - first > 5 && last < 31)
    .flatMap((strip) => partsOf(walls, "x", strip, 20, 45))
    .map(({ from, to }) => [from, to]);

test("a gap that a wall ends at is a door on either side of it", () => {
  expect(gapsOf(wallsWith([96, 30, 104, 60]))).toEqual([
    [60, 96],
    [104, 140],
  ]);
});

test("a gap is whole if only a leaf stands in it, or if a part is no door", () => {
  expect(gapsOf(wallsWith([96, 30, 99, 60]))).toEqual([[60, 140]]);
  expect(gapsOf(wallsWith([66, 30, 76, 60]))).toEqual([[60, 140]]);
  expect(gapsOf(wallsWith([84, 30, 92, 60]))).toEqual([[60, 140]]);
});
