import { float64At } from "@image-staging/picture/at";

/** Complex values, as two arrays. */
export interface Complex {
  re: Float64Array;
  im: Float64Array;
}

/** The discrete Fourier transform of `size` x `size` values in place, `size` a power of two; turned back, it is not divided by their number. */
export function transform({ re, im }: Complex, size: number, back = false): void {
  const row: Complex = { re: new Float64Array(size), im: new Float64Array(size) };
  const order = reversed(size);
  const turn = turnsOf(size, back);
  for (const [step, next] of [
    [1, size],
    [size, 1],
  ] as const)
    for (let line = 0; line < size; line++) {
      for (let k = 0; k < size; k++) {
        const from = line * next + (order[k] as number) * step;
        row.re[k] = float64At(re, from);
        row.im[k] = float64At(im, from);
      }
      transformRow(row, turn);
      for (let k = 0; k < size; k++) {
        re[line * next + k * step] = float64At(row.re, k);
        im[line * next + k * step] = float64At(row.im, k);
      }
    }
}

/** Cooley and Tukey's butterflies on values in reversed order. */
function transformRow({ re, im }: Complex, turn: Complex): void {
  const size = re.length;
  for (let half = 1; half < size; half *= 2)
    for (let start = 0; start < size; start += 2 * half)
      for (let k = 0; k < half; k++) {
        const [a, b, t] = [start + k, start + k + half, (k * size) / (2 * half)];
        const c = float64At(turn.re, t);
        const s = float64At(turn.im, t);
        const x = c * float64At(re, b) - s * float64At(im, b);
        const y = c * float64At(im, b) + s * float64At(re, b);
        re[b] = float64At(re, a) - x;
        im[b] = float64At(im, a) - y;
        re[a] = float64At(re, a) + x;
        im[a] = float64At(im, a) + y;
      }
}

function turnsOf(size: number, back: boolean): Complex {
  const angle = ((back ? 2 : -2) * Math.PI) / size;
  return {
    re: Float64Array.from({ length: size / 2 }, (_, k) => Math.cos(k * angle)),
    im: Float64Array.from({ length: size / 2 }, (_, k) => Math.sin(k * angle)),
  };
}

function reversed(size: number): Uint32Array {
  const order = new Uint32Array(size);
  for (let k = 1; k < size; k++) order[k] = ((order[k >> 1] as number) >> 1) | (k & 1 ? size >> 1 : 0);
  return order;
}
