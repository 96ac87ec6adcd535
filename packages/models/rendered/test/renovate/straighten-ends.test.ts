import { expect, test } from "vitest";
import { faceNames, type Hits } from "../../src/analysis/faces.ts";
import { straightenEnds } from "../../src/renovate/straighten-ends.ts";
import { copyOfLab } from "../lab-copy.ts";

/** Rows of a painted wall's column that its paint reaches, if its upper rows have this lightness and were left open. */
function rowsAfter(open: number, lightness: number): number {
  const [width, height] = [3, 40];
  const isOpen = (i: number): boolean => i % width === 1 && i < open * width;
  const paint = Uint8Array.from({ length: width * height }, (_, i) => (isOpen(i) ? 0 : 1));
  const flat = new Float32Array(width * height);
  const light = Float32Array.from(paint, (isPaint) => (isPaint ? 70 : lightness));
  const copy = copyOfLab({ width, height }, light, flat, flat);
  const hits = { face: new Uint8Array(width * height).fill(faceNames.indexOf("back")) } as unknown as Hits;
  const [top, end] = [new Float32Array(width), new Float32Array(width).fill(height)];
  const seams = { paintTop: top, paintFoot: end, foot: end, metre: new Float32Array(width).fill(100) };
  straightenEnds(
    paint,
    new Uint8Array(width * height).fill(1),
    hits,
    { ...seams, ceiling: top, walls: [] },
    copy,
  );
  return paint.filter((isPaint, i) => isPaint && i % width === 1).length;
}

test("paint ends in straight lines at the ceiling, but for a lamp before it", () => {
  expect(rowsAfter(10, 71)).toBe(40);
  expect(rowsAfter(3, 90)).toBe(40);
  expect(rowsAfter(10, 76)).toBe(30);
});

/** The rows that a wall's paint reaches if its uppermost eight, of lightness 71, were left open below what lies above it. */
function rowsBelow(above: number): number {
  const [width, height, top] = [3, 40, 10];
  const rowOf = (i: number): number => Math.floor(i / width);
  const all = Array.from({ length: width * height }, (_, i) => i);
  const paint = Uint8Array.from(all, (i) => (rowOf(i) < top + 8 ? 0 : 1));
  const light = Float32Array.from(all, (i) => (rowOf(i) < top ? above : paint[i] ? 70 : 71));
  const flat = new Float32Array(all.length);
  const copy = copyOfLab({ width, height }, light, flat, flat);
  const hits = { face: new Uint8Array(all.length).fill(faceNames.indexOf("back")) } as unknown as Hits;
  const [line, end] = [new Float32Array(width).fill(top), new Float32Array(width).fill(height)];
  const seams = { paintTop: line, paintFoot: end, foot: end, metre: new Float32Array(width).fill(100) };
  const domain = Uint8Array.from(all, (i) => (rowOf(i) < top ? 0 : 1));
  straightenEnds(paint, domain, hits, { ...seams, ceiling: line, walls: [] }, copy);
  return paint.filter((isPaint, i) => isPaint && i % width === 1).length;
}

test("paint reaches a ceiling that differs clearly, over a faint line along all of the wall, but no moulding", () => {
  expect(rowsBelow(95)).toBe(30);
  expect(rowsBelow(74)).toBe(22);
});
