import { float32At, int32At, uint8At } from "./at.ts";
import { relativeLuminance } from "./luminance.ts";
import type { Picture } from "./picture.ts";
import { Plane } from "./plane.ts";
import { linearOf } from "./srgb.ts";

/** A small copy of the picture in the forms that the analysis reads; `scale` is its size over the picture's. */
export interface WorkingCopy {
  width: number;
  height: number;
  scale: number;
  /** sRGB bytes. */
  rgb: Uint8Array;
  /** CIE Lab in three planes: lightness 0 to 100, then a and b. */
  lab: readonly [Plane, Plane, Plane];
}

const longestSideOfPhoto = 900;
/** A picture so little larger stays as it is: shrunk by a few percent, it would be sharp in one row and blurred in the next. */
const hardlyLarger = 1.1;

/** Scales a picture to `longestSide` pixels if it is clearly larger, by the mean of what each pixel covers, and converts it to Lab. */
export function workingCopyOf(picture: Picture, longestSide = longestSideOfPhoto): WorkingCopy {
  const side = Math.max(picture.width, picture.height);
  const scale = side > hardlyLarger * longestSide ? longestSide / side : 1;
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const rgb = scale === 1 ? picture.data : shrunk(picture, width, height);
  return copyOf({ width, height, data: rgb }, width / picture.width);
}

/** A picture that is a working copy as it is. */
export const copyOf = ({ width, height, data }: Picture, scale: number): WorkingCopy => ({
  ...{ width, height, scale, rgb: data, lab: labOf({ width, height, data }) },
});

/** The mean of what each target pixel covers, row by row of the picture. */
export function shrunk(
  { width: from, height: rows, data }: Picture,
  width: number,
  height: number,
): Uint8Array {
  const [across, down] = [sharesOf(from, width), sharesOf(rows, height)];
  // One column and row more take what the last ones would share with a neighbour.
  const stride = (width + 1) * 3;
  const line = new Float32Array(stride);
  const sums = new Float32Array(stride * (height + 1));
  for (let y = 0, i = 0; y < rows; y++) {
    line.fill(0);
    for (let x = 0; x < from; x++) {
      const share = float32At(across.share, x);
      for (let at = int32At(across.target, x) * 3, end = at + 3; at < end; at++, i++) {
        const value = uint8At(data, i);
        line[at] = float32At(line, at) + share * value;
        if (share < 1) line[at + 3] = float32At(line, at + 3) + (1 - share) * value;
      }
    }
    const share = float32At(down.share, y);
    const at = int32At(down.target, y) * stride;
    for (let k = 0; k < stride; k++) {
      const value = float32At(line, k);
      sums[at + k] = float32At(sums, at + k) + share * value;
      if (share < 1) sums[at + stride + k] = float32At(sums, at + stride + k) + (1 - share) * value;
    }
  }
  const area = (from / width) * (rows / height);
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < rgb.length; i++) {
    const row = Math.floor(i / (width * 3));
    rgb[i] = Math.min(255, Math.round(float32At(sums, row * 3 + i) / area));
  }
  return rgb;
}

/** For each of `from` pixels, which of `to` targets it covers first, and how much of it; the next target gets the rest. */
function sharesOf(from: number, to: number): { target: Int32Array; share: Float32Array } {
  const ratio = from / to;
  const target = Int32Array.from({ length: from }, (_, i) => Math.min(to - 1, Math.floor(i / ratio)));
  const share = Float32Array.from(target, (t, i) => Math.min(1, (t + 1) * ratio - i));
  return { target, share };
}

/** CIE Lab (D65) of a picture. */
export function labOf(picture: Picture): WorkingCopy["lab"] {
  const rgb = picture.data;
  const lab = [new Plane(picture), new Plane(picture), new Plane(picture)] as const;
  const [lightness, a, b] = lab.map(({ values }) => values) as [Float32Array, Float32Array, Float32Array];
  const count = lightness.length;
  for (let i = 0; i < count; i++) {
    const red = float32At(linearOf, uint8At(rgb, i * 3));
    const green = float32At(linearOf, uint8At(rgb, i * 3 + 1));
    const blue = float32At(linearOf, uint8At(rgb, i * 3 + 2));
    const x = cubeRoot((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
    const y = cubeRoot(relativeLuminance(red, green, blue));
    const z = cubeRoot((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
    lightness[i] = 116 * y - 16;
    a[i] = 500 * (x - y);
    b[i] = 200 * (y - z);
  }
  return lab;
}

const steps = 8192;
const roots = Float32Array.from({ length: steps + 2 }, (_, i) => {
  const value = i / steps;
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
});

/** Lab's cube root of a value from 0 to 1, from a table. */
function cubeRoot(value: number): number {
  const at = Math.min(steps, value * steps);
  const k = Math.floor(at);
  const low = float32At(roots, k);
  return low + (at - k) * (float32At(roots, k + 1) - low);
}
