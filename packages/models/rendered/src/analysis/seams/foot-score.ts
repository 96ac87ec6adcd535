import type { Plane } from "@image-staging/picture/plane";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Lines } from "./lines.ts";

/** How well the floor begins at an offset from the box's line: an edge, floor below it and something else above. */
export function footScore(copy: WorkingCopy, lines: Lines, contrast: Float32Array, reach: number) {
  const { width, height } = copy;
  const likeness = footLikeness(copy, lines, reach);
  const span = 4 * reach + 1;
  return (x: number, offset: number): number => {
    const y = Math.round((lines.floor[x] as number) + offset - 0.5);
    if (y < 2 || y > height - 3) return 0;
    const edge = Math.min(1, (contrast[y * width + x] as number) / 12);
    const below = likeness[x * span + 2 * reach + offset] as number;
    const total = likeness[x * span + 3 * reach] as number;
    return edge + (0.5 * (total - 2 * below)) / reach - 0.01 * Math.abs(offset);
  };
}

/**
 * Running sums down each column, over two reaches to both sides of the line, of how much a pixel looks like the floor just
 * below (1) or not (-1). Means and deviations are of 81 columns.
 */
function footLikeness({ lab, width, height }: WorkingCopy, { floor }: Lines, reach: number): Float32Array {
  const span = 4 * reach + 1;
  const sums = new Float32Array(width * span);
  const [means, squares] = [lab.map(() => new Float32Array(width)), lab.map(() => new Float32Array(width))];
  const counts = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const from = Math.round(floor[x] as number) + reach;
    for (let y = Math.max(0, from); y < Math.min(height, from + 4 * reach); y++) {
      counts[x] = (counts[x] as number) + 1;
      lab.forEach((plane, c) => {
        const value = plane.at(y * width + x);
        const [mean, square] = [means[c] as Float32Array, squares[c] as Float32Array];
        mean[x] = (mean[x] as number) + value;
        square[x] = (square[x] as number) + value * value;
      });
    }
  }
  for (let x = 0; x < width; x++) {
    const [from, to] = [Math.max(0, x - 40), Math.min(width - 1, x + 40)];
    const model = lab.map((_, c) => {
      let [n, sum, square] = [1e-6, 0, 0];
      for (let k = from; k <= to; k++) {
        n += counts[k] as number;
        sum += (means[c] as Float32Array)[k] as number;
        square += (squares[c] as Float32Array)[k] as number;
      }
      return [sum / n, Math.max(c === 0 ? 6 : 2.5, square / n - (sum / n) ** 2)] as const;
    });
    const like = Float32Array.from({ length: span }, (_, k) => {
      const y = Math.round(floor[x] as number) + k - 2 * reach;
      if (y < 0 || y >= height) return 0;
      const distance = model.reduce(
        (far, [mean, variance], c) => far + ((lab[c] as Plane).at(y * width + x) - mean) ** 2 / variance,
        0,
      );
      return 1 - Math.min(2, distance / 8);
    });
    const meanOf = (part: Float32Array): number => part.reduce((sum, value) => sum + value, 0) / part.length;
    const usual = (meanOf(like.subarray(0, reach)) + meanOf(like.subarray(3 * reach))) / 2;
    let sum = 0;
    like.forEach((value, k) => {
      sum += value - Math.max(0, usual);
      sums[x * span + k] = sum;
    });
  }
  return sums;
}
