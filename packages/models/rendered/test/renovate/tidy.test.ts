import { expect, test } from "vitest";
import { faceNames, type Hits } from "../../src/analysis/faces.ts";
import { dropBareWalls } from "../../src/renovate/tidy.ts";
import { copyOfLab } from "../lab-copy.ts";

/**
 * Whether a wall of 1000 pixels stays painted, if so many of them are paint (lightness 60) and the others this light, of which
 * some lie above or below an opening.
 */
function staysPainted(painted: number, lightness: number, besideOpenings = 0): boolean {
  const paint = Uint8Array.from({ length: 1000 }, (_, i) => (i < painted ? 1 : 0));
  const flat = new Float32Array(1000);
  const light = Float32Array.from(paint, (isPaint) => (isPaint ? 60 : lightness));
  const copy = copyOfLab({ width: 1000, height: 1 }, light, flat, flat);
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
    const copy = copyOfLab({ width: 1000, height: 1 }, light, flat, flat);
    const hits = { face: Uint8Array.from(paint, (_, i) => (i < 300 ? back : left)) } as unknown as Hits;
    const domain = new Uint8Array(1000).fill(1);
    for (let i = 300; i < 550; i++) paint[i] = 0;
    dropBareWalls(paint, domain, hits, copy, new Uint8Array(1000));
    return paint[600] === 1;
  };
  expect(isPainted(70)).toBe(true);
  expect(isPainted(95)).toBe(false);
});
