import { blurred } from "./segments.ts";
import type { WorkingCopy } from "./working-copy.ts";

/** How sharply lightness and colour change at each pixel, by direction: the structure tensor of the Lab planes. */
export interface EdgeField {
  width: number;
  height: number;
  xx: Float32Array;
  xy: Float32Array;
  yy: Float32Array;
  /** The mean response of a line anywhere: what an edge must exceed to count. */
  background: number;
}

/** A step of this many Lab units a pixel answers half of the most. */
const half = 0.9;

export function edgeFieldOf(copy: WorkingCopy): EdgeField {
  const { width, height } = copy;
  const field = emptyField(width, height);
  copy.lab.forEach((plane, channel) => {
    const smooth = blurred(plane, width, height);
    const weight = channel === 0 ? 1 : 2;
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const i = y * width + x;
        const gx = ((smooth[i + 1] as number) - (smooth[i - 1] as number)) / 2;
        const gy = ((smooth[i + width] as number) - (smooth[i - width] as number)) / 2;
        field.xx[i] = (field.xx[i] as number) + weight * gx * gx;
        field.xy[i] = (field.xy[i] as number) + weight * gx * gy;
        field.yy[i] = (field.yy[i] as number) + weight * gy * gy;
      }
    }
  });
  return withBackground(field);
}

/** The field at a fraction of its size: each block keeps its strongest edge. */
export function reduced(field: EdgeField, factor: number): EdgeField {
  const small = emptyField(Math.floor(field.width / factor), Math.floor(field.height / factor));
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      let [best, at] = [-1, 0];
      for (let dy = 0; dy < factor; dy++) {
        for (let dx = 0; dx < factor; dx++) {
          const i = (y * factor + dy) * field.width + x * factor + dx;
          const strength = (field.xx[i] as number) + (field.yy[i] as number);
          if (strength > best) [best, at] = [strength, i];
        }
      }
      const k = y * small.width + x;
      small.xx[k] = field.xx[at] as number;
      small.xy[k] = field.xy[at] as number;
      small.yy[k] = field.yy[at] as number;
    }
  }
  return withBackground(small);
}

function emptyField(width: number, height: number): EdgeField {
  const plane = () => new Float32Array(width * height);
  return { width, height, xx: plane(), xy: plane(), yy: plane(), background: 0 };
}

function withBackground(field: EdgeField): EdgeField {
  const { width, height } = field;
  let [sum, count] = [0, 0];
  for (let y = 2; y < height - 2; y += 3) {
    for (let x = 2; x < width - 2; x += 3) {
      sum += responseAt(field, x, y, 1, 0) + responseAt(field, x, y, 0, 1);
      count += 2;
    }
  }
  return { ...field, background: sum / Math.max(1, count) };
}

/** From 0 to 1: how much pixel (x, y) looks like part of an edge with the normal (nx, ny). */
function responseAt(field: EdgeField, x: number, y: number, nx: number, ny: number): number {
  const i = y * field.width + x;
  const [xx, xy, yy] = [field.xx[i] as number, field.xy[i] as number, field.yy[i] as number];
  const across = xx * nx * nx + 2 * xy * nx * ny + yy * ny * ny;
  const along = xx + yy - across;
  const step = Math.sqrt(Math.max(0, across - 1.5 * along));
  return step / (step + half);
}

/** The integral of an edge's response above the background along a line, in pixels; parts outside count nothing. */
export function alongLine(field: EdgeField, x1: number, y1: number, x2: number, y2: number): number {
  const clipped = clip(x1, y1, x2, y2, 1, 1, field.width - 2, field.height - 2);
  if (!clipped) return 0;
  const [from, to] = clipped;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy);
  const visible = length * (to - from);
  const steps = Math.ceil(visible);
  if (steps === 0 || length === 0) return 0;
  const [nx, ny] = [-dy / length, dx / length];
  let sum = 0;
  for (let k = 0; k < steps; k++) {
    const t = from + ((k + 0.5) / steps) * (to - from);
    sum += responseAt(field, Math.floor(x1 + t * dx), Math.floor(y1 + t * dy), nx, ny) - field.background;
  }
  return (sum * visible) / steps;
}

/** The part of a line inside a rectangle, as two shares of its length (Liang and Barsky). */
export function clip(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): [number, number] | undefined {
  let [from, to] = [0, 1];
  const sides = [
    [x1 - x2, x1 - left],
    [x2 - x1, right - x1],
    [y1 - y2, y1 - top],
    [y2 - y1, bottom - y1],
  ] as const;
  for (const [p, q] of sides) {
    if (p === 0 && q < 0) return undefined;
    if (p < 0) from = Math.max(from, q / p);
    if (p > 0) to = Math.min(to, q / p);
  }
  return from < to ? [from, to] : undefined;
}
