import { luminanceOf, type SmallCopy } from "./copy.ts";
import parameters from "./pro_capture.json" with { type: "json" };

/** Even, unclipped pixels of the upper part of a picture: walls and ceilings, mostly. */
export interface Surfaces {
  pixels: Int32Array;
  luminance: Float32Array;
}

/** Finds pixels that differ little from their neighbours, are not clipped, and lie above the floor. */
export function surfacesOf({ width, height, rgb, clipped }: SmallCopy, wraps: boolean): Surfaces {
  const { relative, absolute } = parameters.flat;
  const luminance = luminanceOf(rgb);
  const smooth = boxMean(luminance, width, height, 1, wraps);
  const found: number[] = [];
  for (let y = 1; y < height * parameters.upperPart && y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (clipped[i]) continue;
      const across = (smooth[i + 1] ?? 0) - (smooth[i - 1] ?? 0);
      const down = (smooth[i + width] ?? 0) - (smooth[i - width] ?? 0);
      if (Math.abs(across) + Math.abs(down) <= relative * (smooth[i] ?? 0) + absolute) found.push(i);
    }
  }
  return { pixels: Int32Array.from(found), luminance };
}

/** The mean of the square of 2 x radius + 1 pixels around each; edges repeat, or wrap in x. */
export function boxMean(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  wraps: boolean,
): Float32Array {
  const rows = new Float32Array(plane.length);
  const side = 2 * radius + 1;
  for (let y = 0; y < height; y++) {
    const at = (x: number): number => {
      const inside = wraps ? (x + width) % width : Math.min(width - 1, Math.max(0, x));
      return plane[y * width + inside] ?? 0;
    };
    let sum = 0;
    for (let x = -radius; x <= radius; x++) sum += at(x);
    for (let x = 0; x < width; x++) {
      rows[y * width + x] = sum / side;
      sum += at(x + radius + 1) - at(x - radius);
    }
  }
  const mean = new Float32Array(plane.length);
  for (let x = 0; x < width; x++) {
    const at = (y: number): number => rows[Math.min(height - 1, Math.max(0, y)) * width + x] ?? 0;
    let sum = 0;
    for (let y = -radius; y <= radius; y++) sum += at(y);
    for (let y = 0; y < height; y++) {
      mean[y * width + x] = sum / side;
      sum += at(y + radius + 1) - at(y - radius);
    }
  }
  return mean;
}
