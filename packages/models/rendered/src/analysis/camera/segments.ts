import { blurred, type Gradient, gradientOf, strongestFirst, weakest } from "@image-staging/picture/gradient";
import type { Plane } from "@image-staging/picture/plane";

/** A straight edge of the picture, in pixels. */
export interface Segment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  length: number;
  /** Mean lightness (0 to 100) of its brighter side. */
  brighter: number;
}

const tolerance = Math.PI / 8;

/**
 * Line segments of a lightness plane by growing regions of like gradient, as the line segment detector of von Gioi,
 * Jakubowicz, Morel and Randall does. Segments shorter than `shortest` pixels are dropped; longest first.
 */
export function findSegments(lightness: Plane, shortest: number): Segment[] {
  const smooth = blurred(lightness);
  const gradient = gradientOf(smooth);
  const used = new Uint8Array(smooth.values.length);
  const region = new Int32Array(used.length);
  const found: Segment[] = [];
  for (const seed of strongestFirst(gradient.magnitude)) {
    if (used[seed]) continue;
    const size = grow(gradient, used, region, seed, tolerance);
    if (size < shortest) continue;
    const segment = fitted(gradient, region, size) ?? regrown(gradient, used, region, seed, size);
    if (segment && segment.length >= shortest)
      found.push({ ...segment, brighter: brighterSide(smooth.values, smooth.width, segment) });
  }
  return found.sort((a, b) => b.length - a.length);
}

function regrown(gradient: Gradient, used: Uint8Array, region: Int32Array, seed: number, size: number) {
  for (let i = 0; i < size; i++) used[region[i] as number] = 0;
  const smaller = grow(gradient, used, region, seed, tolerance / 2.5);
  return fitted(gradient, region, smaller);
}

function grow(
  { magnitude, angle }: Gradient,
  used: Uint8Array,
  region: Int32Array,
  seed: number,
  within: number,
): number {
  const { width } = magnitude;
  let size = 1;
  region[0] = seed;
  used[seed] = 1;
  let direction = angle.at(seed);
  let [sumX, sumY] = [Math.cos(direction), Math.sin(direction)];
  for (let k = 0; k < size; k++) {
    const centre = region[k] as number;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const i = centre + dy * width + dx;
        if (used[i] || magnitude.at(i) < weakest) continue;
        let difference = Math.abs(angle.at(i) - direction);
        if (difference > Math.PI) difference = 2 * Math.PI - difference;
        if (difference > within) continue;
        used[i] = 1;
        region[size++] = i;
        sumX += Math.cos(angle.at(i));
        sumY += Math.sin(angle.at(i));
        direction = Math.atan2(sumY, sumX);
      }
    }
  }
  return size;
}

/** The region's main axis, weighted by gradient; nothing if the region is too wide to be a line. */
function fitted(
  { magnitude }: Gradient,
  region: Int32Array,
  size: number,
): Omit<Segment, "brighter"> | undefined {
  const { width } = magnitude;
  let [weight, mx, my] = [0, 0, 0];
  for (let k = 0; k < size; k++) {
    const i = region[k] as number;
    const m = magnitude.at(i);
    weight += m;
    mx += m * (i % width);
    my += m * Math.floor(i / width);
  }
  mx /= weight;
  my /= weight;
  let [xx, xy, yy] = [0, 0, 0];
  for (let k = 0; k < size; k++) {
    const i = region[k] as number;
    const m = magnitude.at(i);
    const [dx, dy] = [(i % width) - mx, Math.floor(i / width) - my];
    xx += m * dx * dx;
    xy += m * dx * dy;
    yy += m * dy * dy;
  }
  const theta = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [ux, uy] = [Math.cos(theta), Math.sin(theta)];
  let [low, high] = [0, 0];
  for (let k = 0; k < size; k++) {
    const i = region[k] as number;
    const along = ((i % width) - mx) * ux + (Math.floor(i / width) - my) * uy;
    low = Math.min(low, along);
    high = Math.max(high, along);
  }
  const spread = Math.sqrt(Math.max(0, xx * uy * uy - 2 * xy * ux * uy + yy * ux * ux) / weight);
  const length = high - low;
  if (spread > 1.6 + 0.004 * length || size < 0.8 * length) return undefined;
  const [cx, cy] = [mx + 0.5, my + 0.5];
  return {
    x1: cx + low * ux,
    y1: cy + low * uy,
    x2: cx + high * ux,
    y2: cy + high * uy,
    length,
  };
}

/** The lightness three pixels to the sides of a segment, of the brighter side. */
function brighterSide(
  plane: Float32Array,
  width: number,
  { x1, y1, x2, y2, length }: Omit<Segment, "brighter">,
): number {
  const [nx, ny] = [(3 * (y1 - y2)) / length, (3 * (x2 - x1)) / length];
  const sides = [1, -1].map((sign) => {
    let [sum, count] = [0, 0];
    for (let t = 0.1; t < 1; t += 0.1) {
      const x = Math.floor(x1 + t * (x2 - x1) + sign * nx);
      const value = plane[Math.floor(y1 + t * (y2 - y1) + sign * ny) * width + x];
      if (x < 0 || x >= width || value === undefined) continue;
      sum += value;
      count++;
    }
    return sum / Math.max(1, count);
  });
  return Math.max(...sides);
}
