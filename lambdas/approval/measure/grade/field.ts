import { float32At, int32At } from "@image-staging/picture/at";
import type { Dimensions } from "../../../domain/source-asset/dimensions.ts";

/** How finely a grade may differ: from place to place (cells of the longer side), and from shade to shade. */
export interface Fineness {
  cells: number;
  shades: number;
}

const rounds = 4;
const corners = 8;

/** Values by place and shade, as smoothly as a grade has them: a bilateral grid. */
export class Field {
  readonly #counts: readonly [columns: number, rows: number, shades: number];
  /** The nodes around each pixel, and how near it is to each. */
  readonly #nodes: Int32Array;
  readonly #shares: Float32Array;

  /** `shade` is from 0 to 1, row by row. */
  constructor({ width, height }: Dimensions, shade: Float32Array, { cells, shades }: Fineness) {
    const cellsOf = (side: number) => Math.max(2, Math.round((cells * side) / Math.max(width, height)));
    const [columns, rows] = [cellsOf(width), cellsOf(height)];
    this.#counts = [columns, rows, shades];
    this.#nodes = new Int32Array(shade.length * corners);
    this.#shares = new Float32Array(shade.length * corners);
    for (let i = 0; i < shade.length; i++) {
      const x = (((i % width) + 0.5) / width) * (columns - 1);
      const y = ((Math.floor(i / width) + 0.5) / height) * (rows - 1);
      const s = Math.min(1, Math.max(0, shade[i] ?? 0)) * (shades - 1);
      const column = Math.min(columns - 2, Math.floor(x));
      const row = Math.min(rows - 2, Math.floor(y));
      const level = Math.min(shades - 2, Math.floor(s));
      for (let k = 0; k < corners; k++) {
        const dx = k & 1;
        const dy = (k >> 1) & 1;
        const ds = k >> 2;
        this.#nodes[i * corners + k] = ((row + dy) * columns + column + dx) * shades + level + ds;
        const near = (part: number, next: number) => (next === 1 ? part : 1 - part);
        this.#shares[i * corners + k] = near(x - column, dx) * near(y - row, dy) * near(s - level, ds);
      }
    }
  }

  /** What a grade makes of values: fitted to all of them at first, then to those that agree with it within `slack`. */
  fit(values: Float32Array, weights: Float32Array, slack: number): Float32Array {
    const size = this.#counts[0] * this.#counts[1] * this.#counts[2];
    const fitted = new Float32Array(values.length);
    const nodes = this.#nodes;
    const shares = this.#shares;
    for (let round = 0; round < rounds; round++) {
      const sums = new Float32Array(size);
      const counts = new Float32Array(size);
      for (let i = 0; i < values.length; i++) {
        const value = float32At(values, i);
        const off = round === 0 ? 0 : (value - float32At(fitted, i)) / slack;
        const weight = float32At(weights, i) / (1 + off * off) ** 2;
        if (weight === 0) continue;
        for (let at = i * corners; at < (i + 1) * corners; at++) {
          const node = int32At(nodes, at);
          const share = weight * float32At(shares, at);
          sums[node] = float32At(sums, node) + share * value;
          counts[node] = float32At(counts, node) + share;
        }
      }
      const levels = this.#evened(sums, counts);
      for (let i = 0; i < values.length; i++) {
        let value = 0;
        for (let at = i * corners; at < (i + 1) * corners; at++)
          value += float32At(shares, at) * float32At(levels, int32At(nodes, at));
        fitted[i] = value;
      }
    }
    return fitted;
  }

  /** The mean of each node and its neighbours; a node far from all pixels has what is nearest. */
  #evened(sums: Float32Array, counts: Float32Array): Float32Array {
    const mean = new Float32Array(sums.length).fill(Number.NaN);
    let [sum, count] = [this.#spread(sums), this.#spread(counts)];
    for (let pass = 0; pass < 40 && mean.some(Number.isNaN); pass++) {
      for (let node = 0; node < mean.length; node++)
        if (Number.isNaN(mean[node]) && float32At(count, node) > 1e-3)
          mean[node] = float32At(sum, node) / float32At(count, node);
      [sum, count] = [this.#spread(sum), this.#spread(count)];
    }
    return mean.map((value) => (Number.isNaN(value) ? 0 : value));
  }

  /** Blurs by 1 2 1 in place and shade. */
  #spread(values: Float32Array): Float32Array {
    const [columns, rows, shades] = this.#counts;
    const axes = [
      [1, shades],
      [shades, columns],
      [shades * columns, rows],
    ] as const;
    return axes.reduce((from, [step, count]) => {
      return from.map((value, node) => {
        const at = Math.floor(node / step) % count;
        const before = at > 0 ? (from[node - step] ?? 0) : value;
        const after = at < count - 1 ? (from[node + step] ?? 0) : value;
        return (before + 2 * value + after) / 4;
      });
    }, values);
  }
}
