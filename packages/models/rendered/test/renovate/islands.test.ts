import { expect, test } from "vitest";
import { islandsOf } from "../../src/renovate/islands.ts";
import { copyOfLab } from "../lab-copy.ts";

const [width, height] = [80, 60];
const seams = { metre: new Float32Array(width).fill(120) } as Parameters<typeof islandsOf>[4];

/** A wall that darkens to the right, with a square plate, 8 pixels wide, that is lighter and redder by some levels (Lab). */
function wallWithPlate(lighter: number, redder = 0, wide = 8) {
  const isPlate = (x: number, y: number) => x >= 40 && x < 40 + wide && y >= 30 && y < 30 + wide;
  const at = (i: number) => [i % width, Math.floor(i / width)] as const;
  const all = Array.from({ length: width * height }, (_, i) => i);
  const lightness = Float32Array.from(all, (i) => 70 - at(i)[0] / 20 + (isPlate(...at(i)) ? lighter : 0));
  const a = Float32Array.from(all, (i) => (isPlate(...at(i)) ? redder : 0));
  const b = new Float32Array(all.length);
  // What an edge's surroundings are: the plate and three pixels around it.
  const even = Uint8Array.from(all, (i) => {
    const [x, y] = at(i);
    return x >= 37 && x < 51 && y >= 27 && y < 41 ? 0 : 1;
  });
  return { copy: copyOfLab({ width, height }, lightness, a, b), even };
}

test("a socket on a wall stays whole, the wall around it does not", () => {
  const { copy, even } = wallWithPlate(4);
  const islands = islandsOf(copy, new Uint8Array(even.length).fill(1), even, 0.3, seams);
  expect(islands[30 * width + 40]).toBe(1);
  expect(islands[37 * width + 47]).toBe(1);
  expect(islands.reduce((sum, value) => sum + value, 0)).toBeLessThan(13 * 13);
});

test.each([
  ["an uneven patch of the wall's colour", wallWithPlate(0.2)],
  ["a block of a JPEG that is a little off in colour", wallWithPlate(0, 2)],
  ["a speck of three centimetres", wallWithPlate(6, 0, 4)],
])("%s is wall", (_, { copy, even }) => {
  expect(islandsOf(copy, new Uint8Array(even.length).fill(1), even, 0.3, seams)).not.toContain(1);
});
