import type { Picture } from "@image-staging/picture/picture";

/** The lobes of Lanczos' kernel (Duchon, 1979). */
const lobes = 3;

/** A picture at another size, larger or smaller in each direction, in three planes of 0 to 255, by Lanczos' kernel. */
export function resampled({ width, height, data }: Picture, across: number, down: number): Float32Array {
  const planes = new Float32Array(3 * across * down);
  const [columns, rows] = [tapsOf(width, across), tapsOf(height, down)];
  const rowsWide = new Float32Array(3 * across * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < across; x++) {
      const { first, weights } = columns[x] as Taps;
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 0, at = (y * width + first) * 3 + c; k < weights.length; k++, at += 3)
          sum += (weights[k] as number) * (data[at] as number);
        rowsWide[(c * height + y) * across + x] = sum;
      }
    }
  for (let c = 0; c < 3; c++)
    for (let y = 0; y < down; y++) {
      const { first, weights } = rows[y] as Taps;
      for (let x = 0; x < across; x++) {
        let sum = 0;
        for (let k = 0, at = (c * height + first) * across + x; k < weights.length; k++, at += across)
          sum += (weights[k] as number) * (rowsWide[at] as number);
        planes[(c * down + y) * across + x] = Math.min(255, Math.max(0, sum));
      }
    }
  return planes;
}

/** From which values a value is made, and how much of each. */
interface Taps {
  first: number;
  weights: Float32Array;
}

function tapsOf(from: number, to: number): Taps[] {
  const ratio = from / to;
  const stretch = Math.max(1, ratio);
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * ratio;
    const first = Math.max(0, Math.floor(centre - lobes * stretch + 0.5));
    const end = Math.min(from, Math.floor(centre + lobes * stretch + 0.5));
    const weights = Float32Array.from({ length: end - first }, (_, k) =>
      lanczos((first + k + 0.5 - centre) / stretch),
    );
    const sum = weights.reduce((all, weight) => all + weight, 0);
    return { first, weights: weights.map((weight) => weight / sum) };
  });
}

function lanczos(at: number): number {
  if (at === 0) return 1;
  if (Math.abs(at) >= lobes) return 0;
  const turn = Math.PI * at;
  return (lobes * Math.sin(turn) * Math.sin(turn / lobes)) / turn ** 2;
}
