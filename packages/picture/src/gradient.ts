/** Steps of a lightness plane. */
export interface Gradient {
  width: number;
  height: number;
  magnitude: Float32Array;
  /** Direction along the edge, dark side at one hand: radians in (-pi, pi]. */
  angle: Float32Array;
}

/** Steps below this, in Lab units a pixel, are noise. */
export const weakest = 0.55;

/** Binomial blur of five taps both ways: enough to hide the staircase of pixels. */
export function blurred(plane: Float32Array, width: number, height: number): Float32Array {
  const [once, twice] = [new Float32Array(plane.length), new Float32Array(plane.length)];
  for (let y = 0; y < height; y++) blurRow(plane, once, y * width, width);
  for (let y = 0; y < height; y++) {
    const [b2, b1] = [Math.max(0, y - 2) * width, Math.max(0, y - 1) * width];
    const [a1, a2] = [Math.min(height - 1, y + 1) * width, Math.min(height - 1, y + 2) * width];
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const sides = 4 * ((once[b1 + x] as number) + (once[a1 + x] as number));
      twice[i] = (6 * (once[i] as number) + sides + (once[b2 + x] as number) + (once[a2 + x] as number)) / 16;
    }
  }
  return twice;
}

function blurRow(source: Float32Array, target: Float32Array, first: number, length: number): void {
  const last = first + length - 1;
  for (let i = first; i <= last; i++) {
    const sides = (source[Math.max(first, i - 1)] as number) + (source[Math.min(last, i + 1)] as number);
    const ends = (source[Math.max(first, i - 2)] as number) + (source[Math.min(last, i + 2)] as number);
    target[i] = (6 * (source[i] as number) + 4 * sides + ends) / 16;
  }
}

export function gradientOf(plane: Float32Array, width: number, height: number): Gradient {
  const magnitude = new Float32Array(plane.length);
  const angle = new Float32Array(plane.length);
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const falling = (plane[i + width + 1] as number) - (plane[i - width - 1] as number);
      const rising = (plane[i - width + 1] as number) - (plane[i + width - 1] as number);
      const across = (plane[i + 1] as number) - (plane[i - 1] as number);
      const down = (plane[i + width] as number) - (plane[i - width] as number);
      const gx = (10 * across + 3 * (falling + rising)) / 32;
      const gy = (10 * down + 3 * (falling - rising)) / 32;
      const steep = Math.sqrt(gx * gx + gy * gy);
      magnitude[i] = steep;
      if (steep >= weakest) angle[i] = Math.atan2(gx, -gy);
    }
  }
  return { width, height, magnitude, angle };
}

/** The pixels that are no noise, the steepest first, by buckets. */
export function strongestFirst(magnitude: Float32Array): Int32Array {
  const buckets = 512;
  const bucketOf = (value: number): number => Math.min(buckets - 1, Math.floor(value * 24));
  const starts = new Int32Array(buckets + 1);
  let count = 0;
  for (const value of magnitude) {
    if (value < weakest) continue;
    const b = buckets - 1 - bucketOf(value);
    starts[b + 1] = (starts[b + 1] as number) + 1;
    count++;
  }
  for (let b = 0; b < buckets; b++) starts[b + 1] = (starts[b + 1] as number) + (starts[b] as number);
  const order = new Int32Array(count);
  for (let i = 0; i < magnitude.length; i++) {
    const value = magnitude[i] as number;
    if (value < weakest) continue;
    const b = buckets - 1 - bucketOf(value);
    order[starts[b] as number] = i;
    starts[b] = (starts[b] as number) + 1;
  }
  return order;
}
