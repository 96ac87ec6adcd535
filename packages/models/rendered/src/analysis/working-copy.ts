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

/** The mean of what each target pixel covers, row by row of the picture. */
function shrunk({ width: from, height: rows, data }: Picture, width: number, height: number): Uint8Array {
  const [ratioX, ratioY] = [from / width, rows / height];
  const sums = new Float32Array(width * height * 3);
  const line = new Float32Array(width * 3);
  for (let y = 0; y < rows; y++) {
    line.fill(0);
    for (let x = 0; x < from; x++) {
      const i = (y * from + x) * 3;
      const target = Math.min(width - 1, Math.floor(x / ratioX));
      const share = Math.min(1, (target + 1) * ratioX - x);
      addPixel(line, target * 3, data, i, share);
      if (share < 1 && target + 1 < width) addPixel(line, target * 3 + 3, data, i, 1 - share);
    }
    const target = Math.min(height - 1, Math.floor(y / ratioY));
    const share = Math.min(1, (target + 1) * ratioY - y);
    addLine(sums, target * width * 3, line, share);
    if (share < 1 && target + 1 < height) addLine(sums, (target + 1) * width * 3, line, 1 - share);
  }
  const area = ratioX * ratioY;
  return Uint8Array.from(sums, (value) => Math.min(255, Math.round(value / area)));
}

function addPixel(line: Float32Array, at: number, data: Uint8Array, i: number, share: number): void {
  line[at] = (line[at] as number) + share * (data[i] as number);
  line[at + 1] = (line[at + 1] as number) + share * (data[i + 1] as number);
  line[at + 2] = (line[at + 2] as number) + share * (data[i + 2] as number);
}

function addLine(sums: Float32Array, at: number, line: Float32Array, share: number): void {
  for (let k = 0; k < line.length; k++) sums[at + k] = (sums[at + k] as number) + share * (line[k] as number);
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
