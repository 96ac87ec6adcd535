import { between, type Random } from "@image-staging/picture/random";
import type { Rgb } from "@image-staging/tracer/scene";
import { chance } from "./random.ts";

/** A linear colour from hue, saturation and value, all 0 to 1. */
export function hsv(hue: number, saturation: number, value: number): Rgb {
  const channel = (shift: number): number => {
    const at = (shift + hue * 6) % 6;
    return Math.max(0.01, value - value * saturation * Math.max(0, Math.min(at, 4 - at, 1))) ** 2.2;
  };
  return [channel(5), channel(3), channel(1)];
}

export const scaled = ([r, g, b]: Rgb, by: number): Rgb => [r * by, g * by, b * by];

/** Any colour: pale ones more often. */
export const anyColour = (random: Random, saturation = 0.8): Rgb =>
  hsv(random(), random() ** 1.6 * saturation, between(random, 0.12, 0.97));

export const woodColour = (random: Random): Rgb =>
  hsv(
    between(random, 0.01, 0.12),
    between(random, 0.05, 0.85),
    chance(random, 0.35) ? between(random, 0.1, 0.35) : between(random, 0.16, 0.92),
  );

/** White to pale grey, neutral to warm. */
export function whitish(random: Random, low = 0.62, high = 0.9): Rgb {
  const tone = between(random, low, high);
  return [tone, tone * between(random, 0.96, 1), tone * between(random, 0.9, 1)];
}
