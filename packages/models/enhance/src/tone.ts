import { float32At } from "@image-staging/picture/at";
import { quantile } from "@image-staging/picture/quantile";
import { chromaOf } from "./balance.ts";
import { type SmallCopy, smoothstep } from "./copy.ts";
import parameters from "./pro_capture.json" with { type: "json" };
import type { Surfaces } from "./surfaces.ts";

/** Scattered light over the whole picture, in linear light: the darkest that there is, as far as no room explains it. */
export function veilOf(luminance: Float32Array, white: number): number {
  const { quantile: part, kept, part: removed, most } = parameters.veil;
  const darkest = quantile(luminance, part);
  return Math.min(most * white, Math.max(0, removed * (darkest - kept * white)));
}

/** The luminance of well-lit walls and ceilings; of those without a hue if they are enough to tell. */
export function whiteOf(copy: SmallCopy, { pixels, luminance }: Surfaces): number {
  const { quantile: part, paint, fewest } = parameters.exposure;
  if (pixels.length < 50) return quantile(luminance.values, 0.9);
  const { red, blue } = chromaOf(copy, pixels);
  const plain = pixels.filter((_, k) => Math.hypot(float32At(red, k), float32At(blue, k)) < paint);
  const shown = plain.length < fewest * pixels.length ? pixels : plain;
  return quantile(
    Float32Array.from(shown, (pixel) => luminance.at(pixel)),
    part,
  );
}

/** How much light a photo lacks: a factor above 1, below 1 only if much of it is clipped. */
export function gainOf(white: number, { clipped }: SmallCopy): number {
  const { white: wanted, most, least, ignored, full, clippedShare } = parameters.exposure;
  let lost = 0;
  for (const one of clipped) lost += one;
  const stops = Math.log2(wanted / Math.max(1e-4, white));
  const isOver = lost / clipped.length > clippedShare;
  const limited = Math.min(most, Math.max(isOver ? least : 0, stops));
  return 2 ** (limited * smoothstep(Math.abs(stops), ignored, full));
}

/** The curve of exposure: `gain` in shadows and midtones, bent so that the photo's white stays white. 1 changes nothing. */
export function curveOf(gain: number): (value: number) => number {
  const knee = gain > 1 ? parameters.tone.knee : 0;
  const from = knee / gain;
  const slope = (gain * (1 - from)) / (1 - knee);
  return (value) => {
    if (value <= from) return gain * value;
    const t = (value - from) / (1 - from);
    return knee + ((1 - knee) * slope * t) / (1 + (slope - 1) * t);
  };
}
