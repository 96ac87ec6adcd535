import type { Source } from "@image-staging/inference-contract/serving/model";
import type { Capture } from "@image-staging/inference-contract/serving/request";
import sharp, { type OverlayOptions } from "sharp";
import { colourMatrix } from "./grade.ts";
import { simulatedMark } from "./mark.ts";
import { svg } from "./overlay.ts";
import { open, percentile, type Sample, sample, stretched, toJpeg, wash } from "./picture.ts";

/** Long side in pixels of the copy on which exposure and local contrast are decided. */
const mapSide = 1024;
const whiteBalanceLimit = 0.1;
const gainLimits = { low: 0.8, high: 1.7 };

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/**
 * Channel gains towards a grey world, measured on pixels that are nearly grey (a red floor is not a colour cast).
 * They remove half of the cast, and never more than the limit.
 */
export async function whiteBalance(source: Source): Promise<[number, number, number]> {
  const { pixels, channels } = await sample(source.data, 256, "colour");
  let [red, green, blue] = [1, 1, 1];
  for (let at = 0; at < pixels.length; at += channels) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3);
    const brightest = Math.max(r, g, b);
    if (brightest - Math.min(r, g, b) > 0.28 * brightest || brightest > 250) continue;
    [red, green, blue] = [red + r, green + g, blue + b];
  }
  const grey = (red + green + blue) / 3;
  const gain = (sum: number) => clamp(Math.sqrt(grey / sum), 1 - whiteBalanceLimit, 1 + whiteBalanceLimit);
  return [gain(red), gain(green), gain(blue)];
}

/**
 * Brightness with local contrast equalized (CLAHE). The copy is first extended beyond its sides, a panorama by its
 * opposite side, so that both sides of its seam are treated alike.
 */
async function equalised({ pixels, width, height }: Sample, panorama: boolean): Promise<Sample> {
  const window = Math.max(16, Math.round(Math.max(width, height) / 6));
  const side = Math.min(window, width);
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .extend({ left: side, right: side, extendWith: panorama ? "repeat" : "mirror" })
    .clahe({ width: window, height: Math.min(window, height), maxSlope: 3 })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const inner = Buffer.alloc(width * height);
  for (let row = 0; row < height; row++) {
    const from = row * info.width + side;
    data.copy(inner, row * width, from, from + width);
  }
  return { pixels: inner, width, height, channels: 1 };
}

type Taste = { localContrast: number; brightness: number };

/**
 * How much brighter or darker each place becomes: levels from the darkest to the brightest percent, the median moved
 * towards `brightness`, local contrast added. Two overlays, because one can only brighten or only darken.
 */
async function toneOverlays(source: Source, panorama: boolean, taste: Taste): Promise<OverlayOptions[]> {
  const grey = await sample(source.data, mapSide, "grey");
  const even = await equalised(grey, panorama);
  const black = Math.min(24, percentile(grey.pixels, 0.01)) * 0.7;
  const white = Math.max(200, percentile(grey.pixels, 0.99));
  const level = (value: number) => clamp((value - black) / (white - black), 0.002, 1);
  const median = level(percentile(grey.pixels, 0.5));
  const gamma = clamp(Math.log(taste.brightness) / Math.log(clamp(median, 0.05, 0.95)), 0.72, 1.15);
  const [lighter, darker] = [Buffer.alloc(grey.pixels.length), Buffer.alloc(grey.pixels.length)];
  grey.pixels.forEach((value, at) => {
    const target = level(value + ((even.pixels[at] ?? value) - value) * taste.localContrast) ** gamma;
    const gain = clamp((target * 255) / Math.max(4, value), gainLimits.low, gainLimits.high);
    lighter[at] = Math.round(255 * (1 - 1 / Math.max(1, gain)));
    darker[at] = Math.round(255 * Math.min(1, gain));
  });
  return [
    await stretched({ ...grey, pixels: lighter }, source, "colour-dodge"),
    await stretched({ ...grey, pixels: darker }, source, "multiply"),
  ];
}

/** A clean plan gets a very light paper tone instead of pure white. */
const paper: readonly [number, number, number] = [250, 248, 244];

/** The source as a better photograph of the same room: white balance, exposure, local contrast, sharpness. */
export async function proCapture(source: Source, capture: Capture, random: () => number): Promise<Buffer> {
  const taste = { localContrast: 0.26 + random() * 0.12, brightness: 0.55 + random() * 0.05 };
  const saturation = 1.06 + random() * 0.04;
  const overlays = await toneOverlays(source, capture === "panorama360", taste);
  if (capture === "floorplan") overlays.push(wash(source, paper, 1, "multiply"));
  overlays.push({ input: svg(source, simulatedMark(source, capture)) });
  return toJpeg(
    open(source.data)
      .recomb(colourMatrix(saturation, await whiteBalance(source)))
      .sharpen({ sigma: 0.8, m1: 0.4, m2: 1.4 })
      .composite(overlays),
  );
}
