import { luminanceWeights } from "@image-staging/picture/luminance";
import { linearOf } from "@image-staging/picture/srgb";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Rgb } from "@image-staging/tracer/scene";
import { faceNames } from "../analysis/faces.ts";
import { type RoomLight, saturationOf } from "./tint.ts";

/** How many pixels of the working copy a wall needs to show its paint. */
const enough = 200;
/** Saturation (HSV's) up to which a paint shows the light's hue, and from which it does not. */
const [pale, vivid] = [0.3, 0.5];
/** A dark wall is lightened by this factor at most, in all channels alike, since its noise grows as much. */
const most = 5;

/** What new red, green and blue are made of: shares of the old ones, a row each. */
export type ColourMatrix = readonly [Rgb, Rgb, Rgb];

/** How a wall gets new paint. */
export interface Repainting {
  matrix: ColourMatrix;
  /** What its old paint shows in the room's light; the brightest channel is 1. */
  old: Rgb;
}

const unchanged: Repainting = {
  matrix: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  old: [1, 1, 1],
};

/**
 * How far red and blue, against green (natural logarithms), of two walls of the same paint differ at most: from lamps'
 * light to daylight (`warmth`, the direction of black bodies' colours), and across that.
 */
const [sameWarmth, sameHue] = [0.7, 0.2];
const warmth = { red: 0.55, blue: -0.83 } as const;
/** How many times as light as another a wall of the same paint is at most: one with windows stands against the light. */
const sameLight = 3.5;

/** The painted pixels of a wall, and what its lighter quarter shows. */
interface Shown {
  face: number;
  pixels: readonly number[];
  old: Rgb;
}

/**
 * How each wall's light shows another paint, by its place in `faceNames`. Walls of the same paint have one: their light
 * differs, not their colour. The old paint is what the lighter quarter of all its walls shows of the room's white.
 */
export function repaintingOf(
  copy: WorkingCopy,
  face: Uint8Array,
  walls: Uint8Array,
  { white, tint }: RoomLight,
  paint: Rgb,
): readonly Repainting[] {
  const painted: number[][] = faceNames.map(() => []);
  walls.forEach((isPaint, i) => {
    if (isPaint) painted[face[i] as number]?.push(i);
  });
  const shown = painted
    .map((pixels, index): Shown => ({ face: index, pixels, old: lighterQuarter(copy, pixels) }))
    .filter(({ pixels }) => pixels.length >= enough)
    .sort((a, b) => b.pixels.length - a.pixels.length);
  const repaintings = faceNames.map(() => unchanged);
  for (const alike of byPaint(shown)) {
    const old = lighterQuarter(
      copy,
      alike.flatMap(({ pixels }) => pixels),
    );
    const albedo = (c: 0 | 1 | 2): number => Math.min(0.88, Math.max(0.03, old[c] / (white * tint[c])));
    const own: Rgb = [albedo(0), albedo(1), albedo(2)];
    const lit = own.map((value, c) => value * (tint[c] as number));
    const brightest = Math.max(...lit);
    const repainting = {
      matrix: matrixOf(own, paint, tint),
      old: lit.map((value) => value / brightest) as unknown as Rgb,
    };
    for (const wall of alike) repaintings[wall.face] = repainting;
  }
  return repaintings;
}

/**
 * Each channel is multiplied by new over old paint, but for a strong colour: orange paint throws back hardly any blue, so
 * the light's own hue cannot be told from noise and stains. Then all channels follow the luminance. A wall that is too dark
 * for the new paint gets it darker, in its hue.
 */
export function matrixOf(albedo: Rgb, paint: Rgb, tint: Rgb): ColourMatrix {
  const saturation = saturationOf(...albedo);
  const strong = Math.min(1, Math.max(0, (saturation - pale) / (vivid - pale)));
  const lit =
    luminanceWeights[0] * albedo[0] * tint[0] +
    luminanceWeights[1] * albedo[1] * tint[1] +
    luminanceWeights[2] * albedo[2] * tint[2];
  const ofLuminance = (c: 0 | 1 | 2): number => (strong * paint[c] * tint[c]) / lit;
  const ofItself = (c: 0 | 1 | 2): number => ((1 - strong) * paint[c]) / albedo[c];
  const lighter = Math.max(...([0, 1, 2] as const).map((c) => ofLuminance(c) + ofItself(c)));
  const dimmed = Math.min(1, most / lighter);
  const row = (c: 0 | 1 | 2): Rgb => {
    const [lightness, own] = [dimmed * ofLuminance(c), dimmed * ofItself(c)];
    const shares: [number, number, number] = [
      lightness * luminanceWeights[0],
      lightness * luminanceWeights[1],
      lightness * luminanceWeights[2],
    ];
    shares[c] += own;
    return shares;
  };
  return [row(0), row(1), row(2)];
}

/** Linear red, green and blue that a quarter of the pixels exceeds. */
function lighterQuarter({ rgb }: WorkingCopy, pixels: readonly number[]): Rgb {
  const upper = (c: 0 | 1 | 2): number =>
    Float32Array.from(pixels, (i) => linearOf[rgb[i * 3 + c] as number] as number).sort()[
      Math.floor(0.75 * pixels.length)
    ] ?? 0;
  return [upper(0), upper(1), upper(2)];
}

/** Walls, the largest first, by paint. One that looks like two paints in other light is of that which is as light. */
function byPaint(walls: readonly Shown[]): readonly (readonly Shown[])[] {
  const paints: [Shown, ...Shown[]][] = [];
  for (const wall of walls) {
    const away = (paint: readonly [Shown, ...Shown[]]): number => lightBetween(paint[0].old, wall.old);
    const [nearest] = paints
      .filter((paint) => isSamePaint(paint[0].old, wall.old))
      .sort((a, b) => away(a) - away(b));
    if (nearest) nearest.push(wall);
    else paints.push([wall]);
  }
  return paints;
}

const timesAs = (a: Rgb, b: Rgb, c: 0 | 1 | 2): number => Math.log((a[c] + 1e-3) / (b[c] + 1e-3));
/** How many times as light the lighter is, as a logarithm. */
const lightBetween = (a: Rgb, b: Rgb): number => Math.abs(timesAs(a, b, 1));

function isSamePaint(a: Rgb, b: Rgb): boolean {
  const green = timesAs(a, b, 1);
  const [red, blue] = [timesAs(a, b, 0) - green, timesAs(a, b, 2) - green];
  const warmer = Math.abs(warmth.red * red + warmth.blue * blue);
  const across = Math.abs(warmth.red * blue - warmth.blue * red);
  return warmer < sameWarmth && across < sameHue && lightBetween(a, b) < Math.log(sameLight);
}
