import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { Rgb } from "@image-staging/tracer/scene";
import { describe, expect, it, test } from "vitest";
import { faceNames } from "../../src/analysis/faces.ts";
import { matrixOf, repaintingOf } from "../../src/renovate/wall-paint.ts";

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

  it("has the new paint's hue on a dark wall, too, though lightened by the limit at most", () => {
    const paint: Rgb = [0.8, 0.76, 0.68];
    for (const dark of [
      [0.05, 0.07, 0.09],
      [0.1, 0.04, 0.03],
    ] as const) {
      const [r, g, b] = times(matrixOf(dark, paint, white), dark) as [number, number, number];
      expect(g / r).toBeCloseTo(paint[1] / paint[0]);
      expect(b / r).toBeCloseTo(paint[2] / paint[0]);
      expect(0.2126 * r + 0.7152 * g + 0.0722 * b).toBeLessThan(0.76);
    }
    const [black] = times(matrixOf([0.05, 0.05, 0.05], [0.8, 0.8, 0.8], white), [0.1, 0.1, 0.1]) as [number];
    expect(black).toBeCloseTo(0.5);
  });
});

const [width, height] = [440, 20];
/** A back wall, a left one, half as large, and a right one, a third, from left to right. */
const wallAt = (x: number): 0 | 1 | 2 => (x < 240 ? 0 : x < 360 ? 1 : 2);

/** How the three are painted in a picture with these colours. */
function repaintingsOf(colourAt: (x: number) => Rgb) {
  const columns = Array.from({ length: width * height }, (_, i) => i % width);
  const data = Uint8Array.from(columns.flatMap((x) => [...colourAt(x)]));
  const face = Uint8Array.from(columns, (x) =>
    faceNames.indexOf((["back", "left", "right"] as const)[wallAt(x)]),
  );
  const copy = workingCopyOf({ width, height, data });
  const light = { white: 0.8, tint: white } as const;
  const painted = new Uint8Array(face.length).fill(1);
  const repaintings = repaintingOf(copy, face, painted, light, [0.7, 0.66, 0.6]);
  return [0, 1, 2].map((face) => repaintings[face]);
}

/** How walls are painted that show one colour each. */
const plainly = (back: Rgb, left: Rgb, right = left) =>
  repaintingsOf((x) => [back, left, right][wallAt(x)] as Rgb);

function isOnePaint(back: Rgb, left: Rgb): boolean {
  const [own, other] = plainly(back, left);
  return own === other;
}

describe("two walls", () => {
  it("are of one paint if one is in shade, or in the light of lamps beside daylight", () => {
    expect(isOnePaint([180, 175, 164], [110, 107, 100])).toBe(true);
    expect(isOnePaint([212, 194, 178], [167, 143, 118])).toBe(true);
  });

  it("are of two if one is far darker or of another hue", () => {
    expect(isOnePaint([215, 210, 205], [60, 70, 78])).toBe(false);
    expect(isOnePaint([215, 210, 205], [160, 120, 105])).toBe(false);
    expect(isOnePaint([215, 210, 205], [160, 175, 150])).toBe(false);
  });

  it("of one paint show its colour on the lighter one: the other stands against the light", () => {
    const [lighter] = plainly([140, 140, 140], [205, 205, 205]);
    expect(lighter?.matrix[0][0]).toBeCloseTo(0.7 / (0.61 / 0.8), 1);
  });
});

test("a white wall against the light is of the paint of another white wall, not of the grey one between them", () => {
  const [grey, lit, againstTheLight] = plainly([120, 119, 118], [214, 212, 209], [178, 176, 172]);
  expect(againstTheLight).toBe(lit);
  expect(againstTheLight).not.toBe(grey);
});
