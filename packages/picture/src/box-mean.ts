/** The mean of each pixel's square of 2 x `radius` + 1 pixels (`down`: rows, if others), as far as it lies in the picture. */
export function boxMean(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  down = radius,
): Float32Array {
  const across = new Float32Array(plane.length);
  lines(plane, across, { length: width, count: height, step: 1, next: width }, radius);
  const both = new Float32Array(plane.length);
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
function lines(
  from: Float32Array,
  to: Float32Array,
  { length, count, step, next }: Lines,
  radius: number,
): void {
  for (let line = 0; line < count; line++) {
    const start = line * next;
    let [sum, n] = [0, 0];
    for (let k = 0; k < Math.min(length, radius); k++) {
      sum += from[start + k * step] as number;
      n++;
    }
    for (let k = 0; k < length; k++) {
      if (k + radius < length) {
        sum += from[start + (k + radius) * step] as number;
        n++;
      }
      if (k - radius > 0) {
        sum -= from[start + (k - radius - 1) * step] as number;
        n--;
      }
      to[start + k * step] = sum / n;
    }
  }
}
