import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { shortestEdge } from "../../src/renovate/shortest-edge.ts";

const [width, height] = [120, 80];
const places = Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)] as const);
type Place = (x: number, y: number) => number;

/** The rows of each column that are in the mask, after its edge is shortened in a picture of these grey levels. */
function rowsOf(
  levelAt: Place,
  isIn: (x: number, y: number) => boolean,
  sure: Place = () => 0.8,
): number[][] {
  const data = Uint8Array.from(places.flatMap(([x, y]) => Array(3).fill(levelAt(x, y))));
  const mask = Uint8Array.from(places, ([x, y]) => (isIn(x, y) ? 1 : 0));
  const evidence = Float32Array.from(places, ([x, y]) => (isIn(x, y) ? sure(x, y) : 1 - sure(x, y)));
  const found = shortestEdge(workingCopyOf({ width, height, data }), mask, evidence);
  return Array.from({ length: width }, (_, x) =>
    Array.from({ length: height }, (_, y) => y).filter((y) => found[y * width + x]),
  );
}

test("a ragged edge becomes straight, and goes to the photo's own edge beside it, however faint", () => {
  const teeth = (x: number): number => 39 + ((x * 7) % 5);
  const tops = rowsOf(
    (_, y) => (y < 41 ? 214 : 200),
    (x, y) => y >= teeth(x),
    () => 0.7,
  ).map(([top]) => top);
  expect(new Set(tops.slice(5, -5))).toEqual(new Set([41]));
});

test("a narrow gap in a plain wall closes, and a skirting of its own colour stays out", () => {
  const gap = (x: number): boolean => x >= 50 && x < 56;
  const doubt: Place = (x) => (gap(x) ? 0.55 : 0.8);
  expect(
    rowsOf(
      () => 200,
      (x) => !gap(x),
      doubt,
    )[53]?.length,
  ).toBeGreaterThanOrEqual(height - 2);
  const skirting = (y: number): boolean => y >= 60 && y < 65;
  const rows = rowsOf(
    (_, y) => (skirting(y) ? 245 : 150),
    (_, y) => !skirting(y),
  );
  for (const column of rows)
    expect(column).toEqual(
      places
        .slice(0, height)
        .map((_, y) => y)
        .filter((y) => !skirting(y)),
    );
});

test("an edge that leaves the picture at a slant goes on as it is to the border", () => {
  const isIn = (x: number, y: number): boolean => y > 0.3 * x;
  const rows = rowsOf(
    (x, y) => (isIn(x, y) ? 190 : 215),
    isIn,
    () => 0.6,
  );
  rows.forEach((column, x) => {
    const [top = height] = column;
    expect(Math.abs(top - Math.floor(0.3 * x + 1))).toBeLessThanOrEqual(1);
  });
});

test("what is far from the edge keeps its side, at the picture's border too", () => {
  const rows = rowsOf(
    () => 200,
    (x) => x < 60,
    () => 0.1,
  );
  expect(rows[20]).toHaveLength(height);
  expect(rows[0]).toHaveLength(height);
  expect(rows[119]).toEqual([]);
});
