import { float32At, float64At, uint8At } from "@image-staging/picture/at";
import { relativeLuminance } from "@image-staging/picture/luminance";
import { levelOf, linearOf, shoulder } from "@image-staging/picture/srgb";
import type { Layers } from "@image-staging/tracer";
import { hash2 } from "@image-staging/tracer/materials/noise";
import type { Character } from "./character.ts";

/** The bytes of the result, `output`, which starts as the photo; `mask` is 255 if a pixel differs from it. */
export interface Canvas {
  width: number;
  height: number;
  /** Pixels, across and down, that get one of the layers' pixels. */
  scale: number;
  output: Uint8Array;
  mask: Uint8Array;
  /** Whether the left edge continues the right one. */
  wraps: boolean;
  /** Rows at the top and at the bottom that stay the photo's: a panorama's within 12 degrees of its poles. */
  kept: number;
}

/** Rows that a band needs beyond its own for the blur. */
export const halo = 2;

/**
 * Puts a band over the photo: the photo times the light that it keeps (the same samples with and without furniture,
 * which is less noisy than Debevec's difference), then the furniture. Where nothing touches, bytes are left: the
 * linear round trip would drift by a level.
 */
export function blend(canvas: Canvas, layers: Layers, { blur, grain }: Character): void {
  const { width, scale, output, mask } = canvas;
  const { furniture } = layers;
  if (blur > 0.15) soften(layers, blur, canvas.wraps);
  const first = (layers.first + halo) * scale;
  const end = Math.min(canvas.height - canvas.kept, (layers.first + layers.rows - halo) * scale);
  for (let y = Math.max(canvas.kept, first); y < end; y++) {
    const row = (Math.floor(y / scale) - layers.first) * layers.width;
    for (let x = 0; x < width; x++) {
      const from = row + Math.floor(x / scale);
      const to = y * width + x;
      const cover = float32At(furniture, from * 4 + 3);
      const kr = float32At(layers.kept, from * 3);
      const kg = float32At(layers.kept, from * 3 + 1);
      const kb = float32At(layers.kept, from * 3 + 2);
      const mirrored = float32At(layers.mirrored, from * 3 + 1);
      if (cover < 0.002 && kr === 1 && kg === 1 && kb === 1 && Math.abs(mirrored) < 0.001) continue;
      const noise = cover > 0 ? cover * grain * gaussian(x, y) : 0;
      const dulled = mirrored < 0 ? lessMirrored(output, to * 3, mirrored) : 1;
      let changed = false;
      for (let c = 0; c < 3; c++) {
        const byte = uint8At(output, to * 3 + c);
        const bare = float32At(linearOf, byte) * float32At(layers.kept, from * 3 + c) * dulled;
        const room =
          (bare + (mirrored > 0 ? Math.max(0, float32At(layers.mirrored, from * 3 + c)) : 0)) * (1 - cover);
        const level = levelOf(room + shoulder(float32At(furniture, from * 4 + c))) + noise;
        const value = Math.min(255, Math.max(0, Math.round(level)));
        output[to * 3 + c] = value;
        if (value !== byte) changed = true;
      }
      if (changed) mask[to] = 255;
    }
  }
}

/** What is left of a place that mirrors something darker than before: all channels alike, or the floor's colour would show. */
function lessMirrored(photo: Uint8Array, at: number, change: number): number {
  const linear = (c: number): number => float32At(linearOf, uint8At(photo, at + c));
  const light = relativeLuminance(linear(0), linear(1), linear(2));
  return Math.max(0.45, 1 + change / Math.max(0.004, light));
}

/** Noise of deviation 1, the same for every run. */
function gaussian(x: number, y: number): number {
  return (hash2(x, y, 1) + hash2(x, y, 2) + hash2(x, y, 3) + hash2(x, y, 4) - 2) * 1.732;
}

let scratch = new Float32Array(0);

/** Blurs the furniture's layer by a Gaussian of 5 taps each way. */
function soften({ furniture, rows, width }: Layers, deviation: number, wraps: boolean): void {
  const taps = [-2, -1, 0, 1, 2].map((i) => Math.exp(-(i * i) / (2 * deviation * deviation)));
  const sum = taps.reduce((total, tap) => total + tap, 0);
  const weights = Float64Array.from(taps, (tap) => tap / sum);
  const reach = reachOf(furniture, rows, width);
  if (!reach) return;
  if (wraps && (reach[0] === 0 || reach[1] === width - 1)) reach.splice(0, 2, 0, width - 1);
  if (scratch.length !== furniture.length) scratch = new Float32Array(furniture.length);
  const rectangle = { rows, width, reach };
  pass(furniture, scratch, rectangle, weights, { step: 1, wraps });
  pass(scratch, furniture, rectangle, weights, { step: width, wraps: false });
}

/** The first and last column that the blurred furniture can touch. */
function reachOf(furniture: Float32Array, rows: number, width: number): [number, number] | undefined {
  let [first, last] = [width, -1];
  for (let row = 0; row < rows; row++) {
    const cover = row * width * 4 + 3;
    for (let x = 0; x < first; x++) if (furniture[cover + x * 4] !== 0) first = x;
    for (let x = width - 1; x > last; x--) if (furniture[cover + x * 4] !== 0) last = x;
  }
  return last < 0 ? undefined : [Math.max(0, first - 2), Math.min(width - 1, last + 2)];
}

/** The rows of a layer, and the first and last column that are blurred in them. */
interface Rectangle {
  rows: number;
  width: number;
  reach: readonly [number, number];
}

/** Blurs along lines of pixels that are `step` apart; lines that wrap are rings. */
function pass(
  source: Float32Array,
  target: Float32Array,
  { rows, width, reach: [first, end] }: Rectangle,
  weights: Float64Array,
  { step, wraps }: { step: number; wraps: boolean },
): void {
  const last = (step === 1 ? width : rows) - 1;
  for (let row = 0; row < rows; row++) {
    for (let x = first; x <= end; x++) {
      const at = (row * width + x) * 4;
      const place = step === 1 ? x : row;
      let r = 0;
      let g = 0;
      let b = 0;
      let cover = 0;
      for (let tap = -2; tap <= 2; tap++) {
        const other = wraps ? (place + tap + width) % width : Math.min(last, Math.max(0, place + tap));
        const from = at + (other - place) * step * 4;
        if (source[from + 3] === 0) continue;
        const weight = float64At(weights, tap + 2);
        r = Math.fround(r + weight * float32At(source, from));
        g = Math.fround(g + weight * float32At(source, from + 1));
        b = Math.fround(b + weight * float32At(source, from + 2));
        cover = Math.fround(cover + weight * float32At(source, from + 3));
      }
      target[at] = r;
      target[at + 1] = g;
      target[at + 2] = b;
      target[at + 3] = cover;
    }
  }
}
