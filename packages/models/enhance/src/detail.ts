import { float32At, uint8At, uint32At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import parameters from "./pro_capture.json" with { type: "json" };
import { Smoothing } from "./smoothing.ts";

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
      counts[at] = uint32At(counts, at) + 1;
      total++;
    }
  }
  let [at, below] = [0, 0];
  while (at < 2047 && below + uint32At(counts, at) < total / 2) below += uint32At(counts, at++);
  const median = at + (total / 2 - below) / Math.max(1, counts[at] ?? 1) - 0.5;
  return Math.max(0, median) / 4 / (0.6745 * Math.sqrt(6));
}

/** Four times the lightness. */
function lightness(data: Uint8Array, i: number): number {
  return uint8At(data, i) + 2 * uint8At(data, i + 1) + uint8At(data, i + 2);
}

/** Takes noise out of even parts and sharpens the others, row by row. */
export class Detail {
  readonly #picture: Picture;
  readonly #wraps: boolean;
  /** Lightness and two differences of colour. */
  readonly #planes: readonly Smoothing[];
  readonly #margin: number;
  readonly #rows: readonly Float32Array[];
  #next = 0;

  constructor(picture: Picture, noise: number, wraps: boolean) {
    const { leastNoise, strength, colour, sharpness } = parameters.detail;
    const own = noise < leastNoise ? 0 : noise * strength;
    this.#picture = picture;
    this.#wraps = wraps;
    this.#planes = [
      new Smoothing(picture.width, own ** 2, 1 + sharpness),
      ...colourNoise.map((times) => new Smoothing(picture.width, (own * times) ** 2 * colour, 1)),
    ];
    this.#margin = this.#planes[0]?.margin ?? 0;
    this.#rows = this.#planes.map(() => new Float32Array(picture.width + 2 * this.#margin));
  }

  /** Levels of red, green and blue of a row, not rounded; rows are asked for from the first to the last. */
  row(y: number, levels: Float32Array): void {
    while (this.#next <= y + 2 * this.#margin) this.#read(this.#next++);
    for (const [k, plane] of this.#planes.entries()) plane.write(levels, k);
    for (let x = 0; x < this.#picture.width; x++) {
      const [l, o, g] = [
        float32At(levels, x * 3),
        float32At(levels, x * 3 + 1),
        float32At(levels, x * 3 + 2),
      ];
      const rest = l - g / 2;
      levels[x * 3] = rest + o / 2;
      levels[x * 3 + 1] = l + g / 2;
      levels[x * 3 + 2] = rest - o / 2;
    }
  }

  /** Reads row `nth - margin` of the picture; rows outside repeat its edge. */
  #read(nth: number): void {
    const { width, height, data } = this.#picture;
    const y = Math.min(height - 1, Math.max(0, nth - this.#margin));
    const [l, o, g] = this.#rows as [Float32Array, Float32Array, Float32Array];
    for (let k = 0; k < l.length; k++) {
      const x = k - this.#margin;
      const inside = this.#wraps ? (x + width) % width : Math.min(width - 1, Math.max(0, x));
      const i = (y * width + inside) * 3;
      const [red, green, blue] = [uint8At(data, i), uint8At(data, i + 1), uint8At(data, i + 2)];
      l[k] = (red + 2 * green + blue) / 4;
      o[k] = red - blue;
      g[k] = green - (red + blue) / 2;
    }
    for (const [k, plane] of this.#planes.entries()) plane.read(this.#rows[k] as Float32Array);
  }
}
