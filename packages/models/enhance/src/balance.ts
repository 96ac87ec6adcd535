import { float32At, int32At } from "@image-staging/picture/at";
import { paddedMean } from "@image-staging/picture/box-mean";
import { relativeLuminance } from "@image-staging/picture/luminance";
import { Plane } from "@image-staging/picture/plane";
import { type SmallCopy, smoothstep } from "./copy.ts";
import parameters from "./pro_capture.json" with { type: "json" };
import { sharedLight } from "./shared-light.ts";
import type { Surfaces } from "./surfaces.ts";

/** The light's colour as the logarithms of red over green and of blue over green. */
export interface Cast {
  red: number;
  blue: number;
}

/** The same for the pixels of a copy. */
export interface LocalCast {
  red: Plane;
  blue: Plane;
}

/** Factors of red, green and blue that take a cast out and leave white as bright as it is. */
export function balanceOf(red: number, blue: number): [number, number, number] {
  const bright = relativeLuminance(Math.exp(red), 1, Math.exp(blue));
  return [bright * Math.exp(-red), bright, bright * Math.exp(-blue)];
}

/** The same for some pixels. */
interface Chroma {
  red: Float32Array;
  blue: Float32Array;
}

const least = 1e-4;

/** The casts that white surfaces of these pixels' colours show. */
export function chromaOf({ rgb }: SmallCopy, pixels: Int32Array): Chroma {
  const [red, blue] = [new Float32Array(pixels.length), new Float32Array(pixels.length)];
  for (let k = 0; k < pixels.length; k++) {
    const i = int32At(pixels, k) * 3;
    const green = Math.log(Math.max(least, float32At(rgb, i + 1)));
    red[k] = Math.log(Math.max(least, float32At(rgb, i))) - green;
    blue[k] = Math.log(Math.max(least, float32At(rgb, i + 2))) - green;
  }
  return { red, blue };
}

/**
 * The colour of the light. The commonest colour of bright, even surfaces, those near the ceiling twice: most of a room is
 * white or nearly so. If the brightest of what is not burnt is closer to white, the surfaces are painted, and frames and
 * ceilings are what is white. `left` is the surfaces' colour without the cast.
 */
export function castOf(copy: SmallCopy, surfaces: Surfaces, wraps: boolean): { cast: Cast; left: Cast } {
  const { ignored, full, paint } = parameters.cast;
  const common = commonCast(copy, surfaces);
  const bright = brightCast(copy, surfaces, wraps) ?? common;
  const [size, brightSize] = [Math.hypot(common.red, common.blue), Math.hypot(bright.red, bright.blue)];
  // A bright spot of the opposite colour is another light: a window that is not burnt out.
  const agreed = bright.red * common.red + bright.blue * common.blue;
  const painted = brightSize < size && agreed > -0.1 * size * size ? paint : 0;
  // Along the surfaces' colour alone: paint that keeps a part of its colour keeps its hue.
  const along = 1 + painted * (agreed / Math.max(size * size, 1e-9) - 1);
  const strength = smoothstep(along * size, ignored, full) * along;
  const cast = { red: common.red * strength, blue: common.blue * strength };
  return { cast, left: { red: common.red - cast.red, blue: common.blue - cast.blue } };
}

function commonCast(copy: SmallCopy, surfaces: Surfaces): Cast {
  const { cell, red: mostRed, blue: mostBlue, topWeight, radius } = parameters.cast;
  const chroma = chromaOf(copy, surfaces.pixels);
  const weights = weightsOf(copy, surfaces, topWeight);
  const [columns, rows] = [Math.round((2 * mostRed) / cell), Math.round((2 * mostBlue) / cell)];
  const counts = new Float32Array(columns * rows);
  for (let k = 0; k < weights.length; k++) {
    const column = Math.floor((float32At(chroma.red, k) + mostRed) / cell);
    const row = Math.floor((float32At(chroma.blue, k) + mostBlue) / cell);
    if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
    counts[row * columns + column] = float32At(counts, row * columns + column) + float32At(weights, k);
  }
  const smooth = paddedMean(new Plane({ width: columns, height: rows }, counts), 1);
  const most = smooth.values.reduce((most, value) => Math.max(most, value));
  const best = smooth.values.indexOf(most);
  if (!(most > 0)) return { red: 0, blue: 0 };
  let cast = {
    red: ((best % columns) + 0.5) * cell - mostRed,
    blue: (Math.floor(best / columns) + 0.5) * cell - mostBlue,
  };
  for (let round = 0; round < 5; round++) cast = meanNear(chroma, weights, cast, radius);
  return cast;
}

/** The mean colour of what is brightest above the floor, but for windows and what they outshine. */
function brightCast(copy: SmallCopy, { luminance }: Surfaces, wraps: boolean): Cast | undefined {
  const { from, to, most, glare, fewest } = parameters.cast.bright;
  const { width, height, rgb, clipped } = copy;
  const side = Math.max(1, Math.round(glare * Math.max(width, height)));
  const glaring = paddedMean(new Plane(copy, Float32Array.from(clipped)), side, wraps);
  const pixels: number[] = [];
  for (let i = 0; i < width * Math.floor(height * parameters.upperPart); i++) {
    const brightest = Math.max(float32At(rgb, i * 3), float32At(rgb, i * 3 + 1), float32At(rgb, i * 3 + 2));
    if (glaring.at(i) < 1e-4 && brightest < most) pixels.push(i);
  }
  if (pixels.length < fewest * width * height) return undefined;
  const sorted = Float32Array.from(pixels, (pixel) => luminance.at(pixel)).sort();
  const [low, high] = [from, to].map((part) => float32At(sorted, Math.floor(part * (sorted.length - 1))));
  const between = pixels.filter((pixel) => {
    const light = luminance.at(pixel);
    return light >= (low ?? 0) && light <= (high ?? 0);
  });
  const { red, blue } = chromaOf(copy, Int32Array.from(between));
  const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { red: mean(red), blue: mean(blue) };
}

/** Bright surfaces count most: white paint is brighter than what is painted in a colour. */
function weightsOf(
  { width, height }: SmallCopy,
  { pixels, luminance }: Surfaces,
  topWeight: number,
): Float32Array {
  return Float32Array.from(pixels, (pixel) => {
    const isTop = Math.floor(pixel / width) < height / 3;
    return luminance.at(pixel) * (isTop ? topWeight : 1);
  });
}

function meanNear({ red, blue }: Chroma, weights: Float32Array, near: Cast, radius: number): Cast {
  let [sumRed, sumBlue, sum] = [0, 0, 1e-9];
  for (let k = 0; k < weights.length; k++) {
    const [r, b] = [float32At(red, k) - near.red, float32At(blue, k) - near.blue];
    const weight = float32At(weights, k) * Math.exp(-(r * r + b * b) / (2 * radius * radius));
    sumRed += weight * r;
    sumBlue += weight * b;
    sum += weight;
  }
  return { red: near.red + sumRed / sum, blue: near.blue + sumBlue / sum };
}

/**
 * How the light's colour differs from place to place: surfaces that are nearly of the colour `usual`, compared with it, at
 * the size of the copy.
 */
export function localCastOf(copy: SmallCopy, surfaces: Surfaces, usual: Cast, wraps: boolean): LocalCast {
  const { lights, paints, radius, hold, part, ignored, full, most } = parameters.local;
  const { width, height } = copy;
  const chroma = chromaOf(copy, surfaces.pixels);
  const [weight, red, blue] = [new Plane(copy), new Plane(copy), new Plane(copy)];
  surfaces.pixels.forEach((pixel, k) => {
    const [r, b] = [float32At(chroma.red, k) - usual.red, float32At(chroma.blue, k) - usual.blue];
    // From daylight to lamplight, and what lies to the sides of that: green and magenta, which light seldom is.
    const [along, across] = [(0.4 * r - 0.917 * b) / lights, (0.917 * r + 0.4 * b) / paints];
    const near = Math.exp(-(along * along + across * across) / 2);
    weight.values[pixel] = near;
    red.values[pixel] = r;
    blue.values[pixel] = b;
  });
  const shared = sharedLight(surfaces.pixels, { near: weight, red, blue });
  for (const pixel of surfaces.pixels) {
    const own = weight.at(pixel) * shared.at(pixel);
    weight.values[pixel] = own;
    red.values[pixel] = own * red.at(pixel);
    blue.values[pixel] = own * blue.at(pixel);
  }
  const side = Math.max(1, Math.round(radius * Math.max(width, height)));
  const smooth = (plane: Plane): Plane =>
    [1, 2, 3].reduce((before) => paddedMean(before, side, wraps), plane);
  const share = surfaces.pixels.length / (width * height);
  const weights = smooth(weight);
  const over = (plane: Plane): Plane =>
    smooth(plane).map((value, i) => value / (weights.at(i) + hold * share));
  const [localRed, localBlue] = [over(red), over(blue)];
  const spread = localRed.map((value, i) => Math.hypot(value, localBlue.at(i))).values.sort();
  const strength = part * smoothstep(float32At(spread, Math.floor(0.9 * spread.length)), ignored, full);
  const limit = (value: number) => Math.min(most, Math.max(-most, value * strength));
  return { red: localRed.map(limit), blue: localBlue.map(limit) };
}
