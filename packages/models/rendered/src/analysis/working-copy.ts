import type { Picture } from "./analysis.ts";

/** A small copy of the picture in the forms that the analysis reads; `scale` is its size over the picture's. */
export interface WorkingCopy {
  width: number;
  height: number;
  scale: number;
  /** sRGB bytes. */
  rgb: Uint8Array;
  /** CIE Lab in three planes: lightness 0 to 100, then a and b. */
  lab: readonly [Float32Array, Float32Array, Float32Array];
}

const longestSide = 900;

/** The linear value of each sRGB byte. */
export const linearOfByte = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Scales the picture to at most 900 pixels by the mean of what each pixel covers, and converts it to Lab. */
export function workingCopyOf(picture: Picture): WorkingCopy {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const rgb = scale === 1 ? picture.data : shrunk(picture, width, height);
  return { width, height, scale: width / picture.width, rgb, lab: labOf(rgb) };
}

function shrunk(picture: Picture, width: number, height: number): Uint8Array {
  const wide = new Float32Array(width * picture.height * 3);
  resample(picture.data, wide, picture.width, width, picture.height, 3, picture.width * 3, width * 3);
  const small = new Float32Array(width * height * 3);
  resample(wide, small, picture.height, height, width, width * 3, 3, 3);
  return Uint8Array.from(small, (value) => Math.min(255, Math.round(value)));
}

/** Box filter along one direction: `lines` lines of `from` samples, `step` apart, become `to` samples. */
function resample(
  source: ArrayLike<number>,
  target: Float32Array,
  from: number,
  to: number,
  lines: number,
  step: number,
  sourceLine: number,
  targetLine: number,
): void {
  const ratio = from / to;
  for (let i = 0; i < to; i++) {
    const [start, end] = [i * ratio, Math.min(from, (i + 1) * ratio)];
    for (let j = Math.floor(start); j < end; j++) {
      const share = (Math.min(end, j + 1) - Math.max(start, j)) / (end - start);
      for (let line = 0; line < lines; line++) {
        const [s, t] = [line * sourceLine + j * step, line * targetLine + i * step];
        for (let c = 0; c < 3; c++) target[t + c] = (target[t + c] ?? 0) + share * (source[s + c] ?? 0);
      }
    }
  }
}

function labOf(rgb: Uint8Array): WorkingCopy["lab"] {
  const count = rgb.length / 3;
  const lab = [new Float32Array(count), new Float32Array(count), new Float32Array(count)] as const;
  for (let i = 0; i < count; i++) {
    const [l, a, b] = labOfLinear(
      linearOfByte[rgb[i * 3] as number] as number,
      linearOfByte[rgb[i * 3 + 1] as number] as number,
      linearOfByte[rgb[i * 3 + 2] as number] as number,
    );
    lab[0][i] = l;
    lab[1][i] = a;
    lab[2][i] = b;
  }
  return lab;
}

/** CIE Lab (D65) of a linear sRGB colour. */
function labOfLinear(r: number, g: number, b: number): [number, number, number] {
  const x = cubeRoot((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = cubeRoot(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = cubeRoot((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function cubeRoot(value: number): number {
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
}
