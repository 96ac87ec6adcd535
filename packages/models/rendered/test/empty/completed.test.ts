import { expect, test } from "vitest";
import { completed } from "../../src/empty/completed.ts";
import { type Guide, moveGuide, profileGuide } from "../../src/empty/guides.ts";
import { shiftsOf } from "../../src/empty/shifts.ts";
import type { Texture } from "../../src/empty/texture.ts";

const [columns, rows] = [96, 80];

/** A texture of a value a cell, with a hole in it. */
function textureOf(value: (x: number, z: number) => number, isHole: (x: number, z: number) => boolean) {
  const at = (i: number) => [i % columns, Math.floor(i / columns)] as const;
  const truth = Float32Array.from({ length: columns * rows }, (_, i) => value(...at(i)));
  const hole = Uint8Array.from(truth, (_, i) => (isHole(...at(i)) ? 1 : 0));
  const values = Float32Array.from({ length: 3 * truth.length }, (_, k) =>
    hole[Math.floor(k / 3)] ? 0 : (truth[Math.floor(k / 3)] ?? 0),
  );
  const source = hole.map((is) => 1 - is);
  const texture: Texture = { columns, rows, values, source, hole, dullness: new Float32Array(truth.length) };
  return { truth, texture };
}

/** The share of the hole's cells whose source has their own value. */
function rightOf({ truth, texture }: ReturnType<typeof textureOf>, guide: Guide): number {
  const { from } = completed(texture, guide);
  const holes = Array.from(texture.hole.keys()).filter((i) => texture.hole[i]);
  const right = holes.filter((i) => Math.abs((truth[(from[i] ?? -1) >> 1] ?? 9) - (truth[i] ?? 0)) < 0.1);
  return right.length / holes.length;
}

const isInside = (x: number, z: number): boolean => x >= 30 && x < 70 && z >= 25 && z < 60;

test("joints of a floor behind what goes meet those in sight", () => {
  const isJoint = (x: number, z: number): boolean => x % 8 === 0 || z % 8 === 0;
  const floor = textureOf(
    (x, z) => (isJoint(x, z) ? -0.5 : 0.01 * Math.sin(12.9898 * (z * columns + x))),
    isInside,
  );
  const grey = floor.truth.map((own, i) => (floor.texture.hole[i] ? 0 : own));
  const { moves, unlike } = shiftsOf({
    columns,
    rows,
    cell: 0.05,
    values: grey,
    known: floor.texture.source,
  });
  expect(rightOf(floor, moveGuide(unlike, moves))).toBeGreaterThan(0.97);
});

test("a window's frame goes on around its hidden corner", () => {
  const isFrame = (x: number, z: number): boolean =>
    x >= 20 && x < 76 && z >= 20 && z < 60 && !(x >= 24 && x < 72 && z >= 24 && z < 56);
  const isPane = (x: number, z: number): boolean => x >= 24 && x < 72 && z >= 24 && z < 56;
  const levelAt = (x: number, z: number): number => (isFrame(x, z) ? 0.1 : isPane(x, z) ? 0.5 : 0.9);
  const window = textureOf(levelAt, (x, z) => x >= 60 && x < 82 && z >= 14 && z < 34);
  const lines = (side: number, of: (k: number) => number) => ({
    side,
    uneven: new Float32Array(side).fill(1),
    inside: new Uint8Array(side),
    values: Float32Array.from({ length: side * side }, (_, k) =>
      of(k % side) === of(Math.floor(k / side)) ? 0 : 0.05,
    ),
  });
  const column = (x: number): number => (x < 20 || x >= 76 ? 0 : x < 24 || x >= 72 ? 1 : 2);
  const row = (z: number): number => (z < 20 || z >= 60 ? 0 : z < 24 || z >= 56 ? 1 : 2);
  expect(rightOf(window, profileGuide(lines(columns, column), lines(rows, row)))).toBeGreaterThan(0.97);
});

test("nothing in sight leaves nothing to copy", () => {
  const { texture } = textureOf(
    () => 0,
    () => true,
  );
  const { from } = completed(
    texture,
    moveGuide({ columns, rows, values: new Float32Array(4 * columns * rows) }, []),
  );
  expect(from.every((own) => own === -1)).toBe(true);
});
