import type { Source } from "@image-staging/inference-contract/serving/model";
import { sample } from "./picture.ts";

const side = 96;
const window = 8;

/** Mean structural similarity (SSIM, windows of 8 × 8) of two grey copies of one size: 1 for equal ones. */
function similarity(a: Buffer, b: Buffer, width: number, height: number): number {
  const values: number[] = [];
  for (let top = 0; top + window <= height; top += window / 2) {
    for (let left = 0; left + window <= width; left += window / 2)
      values.push(windowSimilarity(a, b, width, left, top));
  }
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function windowSimilarity(a: Buffer, b: Buffer, width: number, left: number, top: number): number {
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let at = 0; at < window * window; at++) {
    const index = (top + Math.floor(at / window)) * width + left + (at % window);
    const [x, y] = [a[index] ?? 0, b[index] ?? 0];
    [sumA, sumB, squareA, squareB, product] = [
      sumA + x,
      sumB + y,
      squareA + x * x,
      squareB + y * y,
      product + x * y,
    ];
  }
  const count = window * window;
  const [meanA, meanB] = [sumA / count, sumB / count];
  const [varianceA, varianceB] = [squareA / count - meanA ** 2, squareB / count - meanB ** 2];
  const covariance = product / count - meanA * meanB;
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2))
  );
}

const clippedPart = (grey: Buffer) => grey.filter((value) => value <= 2 || value >= 253).length / grey.length;

/**
 * The model's own opinion of a candidate, 0 to 1: one half for keeping the source's structure, one half for adding no
 * black or white over detail. It does not judge taste.
 */
export async function scoreOf(source: Source, candidate: Buffer): Promise<number> {
  const [before, after] = [await sample(source.data, side, "grey"), await sample(candidate, side, "grey")];
  const structure = Math.max(0, similarity(before.pixels, after.pixels, before.width, before.height));
  const lost = Math.max(0, clippedPart(after.pixels) - clippedPart(before.pixels));
  return Math.round(1000 * (0.5 * structure + 0.5 * (1 - lost))) / 1000;
}
