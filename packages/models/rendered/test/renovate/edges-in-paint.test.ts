import { expect, test } from "vitest";
import { faceNames, type Hits } from "../../src/analysis/faces.ts";
import { edgesInPaint } from "../../src/renovate/edges-in-paint.ts";
import { copyOfLab } from "../lab-copy.ts";

/** A back wall of 4 x 2.5 m at 50 pixels a metre, all painted, with an upright line in its middle from floor to door's height. */
const [width, height] = [200, 125];
const planes = { left: -2, right: 2, back: -3, front: 1, height: 2.5 };
const at = <T extends Float32Array | Uint8Array>(array: T, of: (x: number, y: number) => number): T => {
  for (let i = 0; i < array.length; i++) array[i] = of(i % width, Math.floor(i / width));
  return array;
};
const size = width * height;
const hits = {
  face: new Uint8Array(size).fill(faceNames.indexOf("back")),
  u: at(new Float32Array(size), (x) => x / width),
  v: at(new Float32Array(size), (_, y) => 1 - y / height),
} as unknown as Hits;
const line = { x1: 100, y1: 124, x2: 100, y2: 24, length: 100, brighter: 1 };

/** Metres that are found of the line, if the wall's lightness runs so across it. */
function metres(lightness: (x: number) => number, paint = new Uint8Array(size).fill(1)): number {
  const flat = new Float32Array(size);
  const lab = [at(new Float32Array(size), lightness), flat, flat] as const;
  return edgesInPaint(paint, [line], [], hits, planes, copyOfLab({ width, height }, ...lab));
}

/** Metres that are found of faint parts of the line, from one row to another each. */
function faintMetres(...parts: (readonly [number, number])[]): number {
  const flat = new Float32Array(size);
  const lab = [at(new Float32Array(size), (x) => (x < 100 ? 80 : 79)), flat, flat] as const;
  const faint = parts.map(([y1, y2]) => ({ ...line, y1, y2, length: y1 - y2 }));
  const paint = new Uint8Array(size).fill(1);
  return edgesInPaint(paint, [], faint, hits, planes, copyOfLab({ width, height }, ...lab));
}

test("an upright step within the paint is a door's", () => {
  expect(metres((x) => (x < 100 ? 80 : 77))).toBeCloseTo(2, 1);
});

test("a wall's shade is no edge, however steep", () => {
  expect(metres((x) => 80 - 0.5 * x)).toBe(0);
});

test("an edge with paint on one side alone bounds it", () => {
  const left = at(new Uint8Array(size), (x) => (x < 98 ? 1 : 0));
  expect(metres((x) => (x < 100 ? 80 : 77), left)).toBe(0);
});

test("faint parts of an upright edge are a door's side if they add up to one that stands on the floor", () => {
  expect(faintMetres([115, 65], [60, 20])).toBeCloseTo(1.8, 1);
  expect(faintMetres([115, 65])).toBe(0);
  expect(faintMetres([100, 55], [50, 5])).toBe(0);
});

test("an edge that reaches the ceiling is a corner, not a door", () => {
  expect(faintMetres([115, 65], [60, 2])).toBe(0);
});
