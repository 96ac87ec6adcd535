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
  const once = new Float32Array(plane.length);
  const twice = new Float32Array(plane.length);
  const pass = (
    source: Float32Array,
    target: Float32Array,
    step: number,
    at: (i: number) => number,
    length: number,
  ) => {
    for (let i = 0; i < source.length; i++) {
      const k = at(i);
      const back = k > 1 ? 2 : k;
      const ahead = length - 1 - k > 1 ? 2 : length - 1 - k;
      const [b1, a1] = [Math.min(1, back), Math.min(1, ahead)];
      const sides = 4 * ((source[i - b1 * step] as number) + (source[i + a1 * step] as number));
      const ends = (source[i - back * step] as number) + (source[i + ahead * step] as number);
      target[i] = (6 * (source[i] as number) + sides + ends) / 16;
    }
  };
  pass(plane, once, 1, (i) => i % width, width);
  pass(once, twice, width, (i) => Math.floor(i / width), height);
  return twice;
}

export function gradientOf(plane: Float32Array, width: number, height: number): Gradient {
  const magnitude = new Float32Array(plane.length);
  const angle = new Float32Array(plane.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const p = (dx: number, dy: number): number => plane[i + dy * width + dx] as number;
      const gx = (10 * (p(1, 0) - p(-1, 0)) + 3 * (p(1, -1) - p(-1, -1) + p(1, 1) - p(-1, 1))) / 32;
      const gy = (10 * (p(0, 1) - p(0, -1)) + 3 * (p(-1, 1) - p(-1, -1) + p(1, 1) - p(1, -1))) / 32;
      magnitude[i] = Math.hypot(gx, gy);
      angle[i] = Math.atan2(gx, -gy);
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
