import { blurred } from "@image-staging/picture/gradient";
import type { Plane } from "@image-staging/picture/plane";
import { percentile } from "@image-staging/picture/quantile";
import type { Segment } from "./segments.ts";

/** How far beside a segment its edge is looked for, in pixels. */
const reach = 4;
/** Pixels between two looks. */
const stride = 3;
/** A step of lightness a pixel that counts as an edge. */
const faint = 0.6;

/** A place on the edge: along the segment and beside it, in pixels. */
interface Place {
  along: number;
  beside: number;
}

/** The segments on their edges to a small part of a pixel, longest first: the more exact a line, the surer is the focal length that it tells. */
export function sharpSegments(segments: readonly Segment[], lightness: Plane): Segment[] {
  const smooth = blurred(lightness);
  const sharp = segments.slice(0, 300).map((segment) => sharpened(smooth, segment));
  return sharp.sort((a, b) => b.length - a.length);
}

/** The segment through the steepest places across it; itself if too few of them lie on a line. */
function sharpened(smooth: Plane, segment: Segment): Segment {
  const { x1, y1, x2, y2, length } = segment;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const count = Math.max(5, Math.floor(length / stride));
  const profiles = Array.from({ length: count }, (_, k) => {
    const along = (length * (k + 0.5)) / count;
    return { along, values: profileAt(smooth, x1 + ux * along, y1 + uy * along, -uy, ux) };
  });
  const rise = profiles.reduce((sum, { values }) => sum + stepAt(values, reach + 1), 0);
  const places = profiles.flatMap(({ along, values }): Place[] => {
    const beside = steepest(values, rise < 0 ? -1 : 1);
    return beside === undefined ? [] : [{ along, beside }];
  });
  const line = lineThrough(places);
  if (!line || line.places.length < 0.4 * count) return segment;
  const alongs = line.places.map(({ along }) => along);
  const at = (along: number): readonly [number, number] => {
    const beside = line.offset + line.slope * along;
    return [x1 + ux * along - uy * beside, y1 + uy * along + ux * beside];
  };
  const [a, b] = [at(Math.min(...alongs)), at(Math.max(...alongs))];
  return { ...segment, x1: a[0], y1: a[1], x2: b[0], y2: b[1], length: Math.hypot(b[0] - a[0], b[1] - a[1]) };
}

/** Lightness at whole pixels across a place, from `reach + 1` on one side to as much on the other; 0 if out of the picture. */
function profileAt(smooth: Plane, x: number, y: number, nx: number, ny: number): Float32Array {
  const { width, height } = smooth;
  const values = new Float32Array(2 * reach + 3);
  for (let i = 0; i < values.length; i++) {
    const [px, py] = [x + nx * (i - reach - 1) - 0.5, y + ny * (i - reach - 1) - 0.5];
    const [left, top] = [Math.floor(px), Math.floor(py)];
    if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return values.fill(0);
    const [s, t, k] = [px - left, py - top, top * width + left];
    const upper = smooth.at(k) * (1 - s) + smooth.at(k + 1) * s;
    const lower = smooth.at(k + width) * (1 - s) + smooth.at(k + width + 1) * s;
    values[i] = upper * (1 - t) + lower * t;
  }
  return values;
}

const stepAt = (values: Float32Array, i: number): number =>
  ((values[i + 1] as number) - (values[i - 1] as number)) / 2;

/** Where lightness rises most in one direction, near the middle rather than far, by a parabola; nothing if it hardly does. */
function steepest(values: Float32Array, sign: 1 | -1): number | undefined {
  let [best, most] = [-1, faint];
  for (let i = 2; i < values.length - 2; i++) {
    const step = sign * stepAt(values, i) * (1 - 0.06 * Math.abs(i - reach - 1));
    if (step > most) [best, most] = [i, step];
  }
  if (best < 0) return undefined;
  const [a, b, c] = [-1, 0, 1].map((d) => sign * stepAt(values, best + d)) as [number, number, number];
  const bend = a - 2 * b + c;
  const off = bend < 0 ? Math.max(-0.6, Math.min(0.6, (0.5 * (a - c)) / bend)) : 0;
  return best - reach - 1 + off;
}

/** A line through places by least squares with Tukey's weights, and the places near it. */
function lineThrough(
  places: readonly Place[],
): { offset: number; slope: number; places: Place[] } | undefined {
  if (places.length < 5) return undefined;
  let weights = places.map(() => 1);
  let [offset, slope] = [0, 0];
  for (let round = 0; round < 10; round++) {
    let [w, t, d, tt, td] = [0, 0, 0, 0, 0];
    places.forEach(({ along, beside }, i) => {
      const weight = weights[i] as number;
      w += weight;
      t += weight * along;
      d += weight * beside;
      tt += weight * along * along;
      td += weight * along * beside;
    });
    const spread = w * tt - t * t;
    if (spread < 1e-9) return undefined;
    slope = (w * td - t * d) / spread;
    offset = (d - slope * t) / w;
    const off = places.map(({ along, beside }) => Math.abs(beside - offset - slope * along));
    const median = percentile(off, 0.5) ?? 0;
    const most = 4 * Math.max(0.08, 1.48 * median);
    weights = off.map((value) => (value < most ? (1 - (value / most) ** 2) ** 2 : 0));
  }
  return { offset, slope, places: places.filter((_, i) => (weights[i] as number) > 0.05) };
}
