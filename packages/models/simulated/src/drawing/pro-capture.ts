import type { Source } from "@image-staging/inference-contract/serving/model";
import type { Capture } from "@image-staging/inference-contract/serving/request";
import sharp, { type OverlayOptions } from "sharp";
import { marked } from "./overlay.ts";
import {
  clamp,
  colourMatrix,
  open,
  percentile,
  type Sample,
  sample,
  stretched,
  toJpeg,
  wash,
  whiteBalance,
} from "./picture.ts";

/**
 * Brightness with local contrast equalized (CLAHE). The copy is first extended beyond its sides, a panorama by its
 * opposite side, so that both sides of its seam are treated alike.
 */
async function equalised({ pixels, width, height }: Sample, panorama: boolean) {
  const window = Math.max(16, Math.round(Math.max(width, height) / 6));
  const side = Math.min(window, width);
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .extend({ left: side, right: side, extendWith: panorama ? "repeat" : "mirror" })
    .clahe({ width: window, height: Math.min(window, height), maxSlope: 3 })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return (at: number) => data[Math.floor(at / width) * info.width + side + (at % width)] ?? 0;
}

type Taste = { localContrast: number; brightness: number };

/**
 * How much brighter or darker each place becomes: levels from the darkest to the brightest percent, the median moved
 * towards `brightness`, local contrast added. Two overlays, because one can only brighten or only darken.
 */
async function toneOverlays(source: Source, panorama: boolean, taste: Taste): Promise<OverlayOptions[]> {
  const grey = await sample(source.data, 1024, "grey");
  const even = await equalised(grey, panorama);
  const black = Math.min(24, percentile(grey.pixels, 0.01)) * 0.7;
  const white = Math.max(200, percentile(grey.pixels, 0.99));
  const level = (value: number) => clamp((value - black) / (white - black), 0.002, 1);
  const median = clamp(level(percentile(grey.pixels, 0.5)), 0.05, 0.95);
  const gamma = clamp(Math.log(taste.brightness) / Math.log(median), 0.72, 1.15);
  const gains = Array.from(grey.pixels, (value, at) => {
    const target = level(value + (even(at) - value) * taste.localContrast) ** gamma;
    return clamp((target * 255) / Math.max(4, value), 0.8, 1.7);
  });
  const lighter = Buffer.from(gains.map((gain) => Math.round(255 * (1 - 1 / Math.max(1, gain)))));
  const darker = Buffer.from(gains.map((gain) => Math.round(255 * Math.min(1, gain))));
  return [
    await stretched({ ...grey, pixels: lighter }, source, "colour-dodge"),
    await stretched({ ...grey, pixels: darker }, source, "multiply"),
  ];
}

/** The source as a better photograph of the same room: white balance, exposure, local contrast, sharpness. */
export async function proCapture(source: Source, capture: Capture, random: () => number): Promise<Buffer> {
  const taste = { localContrast: 0.26 + random() * 0.12, brightness: 0.55 + random() * 0.05 };
  const saturation = 1.06 + random() * 0.04;
  const overlays = await toneOverlays(source, capture === "panorama360", taste);
  // A clean plan gets a very light paper tone instead of pure white.
  if (capture === "floorplan") overlays.push(wash(source, [250, 248, 244], 1, "multiply"));
  return toJpeg(
    open(source.data)
      .recomb(colourMatrix(saturation, await whiteBalance(source)))
      .sharpen({ sigma: 0.8, m1: 0.4, m2: 1.4 })
      .composite([...overlays, marked(source, capture)]),
  );
}
