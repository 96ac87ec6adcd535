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
