import { medianOf } from "@image-staging/picture/quantile";
import type { WallView } from "./wall-view.ts";

/** How much each cell of a wall differs from the wall's own colour, in units of the wall's own deviation. */
export function differences(view: WallView): Float32Array {
  const sum = new Float32Array(view.seen.length);
  const basis = basisOf(view);
  for (const channel of [0, 1, 2] as const) {
    const weights = Float32Array.from(view.seen);
    let model: Float32Array = new Float32Array(6);
    let deviation = 10;
    for (let round = 0; round < 7; round++) {
      model = fitted(basis, view.lab[channel], weights);
      const off = residuals(view, basis, view.lab[channel], model);
      deviation = Math.max(
        channel === 0 ? 1.3 : 0.8,
        1.48 * medianOf(off.filter((_, k) => view.seen[k] === 1)),
      );
      for (let k = 0; k < off.length; k++) {
        const share = Math.min(1, (off[k] as number) / (3 * deviation));
        weights[k] = (view.seen[k] as number) * (1 - share * share) ** 2;
      }
    }
    const off = residuals(view, basis, view.lab[channel], model);
    for (let k = 0; k < off.length; k++)
      sum[k] = Math.hypot(sum[k] as number, (off[k] as number) / deviation);
  }
  return sum;
}

/** The terms of a quadratic surface at each cell, six numbers a cell. */
function basisOf({ columns, rows }: WallView): Float32Array {
  const basis = new Float32Array(columns * rows * 6);
  for (let k = 0; k < columns * rows; k++) {
    const u = (2 * ((k % columns) + 0.5)) / columns - 1;
    const v = (2 * (Math.floor(k / columns) + 0.5)) / rows - 1;
    basis.set([1, u, v, u * u, u * v, v * v], k * 6);
  }
  return basis;
}

function residuals(
  { seen }: WallView,
  basis: Float32Array,
  plane: Float32Array,
  model: Float32Array,
): Float32Array {
  const off = new Float32Array(plane.length);
  for (let k = 0; k < plane.length; k++) {
    if (!seen[k]) continue;
    let value = plane[k] as number;
    for (let i = 0; i < 6; i++) value -= (basis[k * 6 + i] as number) * (model[i] as number);
    off[k] = Math.abs(value);
  }
  return off;
}

/** Weighted least squares of a quadratic surface, by elimination on the normal equations. */
function fitted(basis: Float32Array, plane: Float32Array, weights: Float32Array): Float32Array {
  const rows = Array.from({ length: 6 }, (_, i) =>
    Float64Array.from({ length: 7 }, (_, j) => (i === j ? 1e-3 : 0)),
  );
  for (let k = 0; k < plane.length; k++) {
    const weight = weights[k] as number;
    if (weight === 0) continue;
    for (let i = 0; i < 6; i++) {
      const row = rows[i] as Float64Array;
      const scaled = weight * (basis[k * 6 + i] as number);
      for (let j = 0; j < 6; j++) row[j] = (row[j] as number) + scaled * (basis[k * 6 + j] as number);
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
