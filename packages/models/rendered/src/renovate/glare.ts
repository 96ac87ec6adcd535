import { boxMean } from "@image-staging/picture/box-mean";
import { Plane } from "@image-staging/picture/plane";
import { medianOf } from "@image-staging/picture/quantile";
import { smoothstep } from "@image-staging/tracer/materials/noise";
import type { Rgb } from "@image-staging/tracer/scene";
import { saturationOf } from "./tint.ts";

/** Between these (sine of the angle from white) a floor's hue begins to tell, and fully tells, its own light from a mirrored one. */
const [pale, coloured] = [0.3, 0.45];

/** From the first to the second share of mirrored light in a square's own, what the square receives becomes uncertain. */
const [some, much] = [0.15, 0.5];
/** How many times as much as its median a floor receives at most out of the sun: the rest of the light that it shows is mirrored. */
const mostReceived = 2;
/** Squares to each side that show what an uncertain one receives, and the share of them that is certain at least. */
const [around, leastCertain] = [60, 0.02];

/**
 * Each square's colour (4 numbers, linear) as the floor's own times what it receives (1 is the median out of the sun), plus
 * white light that it mirrors, by least squares. A square that mirrors much receives what those around it do, and none more
 * than twice the median. One that has sun (1 in `sunny`) mirrors none: the photo shows it too bright for its hue.
 */
export function separated(
  colour: Float32Array,
  columns: number,
  white: Rgb,
  sunny?: Uint8Array,
): { received: Float32Array; mirrored: Float32Array } {
  const count = colour.length / 4;
  const own = ownColour(colour);
  const unit = normalized(white);
  const cosine = dot(own, unit);
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  const trust = smoothstep(pale, coloured, sine);
  const [received, mirrored] = [new Float32Array(count), new Float32Array(count)];
  const [certainty, certain] = [new Float32Array(count), new Float32Array(count)];
  const seenAt = (k: number): Rgb => [
    colour[k * 4] as number,
    colour[k * 4 + 1] as number,
    colour[k * 4 + 2] as number,
  ];
  for (let k = 0; k < count; k++) {
    const [alongOwn, alongWhite] = [dot(seenAt(k), own), dot(seenAt(k), unit)];
    if (sunny?.[k]) {
      received[k] = alongOwn;
      continue;
    }
    const glare = trust * Math.max(0, (alongWhite - cosine * alongOwn) / Math.max(0.01, sine * sine));
    const receives = Math.max(0, alongOwn - cosine * glare);
    const share = 1 - smoothstep(some, much, glare / Math.max(1e-4, alongWhite));
    mirrored[k] = glare;
    received[k] = receives;
    certainty[k] = share;
    certain[k] = share * receives;
  }
  const size = { width: columns, height: count / columns };
  const certainAround = boxMean(new Plane(size, certain), around);
  const certaintyAround = boxMean(new Plane(size, certainty), around);
  for (let k = 0; k < count; k++) {
    const [here, nearby] = [certainty[k] as number, certaintyAround.at(k)];
    if (sunny?.[k] || here === 1 || nearby < leastCertain) continue;
    const receives = here * (received[k] as number) + (1 - here) * (certainAround.at(k) / nearby);
    received[k] = receives;
    mirrored[k] = Math.max(0, dot(seenAt(k), unit) - cosine * receives);
  }
  const shaded = received.filter((_, k) => !sunny?.[k]);
  const median = medianOf(shaded.length > 0 ? shaded : received) || 1;
  received.forEach((value, k) => {
    const gloss = sunny?.[k] ? 0 : Math.max(0, value - mostReceived * median);
    mirrored[k] = (mirrored[k] as number) + gloss;
    received[k] = (value - gloss) / median;
  });
  return { received, mirrored };
}

/** The floor's own hue, as a direction: the mean of its more saturated half, for what it mirrors is white. */
function ownColour(colour: Float32Array): Rgb {
  const saturation = (at: number): number =>
    saturationOf(colour[at] as number, colour[at + 1] as number, colour[at + 2] as number);
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
