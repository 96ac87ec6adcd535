import type { Source } from "@image-staging/inference-contract/serving/model";
import { type Sample, sample } from "./picture.ts";

const window = 8;

/** Structural similarity (SSIM) of a window of two grey copies of one size: 1 for equal ones. */
function similarity(a: Sample, b: Sample, left: number, top: number): number {
  const mean = (of: (x: number, y: number) => number) => {
    let sum = 0;
    for (let at = 0; at < window ** 2; at++) {
      const index = (top + Math.floor(at / window)) * a.width + left + (at % window);
      sum += of(a.pixels[index] ?? 0, b.pixels[index] ?? 0);
    }
    return sum / window ** 2;
  };
  const [meanA, meanB] = [mean((x) => x), mean((_, y) => y)];
  const variances = mean((x, y) => x * x + y * y) - meanA ** 2 - meanB ** 2;
  const covariance = mean((x, y) => x * y) - meanA * meanB;
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (variances + c2))
  );
}

const clippedPart = ({ pixels }: Sample) =>
  pixels.filter((value) => value <= 2 || value >= 253).length / pixels.length;

/**
 * The model's own opinion of a candidate, 0 to 1: one half for keeping the source's structure, one half for adding no
 * black or white over detail. It does not judge taste.
 */
export async function scoreOf(source: Source, candidate: Buffer): Promise<number> {
  const [before, after] = [await sample(source.data, 96, "grey"), await sample(candidate, 96, "grey")];
  let [sum, count] = [0, 0];
  for (let top = 0; top + window <= before.height; top += window / 2)
    for (let left = 0; left + window <= before.width; left += window / 2, count++)
      sum += similarity(before, after, left, top);
  const structure = Math.max(0, sum / Math.max(1, count));
  const lost = Math.max(0, clippedPart(after) - clippedPart(before));
  return Math.round(1000 * (0.5 * structure + 0.5 * (1 - lost))) / 1000;
}
