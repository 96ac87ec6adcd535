import { expect, test } from "vitest";
import { separated } from "../../src/renovate/glare.ts";

const columns = 100;
const inMirror = (k: number): boolean => k % columns >= 40 && k % columns < 60 && k >= 4000 && k < 6000;

test("a dark floor receives as much below a mirrored window as beside it, also if its light is bluish", () => {
  const colour = new Float32Array(columns * columns * 4);
  for (let k = 0; k < columns * columns; k++) {
    const [r, g, b] = inMirror(k) ? [0.45, 0.43, 0.515] : [0.1, 0.03, 0.015];
    colour.set([r, g, b, 1], k * 4);
  }
  const { received, mirrored } = separated(colour, columns, [1, 1, 1]);
  const [inside, beside] = [50 * columns + 50, 10 * columns + 50];
  expect((received[inside] as number) / (received[beside] as number)).toBeCloseTo(1, 1);
  expect(mirrored[inside]).toBeGreaterThan(0.6);
  expect(mirrored[beside]).toBeLessThan(0.03);
});
