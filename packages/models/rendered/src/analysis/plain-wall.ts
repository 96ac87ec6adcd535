import type { WallView } from "./wall-view.ts";

/** How much each cell of a wall differs from the wall's own colour, in steps of what the wall itself varies by. */
export function differences(view: WallView): Float32Array {
  const sum = new Float32Array(view.seen.length);
  for (const channel of [0, 1, 2] as const) {
    const weights = Float32Array.from(view.seen);
    let model: Float32Array = new Float32Array(6);
    let deviation = 10;
    for (let round = 0; round < 7; round++) {
      model = fitted(view, view.lab[channel], weights);
      const off = residuals(view, view.lab[channel], model);
      deviation = Math.max(channel === 0 ? 1.3 : 0.8, 1.48 * median(off, view.seen));
      for (let k = 0; k < off.length; k++) {
        const share = Math.min(1, (off[k] as number) / (3 * deviation));
        weights[k] = (view.seen[k] as number) * (1 - share * share) ** 2;
      }
    }
    const off = residuals(view, view.lab[channel], model);
    for (let k = 0; k < off.length; k++)
      sum[k] = Math.hypot(sum[k] as number, (off[k] as number) / deviation);
  }
  return sum;
}

function basis(view: WallView, k: number): number[] {
  const u = (2 * ((k % view.columns) + 0.5)) / view.columns - 1;
  const v = (2 * (Math.floor(k / view.columns) + 0.5)) / view.rows - 1;
  return [1, u, v, u * u, u * v, v * v];
}

function residuals(view: WallView, plane: Float32Array, model: Float32Array): Float32Array {
  return plane.map((value, k) => {
    if (!view.seen[k]) return 0;
    return Math.abs(value - basis(view, k).reduce((sum, b, i) => sum + b * (model[i] as number), 0));
  });
}

/** Weighted least squares of a quadratic surface, by elimination on the normal equations. */
function fitted(view: WallView, plane: Float32Array, weights: Float32Array): Float32Array {
  const rows = Array.from({ length: 6 }, (_, i) =>
    Float64Array.from({ length: 7 }, (_, j) => (i === j ? 1e-3 : 0)),
  );
  for (let k = 0; k < plane.length; k++) {
    const weight = weights[k] as number;
    if (weight === 0) continue;
    const b = basis(view, k);
    for (let i = 0; i < 6; i++) {
      const row = rows[i] as Float64Array;
      const scaled = weight * (b[i] as number);
      for (let j = 0; j < 6; j++) row[j] = (row[j] as number) + scaled * (b[j] as number);
      row[6] = (row[6] as number) + scaled * (plane[k] as number);
    }
  }
  for (let i = 0; i < 6; i++) {
    const pivot = rows[i] as Float64Array;
    for (let j = 0; j < 6; j++) {
      if (j === i) continue;
      const row = rows[j] as Float64Array;
      const factor = (row[i] as number) / (pivot[i] as number);
      for (let c = i; c < 7; c++) row[c] = (row[c] as number) - factor * (pivot[c] as number);
    }
  }
  return Float32Array.from(rows, (row, i) => (row[6] as number) / (row[i] as number));
}

function median(values: Float32Array, seen: Uint8Array): number {
  const kept = values.filter((_, k) => seen[k] === 1).sort();
  return kept[kept.length >> 1] ?? 0;
}
