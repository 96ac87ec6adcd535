import { int32At } from "./at.ts";
import { Plane } from "./plane.ts";
import type { Size } from "./size.ts";

/** Steps of a lightness plane. */
export interface Gradient {
  magnitude: Plane;
  /** Direction along the edge, dark side at one hand: radians in (-pi, pi]. */
  angle: Plane;
}

/** Steps below this, in Lab units a pixel, are noise. */
export const weakest = 0.55;

/** Binomial blur of five taps both ways: enough to hide the staircase of pixels. */
export function blurred(plane: Plane): Plane {
  const { width, height } = plane;
  const [once, twice] = [new Plane(plane), new Plane(plane)];
  for (let y = 0; y < height; y++) blurRow(plane, once, y);
  for (let y = 0; y < height; y++) {
    const [b2, b1] = [Math.max(0, y - 2) * width, Math.max(0, y - 1) * width];
    const [a1, a2] = [Math.min(height - 1, y + 1) * width, Math.min(height - 1, y + 2) * width];
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const sides = 4 * (once.at(b1 + x) + once.at(a1 + x));
      twice.values[i] = (6 * once.at(i) + sides + once.at(b2 + x) + once.at(a2 + x)) / 16;
    }
  }
  return twice;
}

function blurRow(source: Plane, { values, width }: Plane, row: number): void {
  const [first, last] = [row * width, (row + 1) * width - 1];
  for (let i = first; i <= last; i++) {
    const sides = source.at(Math.max(first, i - 1)) + source.at(Math.min(last, i + 1));
    const ends = source.at(Math.max(first, i - 2)) + source.at(Math.min(last, i + 2));
    values[i] = (6 * source.at(i) + 4 * sides + ends) / 16;
  }
}

/** Slopes of a plane in x and y, in levels a pixel, and their length. */
export interface Slopes extends Size {
  x: Plane;
  y: Plane;
  size: Plane;
}

/** Slopes by Scharr's operator. The outermost pixels have none. */
export function slopesOf(plane: Plane): Slopes {
  const [x, y, size] = [new Plane(plane), new Plane(plane), new Plane(plane)];
  eachSlope(plane, (i, gx, gy) => {
    x.values[i] = gx;
    y.values[i] = gy;
    size.values[i] = Math.sqrt(gx * gx + gy * gy);
  });
  return { width: plane.width, height: plane.height, x, y, size };
}

export function gradientOf(plane: Plane): Gradient {
  const [magnitude, angle] = [new Plane(plane), new Plane(plane)];
  eachSlope(plane, (i, gx, gy) => {
    const steep = Math.sqrt(gx * gx + gy * gy);
    magnitude.values[i] = steep;
    if (steep >= weakest) angle.values[i] = Math.atan2(gx, -gy);
  });
  return { magnitude, angle };
}

function eachSlope(plane: Plane, found: (i: number, gx: number, gy: number) => void): void {
  const { width, height } = plane;
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const falling = plane.at(i + width + 1) - plane.at(i - width - 1);
      const rising = plane.at(i - width + 1) - plane.at(i + width - 1);
      const across = plane.at(i + 1) - plane.at(i - 1);
      const down = plane.at(i + width) - plane.at(i - width);
      found(i, (10 * across + 3 * (falling + rising)) / 32, (10 * down + 3 * (falling - rising)) / 32);
    }
  }
}

/** The pixels that are no noise, the steepest first, by buckets. */
export function strongestFirst({ values }: Plane): Int32Array {
  const buckets = 512;
  const bucketOf = (value: number): number => Math.min(buckets - 1, Math.floor(value * 24));
  const starts = new Int32Array(buckets + 1);
  let count = 0;
  for (const value of values) {
    if (value < weakest) continue;
    const b = buckets - 1 - bucketOf(value);
    starts[b + 1] = int32At(starts, b + 1) + 1;
    count++;
  }
  for (let b = 0; b < buckets; b++) starts[b + 1] = int32At(starts, b + 1) + int32At(starts, b);
  const order = new Int32Array(count);
  for (const [i, value] of values.entries()) {
    if (value < weakest) continue;
    const b = buckets - 1 - bucketOf(value);
    order[int32At(starts, b)] = i;
    starts[b] = int32At(starts, b) + 1;
  }
  return order;
}
