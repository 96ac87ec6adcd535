import { randomOf } from "@image-staging/picture/random";
import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { evenPixels } from "../../src/renovate/even-pixels.ts";

const [width, height] = [200, 120];

/** The noise of a wall of which a part, from a column on, is brick. */
function noiseBeside(brick: number): number {
  const random = randomOf(1);
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isMortar = y % 8 < 3 || (x + 8 * (Math.floor(y / 8) % 2)) % 16 < 3;
    const grey = 150 + 2 * random() + (x >= brick && isMortar ? 60 : 0);
    data.fill(Math.round(grey), i * 3, i * 3 + 3);
  }
  const walls = new Uint8Array(width * height).fill(1);
  return evenPixels(workingCopyOf({ width, height, data }), walls, new Uint8Array(walls.length)).noise;
}

test("a wall's noise is that of plain walls, also if more than half of them are brick", () => {
  const plain = noiseBeside(width);
  expect(noiseBeside(60)).toBeLessThan(2 * plain);
  expect(noiseBeside(60)).toBeGreaterThan(plain / 2);
});
