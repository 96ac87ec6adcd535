import { relativeLuminance } from "@image-staging/picture/luminance";
import type { Dimensions } from "../../domain/source-asset/dimensions.ts";

/** A small copy of a picture: RGB, 8 bits a channel, both sides multiples of `windowSide`. */
export type Thumbnail = Dimensions & { pixels: Uint8Array };

export const windowSide = 16;
const channels = 3;
const windowPixels = windowSide * windowSide;
/** Rounding errors leave the variance of equal values below this. */
const noVariance = 1e-9;

/** Luminance (ITU-R BT.709 weights) of every pixel, 0 to 1. */
export function luminanceOf({ pixels }: Thumbnail): Float64Array {
  const luminance = new Float64Array(pixels.length / channels);
  for (let i = 0; i < luminance.length; i++) {
    const at = i * channels;
    const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    luminance[i] = relativeLuminance(red, green, blue) / 255;
  }
  return luminance;
}

/** Standard deviation: 0 for a single shade, 0.5 for half black and half white. */
export function spreadOf(luminance: Float64Array): number {
  const mean = luminance.reduce((sum, value) => sum + value, 0) / luminance.length;
  const squares = luminance.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / luminance.length);
}

/**
 * The mean absolute difference, 0 to 1, in the window in which two thumbnails of one size differ most. The mean over
 * the whole picture could not distinguish a removed object from the noise of another JPEG encoding.
 */
export function largestDifference(a: Thumbnail, b: Thumbnail): number {
  let largest = 0;
  for (const indexes of windowsOf(a)) {
    let sum = 0;
    for (const index of indexes) {
      for (let at = index * channels; at < (index + 1) * channels; at++) {
        sum += Math.abs((a.pixels[at] ?? 0) - (b.pixels[at] ?? 0));
      }
    }
    largest = Math.max(largest, sum / (windowPixels * channels * 255));
  }
  return largest;
}

/**
 * How much of the source's pattern of light and dark the candidate keeps in place, 0 to 1: the correlation of their
 * luminance window by window, weighted by the source's contrast there. Correlation ignores brightness and
 * contrast, so a colour grade keeps everything; behind new furniture the pattern counts as lost, and on the walls
 * around it as kept. A source without any contrast has nothing to lose.
 */
export function sharedStructure(source: Thumbnail, candidate: Thumbnail): number {
  const [before, after] = [luminanceOf(source), luminanceOf(candidate)];
  let [kept, all] = [0, 0];
  for (const indexes of windowsOf(source)) {
    const { contrast, correlation } = correlate(before, after, indexes);
    kept += contrast * Math.max(0, correlation);
    all += contrast;
  }
  return all > 0 ? kept / all : 1;
}

/** Contrast is the deviation of `before` in the window; correlation is Pearson's, 0 if either is flat. */
function correlate(before: Float64Array, after: Float64Array, indexes: Uint32Array) {
  let [sumX, sumY, squareX, squareY, product] = [0, 0, 0, 0, 0];
  for (const index of indexes) {
    const [x, y] = [before[index] ?? 0, after[index] ?? 0];
    sumX += x;
    sumY += y;
    squareX += x * x;
    squareY += y * y;
    product += x * y;
  }
  const varianceX = Math.max(0, squareX - (sumX * sumX) / windowPixels);
  const varianceY = Math.max(0, squareY - (sumY * sumY) / windowPixels);
  const covariance = product - (sumX * sumY) / windowPixels;
  if (varianceX < noVariance) return { contrast: 0, correlation: 0 };
  const correlation = varianceY < noVariance ? 0 : covariance / Math.sqrt(varianceX * varianceY);
  return { contrast: Math.sqrt(varianceX), correlation };
}

/** The pixel indexes of each window in turn. */
function* windowsOf({ width, height }: Dimensions): Generator<Uint32Array> {
  for (let top = 0; top < height; top += windowSide) {
    for (let left = 0; left < width; left += windowSide) {
      yield Uint32Array.from({ length: windowPixels }, (_, at) => {
        return (top + Math.floor(at / windowSide)) * width + left + (at % windowSide);
      });
    }
  }
}
