import { float32At } from "./at.ts";
import { paddedMean } from "./box-mean.ts";
import { blurred } from "./gradient.ts";
import type { Plane } from "./plane.ts";
import type { Size } from "./size.ts";
import type { WorkingCopy } from "./working-copy.ts";

/** Gradients of lightness and colour at each pixel: x and y of the three Lab planes, six numbers a pixel. */
export interface EdgeField {
  width: number;
  height: number;
  gradients: Float32Array;
  /** The mean response of a line anywhere: what an edge must exceed to count. */
  background: number;
}

/** A mean step of this many Lab units a pixel answers half of the most. */
const half = 0.45;
/** Steps are summed with their sign over this many pixels of a line: texture and noise cancel, edges do not. */
const run = 10;
const colourWeight = 1.4;

export function edgeFieldOf(copy: WorkingCopy): EdgeField {
  const { width, height } = copy;
  const gradients = new Float32Array(width * height * 6);
  copy.lab.forEach((plane, channel) => {
    const smooth = withoutShading(blurred(plane));
    const weight = channel === 0 ? 0.5 : 0.5 * colourWeight;
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const i = y * width + x;
        const at = i * 6 + channel * 2;
        gradients[at] = weight * (smooth.at(i + 1) - smooth.at(i - 1));
        gradients[at + 1] = weight * (smooth.at(i + width) - smooth.at(i - width));
      }
    }
  });
  return withBackground({ width, height, gradients, background: 0 });
}

/** A plane less its mean within some pixels: light that falls off slowly has gradients everywhere, and no edge. */
function withoutShading(plane: Plane): Plane {
  const mean = paddedMean(plane, Math.max(4, Math.round(plane.width / 90)));
  return plane.map((value, i) => value - mean.at(i));
}

/** The field at a fraction of its size: each block keeps its strongest edge. */
export function reduced(field: EdgeField, factor: number): EdgeField {
  const [width, height] = [Math.floor(field.width / factor), Math.floor(field.height / factor)];
  const gradients = new Float32Array(width * height * 6);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [best, at] = [-1, 0];
      for (let dy = 0; dy < factor; dy++) {
        for (let dx = 0; dx < factor; dx++) {
          const i = ((y * factor + dy) * field.width + x * factor + dx) * 6;
          let strength = 0;
          for (let c = 0; c < 6; c++) strength += float32At(field.gradients, i + c) ** 2;
          if (strength > best) [best, at] = [strength, i];
        }
      }
      gradients.set(field.gradients.subarray(at, at + 6), (y * width + x) * 6);
    }
  }
  return withBackground({ width, height, gradients, background: 0 });
}

function withBackground(field: EdgeField): EdgeField {
  const { width, height } = field;
  let [sum, length] = [0, 1e-6];
  for (let k = 1; k < 24; k++) {
    const [x, y] = [(k * width) / 24, (k * height) / 24];
    sum += alongLine(field, x, 1, x, height - 2) + alongLine(field, 1, y, width - 2, y);
    length += width + height;
  }
  return { ...field, background: sum / length };
}

/** The integral of an edge's response above the background along a line, in pixels; parts outside count nothing. */
export function alongLine(field: EdgeField, x1: number, y1: number, x2: number, y2: number): number {
  const part = clip([x1, y1, x2, y2], 1, field);
  const dx = x2 - x1;
  const dy = y2 - y1;
  const length = Math.hypot(dx, dy);
  if (!part || length === 0) return 0;
  const visible = length * (part[1] - part[0]);
  const steps = Math.ceil(visible);
  const nx = -dy / length;
  const ny = dx / length;
  const from = part[0];
  const { gradients, width } = field;
  const advance = (part[1] - part[0]) / steps;
  let sum = 0;
  let count = 0;
  let l = 0;
  let a = 0;
  let b = 0;
  let tangent = 0;
  for (let k = 0; k < steps; k++) {
    const t = from + (k + 0.5) * advance;
    const i = (Math.trunc(y1 + t * dy) * width + Math.trunc(x1 + t * dx)) * 6;
    const across = float32At(gradients, i);
    const down = float32At(gradients, i + 1);
    l += nx * across + ny * down;
    tangent += ny * across - nx * down;
    a += nx * float32At(gradients, i + 2) + ny * float32At(gradients, i + 3);
    b += nx * float32At(gradients, i + 4) + ny * float32At(gradients, i + 5);
    count++;
    if (count < run && k < steps - 1) continue;
    const step = Math.max(0, Math.sqrt(l * l + a * a + b * b) - Math.abs(tangent)) / count;
    sum += count * (step / (step + half) - field.background);
    count = l = a = b = tangent = 0;
  }
  return (sum * visible) / steps;
}

/** The part of a line in a picture, `margin` pixels from its edges, as two shares of its length (Liang and Barsky). */
export function clip(
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  margin: number,
  { width, height }: Size,
): [number, number] | undefined {
  const [right, bottom] = [width - 1 - margin, height - 1 - margin];
  let from = 0;
  let to = 1;
  for (let side = 0; side < 4; side++) {
    const p = side === 0 ? x1 - x2 : side === 1 ? x2 - x1 : side === 2 ? y1 - y2 : y2 - y1;
    const q = side === 0 ? x1 - margin : side === 1 ? right - x1 : side === 2 ? y1 - margin : bottom - y1;
    if (p === 0 && q < 0) return undefined;
    if (p < 0) from = Math.max(from, q / p);
    if (p > 0) to = Math.min(to, q / p);
  }
  return from < to ? [from, to] : undefined;
}
