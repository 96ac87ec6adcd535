import { expect, test } from "vitest";
import { withoutPattern } from "../../src/renovate/floor-pattern.ts";
import { allSunny } from "../../src/renovate/sun-edges.ts";

const [columns, rows] = [100, 80];

/** What is left of a floor's light, by its column and row. */
function leftOf(
  light: (x: number, y: number) => number,
  sunny?: Uint8Array,
): (x: number, y: number) => number {
  const colour = Float32Array.from({ length: columns * rows * 4 }, (_, i) => {
    const k = Math.floor(i / 4);
    return i % 4 === 3 ? 1 : light(k % columns, Math.floor(k / columns));
  });
  const left = withoutPattern(colour, columns, rows, sunny && allSunny(colour, sunny, columns));
  return (x, y) => left[(y * columns + x) * 4] as number;
}

test("a floor's dark boards are no shadow", () => {
  const isBoard = (x: number, y: number): boolean => x > 20 && x < 75 && y >= 40 && y < 46;
  const left = leftOf((x, y) => (isBoard(x, y) ? 0.08 : 0.2));
  for (const x of [15, 22, 50, 80]) for (const y of [38, 42, 47]) expect(left(x, y)).toBeCloseTo(0.2);
});

test("the edge of a shadow stays where it is", () => {
  const left = leftOf((x) => (x < 50 ? 0.1 : 0.22));
  expect(left(46, 40)).toBeCloseTo(0.1);
  expect(left(53, 40)).toBeCloseTo(0.22);
});

test("a patch of sun keeps its edges: it is brighter than any board beside others", () => {
  const left = leftOf((x, y) => (x >= 40 && x < 46 && y >= 30 && y < 50 ? 0.9 : 0.1));
  expect(left(42, 40)).toBeCloseTo(0.9);
  expect(left(37, 40)).toBeCloseTo(0.1);
});

test("the shadow of a window's bar within sun stays, if the sun is known", () => {
  const isBar = (x: number): boolean => x >= 48 && x < 54;
  const sunny = Uint8Array.from({ length: columns * rows }, (_, k) => (isBar(k % columns) ? 0 : 1));
  const left = leftOf((x) => (isBar(x) ? 0.2 : 0.45), sunny);
  expect(left(51, 40)).toBeCloseTo(0.2);
  expect(left(44, 40)).toBeCloseTo(0.45);
});

test("so it does in a patch of the same sun that was not found, as sharp as in the photo", () => {
  const isSun = (x: number): boolean => x < 20 || (x >= 40 && x < 58) || (x >= 64 && x < 82);
  const sunny = Uint8Array.from({ length: columns * rows }, (_, k) => (k % columns < 20 ? 1 : 0));
  const left = leftOf((x) => (isSun(x) ? 0.45 : 0.3), sunny);
  for (const x of [17, 42, 57, 66, 80]) expect(left(x, 40)).toBeCloseTo(0.45, 5);
  for (const x of [22, 37, 59, 62, 85]) expect(left(x, 40)).toBeCloseTo(0.3, 5);
});
