import { describe, expect, test } from "vitest";
import { Smoothing } from "../src/smoothing.ts";

const [width, height] = [80, 60];

/** A plane without its noise, from rows of it. */
function smoothed(valueAt: (x: number, y: number) => number, variance: number): Float32Array {
  const smoothing = new Smoothing(width, variance, 1);
  const { margin } = smoothing;
  const made = new Float32Array(width * height * 3);
  const inside = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at));
  for (let row = 0; row < height + 2 * margin; row++) {
    const y = inside(row - margin, height);
    smoothing.read(
      Float32Array.from({ length: width + 2 * margin }, (_, k) => valueAt(inside(k - margin, width), y)),
    );
    if (row >= 2 * margin) smoothing.write(made.subarray((row - 2 * margin) * width * 3), 0);
  }
  return made.filter((_, i) => i % 3 === 0);
}

/** Noise of deviation 4. */
const noiseAt = (x: number, y: number): number => {
  const parts = [1, 2, 3, 4].map(
    (k) => (Math.abs(Math.sin(k * 127.1 + x * 311.7 + y * 74.7) * 43758.5453) % 1) - 0.5,
  );
  return 4 * Math.sqrt(3) * parts.reduce((sum, part) => sum + part, 0);
};

describe("Smoothing", () => {
  test("noise goes from even parts, also what is coarser than a window", () => {
    const made = smoothed((x, y) => 120 + noiseAt(x, y), 1.44 * 16);
    const deviation = Math.sqrt(made.reduce((sum, value) => sum + (value - 120) ** 2, 0) / made.length);
    expect(deviation).toBeLessThan(0.4);
  });

  test("edges stay", () => {
    const made = smoothed((x, y) => (x < 40 ? 80 : 140) + noiseAt(x, y), 1.44 * 16);
    for (let y = 5; y < height - 5; y++) {
      expect(made[y * width + 38]).toBeLessThan(98);
      expect(made[y * width + 41]).toBeGreaterThan(122);
    }
  });

  test("without noise and sharpness, every value stays", () => {
    const made = smoothed(noiseAt, 0);
    expect(made).toEqual(Float32Array.from(made, (_, i) => noiseAt(i % width, Math.floor(i / width))));
  });
});
