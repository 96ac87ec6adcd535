/** The value below which a part of the values lies; 0 of none. */
export function quantile(values: Float32Array, part: number): number {
  const sorted = values.slice().sort();
  return sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
}
