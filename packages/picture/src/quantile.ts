import { float32At } from "./at.ts";
/** The value below which a part of the values lies; 0 of none. */
export function quantile(values: Float32Array, part: number): number {
  const sorted = values.slice().sort();
  return sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
}

/** The value that a share of the values, from 0 to 1, lies below (nearest rank); undefined of none. */
export function percentile(values: readonly number[], share: number): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))];
}

/** The value in the middle of all in order (Hoare's selection: to sort them all takes ten times as long); 0 of none. */
export function medianOf(values: Float32Array): number {
  const some = values.slice();
  const middle = some.length >> 1;
  let [low, high] = [0, some.length - 1];
  while (low < high) {
    const pivot = float32At(some, middle);
    let [i, j] = [low, high];
    while (i <= j) {
      while (float32At(some, i) < pivot) i++;
      while (pivot < float32At(some, j)) j--;
      if (i > j) break;
      const value = float32At(some, i);
      some[i++] = float32At(some, j);
      some[j--] = value;
    }
    if (j < middle) low = i;
    if (middle < i) high = j;
  }
  return some[middle] ?? 0;
}
