import { createHash } from "node:crypto";
import { float64At, uint8At } from "@image-staging/picture/at";
import { percentile } from "@image-staging/picture/quantile";

/** A picture as a model answers it: three bytes a pixel, and a byte a pixel of its mask if it has one. */
export interface Made {
  width: number;
  height: number;
  data: Uint8Array;
  mask?: Uint8Array;
}

/** What is kept of a picture: hashes of its bytes and its mask's (`-` without one), and of what it looks like. */
export interface Hashes {
  pixels: string;
  mask: string;
  look: string;
}

/** The side of the copy that a look is made from, and of the square of its lowest frequencies that are kept. */
const [side, kept] = [64, 16];

export const hashesOf = (made: Made): Hashes => ({
  pixels: sha256(made.data),
  mask: made.mask ? sha256(made.mask) : "-",
  look: lookOf(made),
});

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64url");

/**
 * The perceptual hash of a picture (pHash: Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions, 2010,
 * 3.2.1): the discrete cosine transform of a copy of 64x64, and of its 16x16 lowest frequencies a bit each, 1 above their
 * median. Of red, green and blue apart, 768 bits, in hexadecimal.
 */
export function lookOf(picture: Made): string {
  return [0, 1, 2]
    .flatMap((channel) => {
      const waves = lowestWaves(smallCopy(picture, channel));
      const median = percentile([...waves], 0.5) ?? 0;
      return Array.from({ length: waves.length / 4 }, (_, i) =>
        [...waves.subarray(i * 4, i * 4 + 4)].reduce((digit, wave) => digit * 2 + (wave > median ? 1 : 0), 0),
      );
    })
    .map((digit) => digit.toString(16))
    .join("");
}

/** How many bits of two looks differ; infinite if they are of different lengths. */
export function distance(a: string, b: string): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let bits = 0;
  for (let i = 0; i < a.length; i++) {
    const differing = Number.parseInt(a[i] ?? "", 16) ^ Number.parseInt(b[i] ?? "", 16);
    for (let rest = differing; rest > 0; rest >>= 1) bits += rest & 1;
  }
  return bits;
}

/** The means of a channel in 64x64 boxes, which overlap by at most a pixel. */
function smallCopy({ width, height, data }: Made, channel: number): Float64Array {
  const edges = (length: number, nth: number): [from: number, to: number] => [
    Math.floor((nth * length) / side),
    Math.ceil(((nth + 1) * length) / side),
  ];
  return Float64Array.from({ length: side * side }, (_, i) => {
    const [left, right] = edges(width, i % side);
    const [top, bottom] = edges(height, Math.floor(i / side));
    let sum = 0;
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) sum += uint8At(data, (y * width + x) * 3 + channel);
    return sum / (right - left) / (bottom - top);
  });
}

/** The first 16x16 of the discrete cosine transform (type II), rows of it first. */
function lowestWaves(copy: Float64Array): Float64Array {
  const cosine = (at: number, wave: number): number => Math.cos((Math.PI * (2 * at + 1) * wave) / (2 * side));
  const along = (of: (at: number) => number, wave: number): number => {
    let sum = 0;
    for (let at = 0; at < side; at++) sum += of(at) * cosine(at, wave);
    return sum;
  };
  const rows = Float64Array.from({ length: side * kept }, (_, i) =>
    along((x) => float64At(copy, Math.floor(i / kept) * side + x), i % kept),
  );
  return Float64Array.from({ length: kept * kept }, (_, i) =>
    along((y) => float64At(rows, y * kept + (i % kept)), Math.floor(i / kept)),
  );
}
