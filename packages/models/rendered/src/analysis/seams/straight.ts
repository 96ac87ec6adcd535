/** Columns of one wall: its line is straight there. */
export interface Run {
  from: number;
  to: number;
}

/** A wall's columns in so many parts, each as wide as the others to a pixel. */
export function partsOf({ from, to }: Run, count: number): Run[] {
  const start = (k: number): number => from + Math.round((k * (to - from)) / count);
  return Array.from({ length: count }, (_, k) => ({ from: start(k), to: start(k + 1) }));
}

/** The mean distance of two lines along a wall, in pixels. */
export function awayFrom(a: Float32Array, b: Float32Array, { from, to }: Run): number {
  let sum = 0;
  for (let x = from; x < to; x++) sum += Math.abs((a[x] as number) - (b[x] as number));
  return sum / (to - from);
}

/** What a pixel between the line and its base costs, as a share of a column's best score. */
const usualPull = 0.018;

/**
 * Moves each run of a line (one position a column) to the straight one with the highest mean score: its two ends shift
 * by whole pixels up to `reach`. What a shift costs is `ease` times the usual.
 */
export function straightened(
  base: Float32Array,
  runs: readonly Run[],
  reach: number,
  score: (x: number, offset: number) => number,
  ease = 1,
): Float32Array {
  const pull = ease * usualPull;
  const line = base.slice();
  const count = 2 * reach + 1;
  for (const { from, to } of runs) {
    const length = to - from;
    const stride = Math.max(1, Math.floor(length / 120));
    const columns = Array.from({ length: Math.ceil(length / stride) }, (_, k) => from + k * stride);
    const scores = columns.map((x) => Float32Array.from({ length: count }, (_, k) => score(x, k - reach)));
    let best = { total: Number.NEGATIVE_INFINITY, start: 0, end: 0 };
    for (let start = -reach; start <= reach; start++) {
      for (let end = -reach; end <= reach; end++) {
        let sum = 0;
        for (let k = 0; k < columns.length; k++) {
          const offset = Math.round(start + ((end - start) * k) / columns.length);
          sum += (scores[k] as Float32Array)[offset + reach] as number;
        }
        const total = sum / columns.length - pull * (Math.abs(start) + Math.abs(end));
        if (total > best.total) best = { total, start, end };
      }
    }
    for (let x = from; x < to; x++) {
      line[x] = (line[x] as number) + best.start + ((best.end - best.start) * (x - from)) / length;
    }
  }
  return line;
}
