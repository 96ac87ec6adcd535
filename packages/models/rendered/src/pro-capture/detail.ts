import parameters from "@image-staging/diffusion/pro-capture.json" with { type: "json" };
import type { Picture } from "../analysis/analysis.ts";

const { radius } = parameters.detail;
/** Noise of the two colour differences over noise of the lightness, if all channels have the same. */
const colourNoise = [2.31, 2];

/** The deviation of a picture's noise in levels of lightness: from second differences, most of which cross no edge. */
export function noiseOf({ width, height, data }: Picture): number {
  const counts = new Uint32Array(2048);
  const step = Math.max(1, Math.floor(height / 400));
  let total = 0;
  for (let y = 0; y < height; y += step) {
    for (let x = 1; x < width - 1; x++) {
      const i = (y * width + x) * 3;
      const difference = 2 * lightness(data, i) - lightness(data, i - 3) - lightness(data, i + 3);
      const at = Math.min(2047, Math.abs(difference));
      counts[at] = (counts[at] ?? 0) + 1;
      total++;
    }
  }
  let [at, below] = [0, 0];
  while (at < 2047 && below + (counts[at] ?? 0) < total / 2) below += counts[at++] ?? 0;
  const median = at + (total / 2 - below) / Math.max(1, counts[at] ?? 1) - 0.5;
  return Math.max(0, median) / 4 / (0.6745 * Math.sqrt(6));
}

/** Four times the lightness. */
function lightness(data: Uint8Array, i: number): number {
  return (data[i] ?? 0) + 2 * (data[i + 1] ?? 0) + (data[i + 2] ?? 0);
}

/** Takes noise out of even parts and sharpens the others, row by row. */
export class Detail {
  readonly #picture: Picture;
  readonly #noise: number;
  readonly #wraps: boolean;
  /** Lightness and two differences of colour of `2 radius + 1` rows. */
  readonly #rows: Float32Array[][];
  readonly #sums: Float32Array;
  #next = 0;

  constructor(picture: Picture, noise: number, wraps: boolean) {
    this.#picture = picture;
    this.#noise = noise < parameters.detail.leastNoise ? 0 : noise * parameters.detail.strength;
    this.#wraps = wraps;
    this.#rows = [0, 1, 2].map(() =>
      Array.from({ length: 2 * radius + 1 }, () => new Float32Array(picture.width + 2 * radius)),
    );
    this.#sums = new Float32Array(2 * (picture.width + 2 * radius));
  }

  /** Levels of red, green and blue of a row, not rounded; rows are asked for from the first to the last. */
  row(y: number, levels: Float32Array): void {
    while (this.#next <= y + 2 * radius) this.#read(this.#next++);
    const { width } = this.#picture;
    for (let plane = 0; plane < 3; plane++) this.#filter(plane, y, levels);
    for (let x = 0; x < width; x++) {
      const [l, o, g] = [levels[x * 3] ?? 0, levels[x * 3 + 1] ?? 0, levels[x * 3 + 2] ?? 0];
      const rest = l - g / 2;
      levels[x * 3] = rest + o / 2;
      levels[x * 3 + 1] = l + g / 2;
      levels[x * 3 + 2] = rest - o / 2;
    }
  }

  /** Reads row `nth - radius` of the picture; rows outside repeat its edge. */
  #read(nth: number): void {
    const { width, height, data } = this.#picture;
    const y = Math.min(height - 1, Math.max(0, nth - radius));
    const slot = nth % (2 * radius + 1);
    const [l, o, g] = this.#rows.map((rows) => rows[slot]) as [Float32Array, Float32Array, Float32Array];
    for (let k = 0; k < width + 2 * radius; k++) {
      const x = k - radius;
      const inside = this.#wraps ? (x + width) % width : Math.min(width - 1, Math.max(0, x));
      const i = (y * width + inside) * 3;
      const [red, green, blue] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
      l[k] = (red + 2 * green + blue) / 4;
      o[k] = red - blue;
      g[k] = green - (red + blue) / 2;
    }
  }

  /** Around its local mean, each value is kept as far as it varies more than noise does; lightness a little more. */
  #filter(plane: number, y: number, levels: Float32Array): void {
    const { width } = this.#picture;
    const rows = this.#rows[plane] ?? [];
    const centre = rows[(y + radius) % (2 * radius + 1)] ?? new Float32Array(0);
    const noise = this.#noise * (colourNoise[plane - 1] ?? 1);
    const variance = noise * noise * (plane === 0 ? 1 : parameters.detail.colour);
    const most = 1 + (plane === 0 ? parameters.detail.sharpness : 0);
    const columns = width + 2 * radius;
    const sums = this.#sums.fill(0);
    for (const row of rows) {
      for (let k = 0; k < columns; k++) {
        const value = row[k] as number;
        sums[k] = (sums[k] as number) + value;
        sums[columns + k] = (sums[columns + k] as number) + value * value;
      }
    }
    const count = (2 * radius + 1) ** 2;
    let [sum, squares] = [0, 0];
    for (let k = 0; k < 2 * radius; k++) {
      sum += sums[k] as number;
      squares += sums[columns + k] as number;
    }
    for (let x = 0; x < width; x++) {
      sum += sums[x + 2 * radius] as number;
      squares += sums[columns + x + 2 * radius] as number;
      const mean = sum / count;
      const found = Math.max(0, squares / count - mean * mean);
      const kept = found > 0 ? (most * Math.max(0, found - variance)) / (found + 1) : 0;
      const value = centre[x + radius] as number;
      levels[x * 3 + plane] =
        mean + (variance > 0 || plane === 0 ? Math.min(most, kept) : 1) * (value - mean);
      sum -= sums[x] as number;
      squares -= sums[columns + x] as number;
    }
  }
}
