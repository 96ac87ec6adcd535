import { expect, test } from "vitest";
import { faceNames, type Hits } from "../../src/analysis/faces.ts";
import { leftOverOf } from "../../src/renovate/left-over.ts";
import { copyOfLab } from "../lab-copy.ts";

/** A wall of 100 x 100 pixels with a square of 20 in it that has no paint. */
const [width, height] = [100, 100];
const isSquare = (i: number) => i % width >= 40 && i % width < 60 && i >= 40 * width && i < 60 * width;
const paint = Uint8Array.from({ length: width * height }, (_, i) => (isSquare(i) ? 0 : 1));
const domain = new Uint8Array(width * height).fill(1);
const hits = { face: new Uint8Array(width * height).fill(faceNames.indexOf("back")) } as unknown as Hits;

function left(lightness: number, even = domain) {
  const flat = new Float32Array(width * height);
  const light = Float32Array.from(paint, (isPaint) => (isPaint ? 80 : lightness));
  const copy = copyOfLab({ width, height }, light, flat, flat);
  return leftOverOf(copy, paint, domain, hits, even);
}

test("a door is unexplained, but no patch of wall", () => {
  expect(left(40)).toMatchObject({ unexplained: expect.closeTo(0.04, 3), patches: 0 });
});

test("what looks like paint and has none is a patch, but for its sliver of an edge", () => {
  expect(left(79).patches).toBeCloseTo(14 ** 2 / 100 ** 2, 3);
});

test("nor is a radiator of the wall's colour a patch, by its ribs", () => {
  expect(left(79, new Uint8Array(width * height))).toMatchObject({
    unexplained: expect.closeTo(0.04, 3),
    patches: 0,
  });
});

test("a wall that keeps the paint of another is missed, also in warmer light", () => {
  const [back, left] = [faceNames.indexOf("back"), faceNames.indexOf("left")];
  const halves = {
    face: Uint8Array.from(paint, (_, i) => (i % width < 50 ? left : back)),
  } as unknown as Hits;
  const onBack = Uint8Array.from(paint, (_, i) => (i % width < 50 ? 0 : 1));
  const missed = (lightness: number, warmer = 0): number => {
    const flat = new Float32Array(width * height);
    const light = Float32Array.from(onBack, (isPaint) => (isPaint ? 80 : lightness));
    const yellow = Float32Array.from(onBack, (isPaint) => (isPaint ? 0 : warmer));
    const copy = copyOfLab({ width, height }, light, flat, yellow);
    return leftOverOf(copy, onBack, domain, halves, domain).missed;
  };
  expect(missed(76)).toBeGreaterThan(0.4);
  expect(missed(76, 4)).toBeGreaterThan(0.2);
  expect(missed(50)).toBe(0);
  expect(missed(76, 8)).toBe(0);
});
