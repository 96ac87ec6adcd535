/** The mean of each pixel's square of 2 x `radius` + 1 pixels (`down`: rows, if others), as far as it lies in the picture. */
export function boxMean(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  down = radius,
): Float32Array {
  const across = new Float32Array(plane.length);
  lines(plane, across, width, height, 1, width, radius);
  const both = new Float32Array(plane.length);
  lines(across, both, height, width, width, 1, down);
  return both;
}

/** Running means along lines of `length` values that are `step` apart; line k begins at k x `next`. */
function lines(
  from: Float32Array,
  to: Float32Array,
  length: number,
  count: number,
  step: number,
  next: number,
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

/** The value in the middle of all in order (Hoare's selection: to sort them all takes ten times as long); 0 of none. */
export function medianOf(values: Float32Array): number {
  const some = values.slice();
  const middle = some.length >> 1;
  let [low, high] = [0, some.length - 1];
  while (low < high) {
    const pivot = some[middle] as number;
    let [i, j] = [low, high];
    while (i <= j) {
      while ((some[i] as number) < pivot) i++;
      while (pivot < (some[j] as number)) j--;
      if (i > j) break;
      const value = some[i] as number;
      some[i++] = some[j] as number;
      some[j--] = value;
    }
    if (j < middle) low = i;
    if (middle < i) high = j;
  }
  return some[middle] ?? 0;
}
