import { float32At, float64At } from "@image-staging/picture/at";
import parameters from "./pro_capture.json" with { type: "json" };

const { radius } = parameters.detail;
const side = 2 * radius + 1;

/**
 * Takes noise of a known variance out of one plane of a picture, row by row. Around its local mean, each value is kept as far
 * as it varies more than the noise, at most `most` times; what is left is the mean of a wider window, as far as local means
 * vary no more in it than theirs do.
 */
export class Smoothing {
  /** Values that each row that is read has on both sides of those that come out, and rows before and after them. */
  readonly margin: number;
  readonly #variance: number;
  readonly #most: number;
  readonly #wide: number;
  /** Whether there is nothing to take out or to sharpen. */
  readonly #isPlain: boolean;
  readonly #inputs: Rows;
  readonly #means: Rows;
  readonly #kept: Float32Array[];
  readonly #values: Float32Array[];
  /** Means and variances of a row's windows. */
  readonly #row: Float32Array;
  readonly #found: Float64Array;
  #read = 0;

  constructor(width: number, variance: number, most: number) {
    this.#wide = variance > 0 ? parameters.detail.wide : 0;
    this.margin = radius + this.#wide;
    [this.#variance, this.#most] = [variance, most];
    this.#isPlain = variance === 0 && most === 1;
    const [count, length] = [2 * this.#wide + 1, width + 2 * this.#wide];
    this.#inputs = new Rows(side, length + 2 * radius);
    this.#means = new Rows(count, length);
    [this.#row, this.#found] = [new Float32Array(length), new Float64Array(length)];
    [this.#kept, this.#values] = [1, 2].map(() =>
      Array.from({ length: count }, () => new Float32Array(length)),
    ) as [Float32Array[], Float32Array[]];
  }

  /** Reads the next row, with its margins. */
  read(row: Float32Array): void {
    this.#inputs.push(row);
    if (++this.#read < side) return;
    const slot = this.#means.next;
    const [kept, values] = [this.#kept[slot], this.#values[slot]] as [Float32Array, Float32Array];
    const [means, found] = [this.#row, this.#found];
    const centre = this.#inputs.back(radius);
    this.#inputs.windows(radius, means, found);
    for (let x = 0; x < kept.length; x++) {
      const varied = float64At(found, x);
      kept[x] = this.#isPlain ? 1 : (this.#most * Math.max(0, varied - this.#variance)) / (varied + 1);
      values[x] = float32At(centre, x + radius);
    }
    this.#means.push(means);
  }

  /** Writes the row in the middle of what has been read to every third of `levels`. */
  write(levels: Float32Array, plane: number): void {
    const slot = this.#means.slotOf(this.#wide);
    const [kept, values] = [this.#kept[slot], this.#values[slot]] as [Float32Array, Float32Array];
    const means = this.#means.back(this.#wide);
    const variance = this.#variance / side ** 2;
    const [wider, found] = [this.#row, this.#found];
    if (this.#wide > 0) this.#means.windows(this.#wide, wider, found);
    for (let x = 0; x + 2 * this.#wide < kept.length; x++) {
      const at = x + this.#wide;
      const own = float32At(kept, at);
      let mean = float32At(means, at);
      const away = own * (float32At(values, at) - mean);
      if (this.#wide > 0) {
        const varied = Math.max(0, float64At(found, x) - variance) / Math.max(1e-9, float64At(found, x));
        mean += (1 - varied) * (float32At(wider, x) - mean) * (1 - Math.min(1, own));
      }
      levels[x * 3 + plane] = mean + away;
    }
  }
}

/** The last rows that were read, and the sums of their columns. */
class Rows {
  readonly #rows: Float32Array[];
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  #count = 0;

  constructor(rows: number, length: number) {
    this.#rows = Array.from({ length: rows }, () => new Float32Array(length));
    this.#sums = new Float64Array(length);
    this.#squares = new Float64Array(length);
  }

  /** Where the next row goes. */
  get next(): number {
    return this.#count % this.#rows.length;
  }

  /** Where the row is that was read this many rows before the last. */
  slotOf(before: number): number {
    return (this.#count - 1 - before) % this.#rows.length;
  }

  back(before: number): Float32Array {
    return this.#rows[this.slotOf(before)] as Float32Array;
  }

  push(row: Float32Array): void {
    const [old, sums, squares] = [this.#rows[this.next] as Float32Array, this.#sums, this.#squares];
    for (let k = 0; k < old.length; k++) {
      const [value, gone] = [float32At(row, k), float32At(old, k)];
      sums[k] = float64At(sums, k) + value - gone;
      squares[k] = float64At(squares, k) + value * value - gone * gone;
      old[k] = value;
    }
    this.#count++;
  }

  /** Writes mean and variance of each window over all rows and 2 x `reach` + 1 columns, from left to right. */
  windows(reach: number, means: Float32Array, variances: Float64Array): void {
    const [sums, squares] = [this.#sums, this.#squares];
    const count = this.#rows.length * (2 * reach + 1);
    let [sum, square] = [0, 0];
    for (let k = 0; k < 2 * reach; k++) {
      sum += float64At(sums, k);
      square += float64At(squares, k);
    }
    for (let x = 0; x + 2 * reach < sums.length; x++) {
      sum += float64At(sums, x + 2 * reach);
      square += float64At(squares, x + 2 * reach);
      const mean = sum / count;
      means[x] = mean;
      variances[x] = Math.max(0, square / count - mean * mean);
      sum -= float64At(sums, x);
      square -= float64At(squares, x);
    }
  }
}
