import { boxMean } from "../analysis/picture/box-mean.ts";
import { smoothstep } from "../render/materials/noise.ts";
import type { Rgb } from "../scene.ts";

/** Between these (sine of the angle from white) a floor's hue begins to tell, and fully tells, its own light from a mirrored one. */
const [pale, coloured] = [0.3, 0.45];

/** The share of a square's light that it mirrors from which it tells less, and at last nothing, of what it receives. */
const [some, much] = [0.15, 0.5];
/** Squares to each side that tell what one receives if it does not, and the share of them that has to. */
const [around, leastTold] = [60, 0.02];
/** Blue over red, as shares of white's, up to which light is the sun's on a floor that the photo shows too bright for its hue, and from which it is mirrored. */
const [sunny, daylight] = [0.75, 0.9];
/** How many times as bright as the floor around it no sun, and sun, is. */
const [shade, sun] = [2, 3];

/**
 * Each square's colour (4 numbers, linear) as the floor's own times what it receives (1 is the median), plus white light
 * that it mirrors, by least squares. A square that mirrors much receives what those around it do, unless that light is the
 * sun's, which is yellow beside the sky's.
 */
export function separated(
  colour: Float32Array,
  columns: number,
  white: Rgb,
): { received: Float32Array; mirrored: Float32Array } {
  const count = colour.length / 4;
  const own = ownColour(colour);
  const unit = normalized(white);
  const cosine = dot(own, unit);
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  const trust = smoothstep(pale, coloured, sine);
  const [received, mirrored] = [new Float32Array(count), new Float32Array(count)];
  const [told, weight] = [new Float32Array(count), new Float32Array(count)];
  const seenAt = (k: number): Rgb => [
    colour[k * 4] as number,
    colour[k * 4 + 1] as number,
    colour[k * 4 + 2] as number,
  ];
  for (let k = 0; k < count; k++) {
    const [alongOwn, alongWhite] = [dot(seenAt(k), own), dot(seenAt(k), unit)];
    const glare = trust * Math.max(0, (alongWhite - cosine * alongOwn) / Math.max(0.01, sine * sine));
    const receives = Math.max(0, alongOwn - cosine * glare);
    const tells = 1 - smoothstep(some, much, glare / Math.max(1e-4, alongWhite));
    [mirrored[k], received[k], weight[k], told[k]] = [glare, receives, tells, tells * receives];
  }
  const rows = count / columns;
  const [sums, weights] = [boxMean(told, columns, rows, around), boxMean(weight, columns, rows, around)];
  for (let k = 0; k < count; k++) {
    const [tells, tell] = [weight[k] as number, weights[k] as number];
    if (tells === 1 || tell < leastTold) continue;
    const receives = tells * (received[k] as number) + (1 - tells) * ((sums[k] as number) / tell);
    const mirrors = Math.max(0, dot(seenAt(k), unit) - cosine * receives);
    const [red, , blue] = seenAt(k).map((seen, c) => seen - receives * (own[c] as number)) as [
      number,
      number,
      number,
    ];
    const all = dot(seenAt(k), own);
    const isYellow = 1 - smoothstep(sunny, daylight, blue / unit[2] / Math.max(1e-4, red / unit[0]));
    const share = 1 - isYellow * smoothstep(shade, sun, all / Math.max(1e-6, receives));
    received[k] = share * receives + (1 - share) * all;
    mirrored[k] = share * mirrors;
  }
  const median = received.slice().sort()[count >> 1] || 1;
  return { received: received.map((value) => value / median), mirrored };
}

/** The floor's own hue, as a direction: the mean of its more saturated half, for what it mirrors is white. */
function ownColour(colour: Float32Array): Rgb {
  const saturation = (at: number): number => {
    const [r, g, b] = [colour[at] as number, colour[at + 1] as number, colour[at + 2] as number];
    return 1 - Math.min(r, g, b) / Math.max(1e-4, r, g, b);
  };
  const middle = Float64Array.from({ length: colour.length / 4 }, (_, k) => saturation(k * 4)).sort();
  const least = middle[middle.length >> 1] ?? 0;
  const sum: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < colour.length; at += 4) {
    if (saturation(at) < least) continue;
    for (const c of [0, 1, 2] as const) sum[c] += colour[at + c] as number;
  }
  return normalized(sum);
}

const dot = (a: Rgb, b: Rgb): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function normalized(colour: Rgb): Rgb {
  const length = Math.hypot(...colour) || 1;
  return [colour[0] / length, colour[1] / length, colour[2] / length];
}
