import { expect, test } from "vitest";
import { faceNames, type Hits } from "../../src/analysis/faces.ts";
import type { WorkingCopy } from "../../src/analysis/picture/working-copy.ts";
import { dropBareWalls, straightenEnds } from "../../src/renovate/tidy.ts";

/**
 * Whether a wall of 1000 pixels stays painted, if so many of them are paint (lightness 60) and the others this light, of which
 * some lie above or below an opening.
 */
function staysPainted(painted: number, lightness: number, besideOpenings = 0): boolean {
  const paint = Uint8Array.from({ length: 1000 }, (_, i) => (i < painted ? 1 : 0));
  const flat = new Float32Array(1000);
  const light = Float32Array.from(paint, (isPaint) => (isPaint ? 60 : lightness));
  const copy = { width: 1000, height: 1, lab: [light, flat, flat] } as unknown as WorkingCopy;
  const hits = { face: new Uint8Array(1000).fill(faceNames.indexOf("left")) } as unknown as Hits;
  const openings = new Uint8Array(1000).fill(1, 1000 - besideOpenings);
  dropBareWalls(paint, new Uint8Array(1000).fill(1), hits, copy, openings);
  return paint.some(Boolean);
}

test("a wall that is mostly something else than paint stays as it is", () => {
  expect(staysPainted(400, 40)).toBe(false);
  expect(staysPainted(600, 40)).toBe(true);
});

test("what lies below a window that was found too short does not count against the wall", () => {
  expect(staysPainted(400, 40, 300)).toBe(true);
  expect(staysPainted(400, 40, 100)).toBe(false);
});

test("a wall with large panes that were found in part is painted, but not if hardly any paint is in sight", () => {
  expect(staysPainted(400, 90)).toBe(true);
  expect(staysPainted(200, 90)).toBe(false);
});

test("a wall that shows as little of another wall's paint is painted, too", () => {
  const [back, left] = [faceNames.indexOf("back"), faceNames.indexOf("left")];
  const isPainted = (lightness: number): boolean => {
    const paint = Uint8Array.from({ length: 1000 }, (_, i) => (i < 800 ? 1 : 0));
    const flat = new Float32Array(1000);
    const light = Float32Array.from(paint, (isPaint, i) => (i < 500 ? 60 : isPaint ? lightness : 30));
    const copy = { width: 1000, height: 1, lab: [light, flat, flat] } as unknown as WorkingCopy;
    const hits = { face: Uint8Array.from(paint, (_, i) => (i < 300 ? back : left)) } as unknown as Hits;
    const domain = new Uint8Array(1000).fill(1);
    for (let i = 300; i < 550; i++) paint[i] = 0;
    dropBareWalls(paint, domain, hits, copy, new Uint8Array(1000));
    return paint[600] === 1;
  };
  expect(isPainted(70)).toBe(true);
  expect(isPainted(95)).toBe(false);
});

/** Rows of a painted wall's column that its paint reaches, if its upper rows have this lightness and were left open. */
function rowsAfter(open: number, lightness: number): number {
  const [width, height] = [3, 40];
  const isOpen = (i: number): boolean => i % width === 1 && i < open * width;
  const paint = Uint8Array.from({ length: width * height }, (_, i) => (isOpen(i) ? 0 : 1));
  const flat = new Float32Array(width * height);
  const light = Float32Array.from(paint, (isPaint) => (isPaint ? 70 : lightness));
  const copy = { width, height, lab: [light, flat, flat] } as unknown as WorkingCopy;
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
  const copy = { width, height, lab: [light, flat, flat] } as unknown as WorkingCopy;
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
