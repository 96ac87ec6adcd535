import { float64At, int32At } from "./at.ts";
import { Plane } from "./plane.ts";

/** The mean of each pixel's square of 2 x `radius` + 1 pixels (`down`: rows, if others), as far as it lies in the picture. */
export function boxMean(plane: Plane, radius: number, down = radius): Plane {
  const { width, height } = plane;
  const [across, both] = [new Plane(plane), new Plane(plane)];
  lines(plane, across, { length: width, count: height, step: 1, next: width }, radius);
  lines(across, both, { length: height, count: width, step: width, next: 1 }, down);
  return both;
}

/** Lines of `length` values that are `step` apart; line k begins at k x `next`. */
interface Lines {
  length: number;
  count: number;
  step: number;
  next: number;
}

/** Running means along lines. */
function lines(from: Plane, to: Plane, { length, count, step, next }: Lines, radius: number): void {
  for (let line = 0; line < count; line++) {
    const start = line * next;
    let [sum, n] = [0, 0];
    for (let k = 0; k < Math.min(length, radius); k++) {
      sum += from.at(start + k * step);
      n++;
    }
    for (let k = 0; k < length; k++) {
      if (k + radius < length) {
        sum += from.at(start + (k + radius) * step);
        n++;
      }
      if (k - radius > 0) {
        sum -= from.at(start + (k - radius - 1) * step);
        n--;
      }
      to.values[start + k * step] = sum / n;
    }
  }
}

/**
 * The mean of each pixel's square of 2 x `radius` + 1 pixels; beyond the picture its edges repeat, or go on at the other side
 * if left and right meet (`wraps`).
 */
export function paddedMean(plane: Plane, radius: number, wraps = false): Plane {
  const { width, height } = plane;
  const side = 2 * radius + 1;
  const across = new Plane(plane);
  const columns = Int32Array.from({ length: width + side }, (_, k) =>
    wraps ? (k - radius + width) % width : clamped(k - radius, width),
  );
  for (let y = 0; y < height; y++) {
    const first = y * width;
    let sum = 0;
    for (let k = 0; k < side; k++) sum += plane.at(first + int32At(columns, k));
    for (let x = 0; x < width; x++) {
      across.values[first + x] = sum / side;
      sum += plane.at(first + int32At(columns, x + side)) - plane.at(first + int32At(columns, x));
    }
  }
  // Row by row, with a sum for each column: a picture's columns are far apart in memory.
  const sums = new Float64Array(width);
  const mean = new Plane(plane);
  const rowAt = (y: number): number => clamped(y, height) * width;
  for (let k = -radius; k <= radius; k++)
    for (let x = 0; x < width; x++) sums[x] = float64At(sums, x) + across.at(rowAt(k) + x);
  for (let y = 0; y < height; y++) {
    const [ahead, behind] = [rowAt(y + radius + 1), rowAt(y - radius)];
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const sum = float64At(sums, x);
      mean.values[i] = sum / side;
      sums[x] = sum + (across.at(ahead + x) - across.at(behind + x));
    }
  }
  return mean;
}

const clamped = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at));
