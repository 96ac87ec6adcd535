import { expect, test } from "vitest";
import { allSunny } from "../../src/renovate/sun-edges.ts";

const [columns, rows] = [100, 40];

/** Whether squares of a row have the sun on a floor that has this light in each column, if it is known in some. */
function sunnyOf(
  light: (x: number, y: number) => number,
  isKnown: (x: number) => boolean,
): (x: number) => boolean {
  const colour = new Float32Array(columns * rows * 4);
  for (let k = 0; k < columns * rows; k++)
    colour.fill(light(k % columns, Math.floor(k / columns)), k * 4, k * 4 + 3).fill(1, k * 4 + 3, k * 4 + 4);
  const known = Uint8Array.from({ length: columns * rows }, (_, k) => (isKnown(k % columns) ? 1 : 0));
  const sunny = allSunny(colour, known, columns);
  return (x) => sunny[20 * columns + x] === 1;
}

test("if the sun is too bright for the photo, light floor that is not is out of it, and dark boards that are known stay in", () => {
  const isSunny = sunnyOf(
    (x) => (x < 10 ? 0.75 : x < 20 ? 1 : x < 30 ? 0.8 : x < 40 ? 1 : 0.4),
    (x) => x < 20,
  );
  for (const x of [5, 15, 35]) expect(isSunny(x)).toBe(true);
  for (const x of [20, 25, 60]) expect(isSunny(x)).toBe(false);
});

test("the shadow of a window's bar is out of the sun around it, also if it is as bright as dimmer sun elsewhere", () => {
  const isSunny = sunnyOf(
    (x) => (x >= 10 && x < 13 ? 0.25 : x < 50 ? 0.8 : x < 80 ? 0.25 : 0.13),
    (x) => x < 80,
  );
  for (const x of [5, 20, 65]) expect(isSunny(x)).toBe(true);
  for (const x of [11, 90]) expect(isSunny(x)).toBe(false);
});

test("floor beside the sun that is brighter than the rest, or a light board, is out of it", () => {
  const isBoard = (x: number, y: number): boolean => x >= 60 && x < 66 && y >= 18 && y < 26;
  const isSunny = sunnyOf(
    (x, y) => (x < 20 || isBoard(x, y) ? 0.6 : x < 40 ? 0.35 : 0.15),
    (x) => x < 20,
  );
  expect(isSunny(10)).toBe(true);
  for (const x of [22, 35, 63, 90]) expect(isSunny(x)).toBe(false);
});
