import { describe, expect, it } from "vitest";
import { matrixOf } from "../../src/renovate/wall-paint.ts";
import type { Rgb } from "../../src/scene.ts";

const white: Rgb = [1, 1, 1];
const times = (matrix: ReturnType<typeof matrixOf>, [r, g, b]: Rgb): number[] =>
  matrix.map(([x, y, z]) => x * r + y * g + z * b);

describe("a wall's new colour", () => {
  it("is new over old paint in each channel if the old one is pale, so that the light keeps its hue", () => {
    const matrix = matrixOf([0.6, 0.6, 0.5], [0.7, 0.66, 0.6], white);
    const [r, g, b] = times(matrix, [0.6 * 0.9, 0.6 * 0.7, 0.5 * 0.4]) as [number, number, number];
    expect(r).toBeCloseTo(0.7 * 0.9);
    expect(g).toBeCloseTo(0.66 * 0.7);
    expect(b).toBeCloseTo(0.6 * 0.4);
  });

  it("follows the luminance if the old one is strong: a stain of hue in it leaves none", () => {
    const orange: Rgb = [0.75, 0.35, 0.12];
    const matrix = matrixOf(orange, [0.6, 0.6, 0.6], white);
    for (const stain of [0.5, 1, 2]) {
      const [r, g, b] = times(matrix, [0.75, 0.35, 0.12 * stain]) as [number, number, number];
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(0.01);
      expect(g).toBeCloseTo(0.6, 1);
    }
  });

  it("lightens a dark wall by the limit at most", () => {
    for (const dark of [
      [0.05, 0.05, 0.05],
      [0.1, 0.04, 0.03],
    ] as const) {
      const [r] = times(matrixOf(dark, [0.8, 0.8, 0.8], white), [0.1, 0.1, 0.1]) as [number];
      expect(r).toBeCloseTo(0.3);
    }
  });
});
