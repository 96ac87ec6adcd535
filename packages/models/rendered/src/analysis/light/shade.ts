import { boxMean } from "@image-staging/picture/box-mean";
import { relativeLuminance } from "@image-staging/picture/luminance";
import { Plane } from "@image-staging/picture/plane";
import { medianOf } from "@image-staging/picture/quantile";
import type { Size } from "@image-staging/picture/size";
import { linearOf } from "@image-staging/picture/srgb";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Rgb } from "@image-staging/tracer/scene";

/** Pixels of the copy along each side of a cell of ground. */
export const cell = 6;
/** What a cell can be. */
export const [noGround, shaded, sunny] = [0, 1, 2] as const;

/** Ground in cells of the copy, row by row, and which of them the sun reaches. */
export interface LitGround extends Size {
  state: Uint8Array;
  /** The ground's colour in shade over that in the sun; nothing if all of it is lit alike. */
  shade: Rgb | undefined;
  /** What white ground would show that is not shaded. */
  white: number;
}

/** What lawns, and soil, paving and boards, reflect of the light that eyes see, about. */
const albedos = { grass: 0.12, other: 0.25 } as const;
/** Green over the root of red times blue, from which on ground is grass. */
const grassy = 1.35;

/**
 * What tells shade from other dark ground: it keeps `least` to `most` of the light (joints and soft shade keep more, holes less), is
 * bluer than lit ground, as the sky is, in log blue over red (0.14 or more; lawns beside paving 0.11 or less), but hardly greener; and on
 * `sharp` of its border (0.56 or more) light falls within three cells. Both have a `part` of the ground. Of 69 photos of gardens and
 * terraces 13 show hard shadows: ten of these have such shade, and of the others one, a deck's gloss.
 */
const rules = { least: 0.05, most: 0.5, bluer: 0.12, greener: 0.25, sharp: 0.55, part: 0.04 } as const;
/** The part of the whole fall of light that a sharp border has. */
const sharpFall = 0.6;

/** Which ground lies in the sun and which in shade: two levels (Otsu, 1979) of the same ground's colour, if there are. */
export function litGroundOf(copy: WorkingCopy, floor: Uint8Array): LitGround {
  const [width, height] = [Math.floor(copy.width / cell), Math.floor(copy.height / cell)];
  const means = meansOf(copy, floor, { width, height });
  const isGround = (i: number): boolean => means[3 * i] !== -1;
  const light = Float32Array.from({ length: width * height }, (_, i) =>
    Math.log(luminanceAt(means, i) + 1e-3),
  );
  const state = Uint8Array.from(light, (_, i) => (isGround(i) ? sunny : noGround));
  let deepest: Rgb | undefined;
  for (const grass of [true, false]) {
    const kind = Uint8Array.from(light, (_, i) => (isGround(i) && isGrass(means, i) === grass ? 1 : 0));
    const own = Array.from(kind.keys()).filter((i) => kind[i] === 1);
    const level = levelBetween(Float32Array.from(own, (i) => light[i] as number));
    const below = kind.map((is, i) => (is && (light[i] as number) < level ? 1 : 0));
    const dark = mostOf(below, kind, width);
    const shade = shadeOf({ means, light, dark, width }, own);
    if (!shade) continue;
    for (const i of own) if (dark[i] === 1) state[i] = shaded;
    if (!deepest || relativeLuminance(...shade) < relativeLuminance(...deepest)) deepest = shade;
  }
  const whites = light
    .map((value, i) => Math.exp(value) / (isGrass(means, i) ? albedos.grass : albedos.other))
    .filter((_, i) => state[i] === sunny);
  return { width, height, state, shade: deepest, white: medianOf(whites) };
}

/** How much of the sun each pixel of the copy gets, 0 to 255: none in shade, all of it where nothing is known. */
export function sunnyPartOf({ width, height, state }: LitGround, copy: WorkingCopy): Uint8Array {
  const part = new Plane(copy);
  for (let i = 0; i < part.values.length; i++) {
    const column = Math.min(width - 1, Math.floor((i % copy.width) / cell));
    const row = Math.min(height - 1, Math.floor(i / copy.width / cell));
    part.values[i] = state[row * width + column] === shaded ? 0 : 255;
  }
  return Uint8Array.from(boxMean(part, cell / 2).values, Math.round);
}

/** The mean linear colour of the cells that are ground, -1 of others. */
function meansOf(
  { rgb, width: stride }: WorkingCopy,
  floor: Uint8Array,
  { width, height }: Size,
): Float32Array {
  const means = new Float32Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    const corner = Math.floor(i / width) * cell * stride + (i % width) * cell;
    let count = 0;
    for (let k = 0; k < cell ** 2; k++) {
      const at = corner + Math.floor(k / cell) * stride + (k % cell);
      if ((floor[at] as number) > 127) count++;
      for (let c = 0; c < 3; c++)
        means[3 * i + c] =
          (means[3 * i + c] as number) + (linearOf[rgb[3 * at + c] as number] as number) / cell ** 2;
    }
    if (count < cell ** 2 / 2) means.fill(-1, 3 * i, 3 * i + 3);
  }
  return means;
}

const colourAt = (means: Float32Array, i: number): Rgb => means.subarray(3 * i, 3 * i + 3) as unknown as Rgb;

const luminanceAt = (means: Float32Array, i: number): number => relativeLuminance(...colourAt(means, i));

/** Whether ground is green: sun makes it more yellow than shade does, not more green. */
function isGrass(means: Float32Array, i: number): boolean {
  const [red, green, blue] = colourAt(means, i);
  return green > grassy * Math.sqrt(red * blue);
}

/** The value that parts others into two classes of least variance. */
function levelBetween(values: Float32Array): number {
  const sorted = values.slice().sort();
  const all = sorted.reduce((sum, value) => sum + value, 0);
  let [best, level, below] = [0, Number.NEGATIVE_INFINITY, 0];
  sorted.forEach((value, i) => {
    const above = sorted.length - i;
    const between = i === 0 ? 0 : i * above * (below / i - (all - below) / above) ** 2;
    if (between > best) [best, level] = [between, value];
    below += value;
  });
  return level;
}

/** What most cells of a kind within two cells are: blades of grass and joints are neither. */
function mostOf(marked: Uint8Array, kind: Uint8Array, width: number): Uint8Array {
  return kind.map((own, i) => {
    let [count, all] = [0, 0];
    for (let k = 0; k < 25; k++) {
      const at = i + (Math.floor(k / 5) - 2) * width + (k % 5) - 2;
      all += kind[at] ?? 0;
      count += marked[at] ?? 0;
    }
    return own && 2 * count > all ? 1 : 0;
  });
}

interface Parted {
  means: Float32Array;
  /** The log of each cell's luminance. */
  light: Float32Array;
  /** 1 for the cells that may be shaded. */
  dark: Uint8Array;
  width: number;
}

/** The colour of one kind of ground in shade over that in the sun; nothing if its dark part is no shade. */
function shadeOf({ means, light, dark, width }: Parted, own: readonly number[]): Rgb | undefined {
  const isOwn = new Set(own);
  const [inShade, inSun] = [own.filter((i) => dark[i] === 1), own.filter((i) => dark[i] === 0)];
  if (Math.min(inShade.length, inSun.length) <= rules.part * own.length) return undefined;
  const across = inShade.flatMap((i) =>
    [1, -1, width, -width]
      .filter((step) => [1, 3].every((n) => isOwn.has(i + n * step) && dark[i + n * step] === 0))
      .filter((step) => isOwn.has(i - 2 * step) && dark[i - 2 * step] === 1)
      .map((step) => [i - step, i + 2 * step] as const),
  );
  const medianBy = (cells: readonly number[]): number =>
    medianOf(Float32Array.from(cells, (i) => light[i] ?? 0));
  const fall = medianBy(inSun) - medianBy(inShade);
  const sharp = across.filter(([a, b]) => (light[b] ?? 0) - (light[a] ?? 0) > sharpFall * fall).length;
  const [red, green, blue] = ([0, 1, 2] as const).map((c) =>
    medianOf(Float32Array.from(across, ([a, b]) => Math.log(colourAt(means, a)[c] / colourAt(means, b)[c]))),
  ) as unknown as Rgb;
  const kept = Math.exp(-fall);
  const isShade =
    kept > rules.least &&
    kept < rules.most &&
    sharp > rules.sharp * across.length &&
    blue - red > rules.bluer &&
    Math.abs(green - (red + blue) / 2) < rules.greener;
  if (!isShade) return undefined;
  return [Math.exp(red), Math.exp(green), Math.exp(blue)].map((value) =>
    Math.min(1, value),
  ) as unknown as Rgb;
}
