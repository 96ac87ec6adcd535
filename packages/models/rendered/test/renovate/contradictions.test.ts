import { expect, test } from "vitest";
import type { Segment } from "../../src/analysis/camera/segments.ts";
import type { Seams } from "../../src/analysis/seams/seams.ts";
import { footEvidence, isCeilingContradicted } from "../../src/renovate/contradictions.ts";

const width = 300;

/** Two walls between rows 50 and 250 that meet at column 200; their evidence is of foot and ceiling. */
function seams(
  left: readonly [number | undefined, number],
  right: readonly [number | undefined, number],
  hasHead = false,
): Seams {
  const line = (y: number): Float32Array => new Float32Array(width).fill(y);
  return {
    ...{ foot: line(250), paintTop: line(50), paintFoot: line(250), ceiling: line(50), metre: line(80) },
    walls: [
      { run: { from: 0, to: 200 }, foot: left[0], ceiling: left[1], hasHead },
      { run: { from: 200, to: width }, foot: right[0], ceiling: right[1], hasHead: false },
    ],
  };
}

const segment = (x1: number, y1: number, x2: number, y2: number): Segment =>
  ({ x1, y1, x2, y2, length: Math.hypot(x2 - x1, y2 - y1) }) as Segment;

test("the foot's evidence is that of all walls by their width in sight", () => {
  const none = new Uint8Array(width * 4);
  expect(footEvidence(seams([1, 1], [0.4, 1]), none).all).toBeCloseTo(0.8);
  expect(footEvidence(seams([1, 1], [undefined, 1]), none).all).toBe(1);
  expect(footEvidence(seams([undefined, 1], [undefined, 1]), none).all).toBe(0);
});

test("a wall whose foot hardly shows counts by itself, unless it is narrow", () => {
  const none = new Uint8Array(width * 4);
  expect(footEvidence(seams([1, 1], [0.1, 1]), none).ofOneWall).toBe(0.1);
  const door = new Uint8Array(width * 4).fill(1, width + 220, width + 300);
  expect(footEvidence(seams([1, 1], [0.1, 1]), door).ofOneWall).toBe(1);
});

test("a French window interrupts the foot", () => {
  const window = new Uint8Array(width * 4).fill(1, width + 60, width + 160);
  expect(footEvidence(seams([0.5, 1], [1, 1]), window).all).toBe(1);
  expect(footEvidence(seams([0.1, 1], [1, 1]), window).all).toBeCloseTo(0.6);
});

test("a long edge along an unsure ceiling line, above it, contradicts it", () => {
  const unsure = seams([1, 0.1], [1, 1]);
  expect(isCeilingContradicted(unsure, [segment(20, 25, 180, 40)])).toBe(true);
  expect(isCeilingContradicted(seams([1, 0.9], [1, 1]), [segment(20, 25, 180, 40)])).toBe(false);
});

test("short, steep or other walls' edges do not", () => {
  const unsure = seams([1, 0.1], [1, 1]);
  expect(isCeilingContradicted(unsure, [])).toBe(false);
  expect(isCeilingContradicted(unsure, [segment(20, 25, 60, 25)])).toBe(false);
  expect(isCeilingContradicted(unsure, [segment(20, 120, 120, 20)])).toBe(false);
  expect(isCeilingContradicted(unsure, [segment(210, 25, 290, 25)])).toBe(false);
});

test("nor does nothing, but an opening that ends there does unless most of the line shows", () => {
  expect(isCeilingContradicted(seams([1, 0.1], [1, 1], true), [])).toBe(true);
  expect(isCeilingContradicted(seams([1, 0.5], [1, 1], true), [])).toBe(true);
  expect(isCeilingContradicted(seams([1, 0.5], [1, 1]), [])).toBe(false);
  expect(isCeilingContradicted(seams([1, 0.9], [1, 1], true), [])).toBe(false);
});

test("a ceiling of which hardly any line shows is none, unless it runs along a narrow part of the picture", () => {
  expect(isCeilingContradicted(seams([1, 0.2], [1, 0.2]), [])).toBe(true);
  const narrow = seams([1, 0.2], [1, 0.2]);
  const walls = narrow.walls.slice(1);
  expect(isCeilingContradicted({ ...narrow, walls }, [])).toBe(false);
});
