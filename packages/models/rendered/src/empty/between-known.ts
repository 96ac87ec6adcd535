/** Each value of a row, or, if it is NaN, the line between the nearest two that are known: the nearest at the ends, 0 if none is. */
export function betweenKnown(values: readonly number[]): number[] {
  const known = [...values.keys()].filter((k) => !Number.isNaN(values[k]));
  return values.map((value, k) => {
    if (!Number.isNaN(value)) return value;
    const [before, after] = [known.findLast((j) => j < k), known.find((j) => j > k)];
    const [from, to] = [before ?? after, after ?? before];
    if (from === undefined || to === undefined) return 0;
    const share = from === to ? 0 : (k - from) / (to - from);
    return (1 - share) * (values[from] as number) + share * (values[to] as number);
  });
}
