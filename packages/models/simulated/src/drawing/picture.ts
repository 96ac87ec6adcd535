import type { Source } from "@image-staging/inference-contract/serving/model";
import { maxPixels } from "@image-staging/inference-contract/serving/request";
import sharp, { type Blend, type Sharp } from "sharp";

export type Row = [red: number, green: number, blue: number];

/** Samples of a small copy, `channels` a pixel, row by row. */
export type Sample = { pixels: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

export const open = (data: Buffer): Sharp =>
  sharp(data, { limitInputPixels: maxPixels, failOn: "error" }).flatten({ background: "#ffffff" });

export const toJpeg = (picture: Sharp): Promise<Buffer> => picture.jpeg({ quality: 90 }).toBuffer();

/** A small copy for measuring, its long side at most `longSide` pixels. */
export async function sample(data: Buffer, longSide: number, colours: "colour" | "grey"): Promise<Sample> {
  const small = open(data)
    .resize(longSide, longSide, { fit: "inside", withoutEnlargement: true })
    .toColourspace(colours === "grey" ? "b-w" : "srgb");
  const { data: pixels, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return { pixels, width: info.width, height: info.height, channels: info.channels };
}

/** The brightness (0..255) below which `part` of all samples lie. */
export const percentile = (grey: Buffer, part: number) =>
  Uint8Array.from(grey).sort()[Math.max(0, Math.ceil(part * grey.length) - 1)] ?? 255;

/** Samples of a small copy, stretched over the whole picture. */
export async function stretched(small: Sample, { width, height }: Source, blend: Blend) {
  const { data, info } = await sharp(small.pixels, { raw: small })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .toColourspace(small.channels === 1 ? "b-w" : "srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width, height, channels: info.channels }, blend };
}

/** One colour over the whole picture; `alpha` is its opacity. */
export const wash = ({ width, height }: Source, [r, g, b]: Row, alpha: number, blend: Blend) => ({
  input: { create: { width, height, channels: 4 as const, background: { r, g, b, alpha } } },
  blend,
});

/** A colour matrix that scales saturation and then each channel. */
export function colourMatrix(saturation: number, [red, green, blue]: Row): [Row, Row, Row] {
  const [r, g, b] = [0.2126 * (1 - saturation), 0.7152 * (1 - saturation), 0.0722 * (1 - saturation)];
  return [
    [(r + saturation) * red, g * red, b * red],
    [r * green, (g + saturation) * green, b * green],
    [r * blue, g * blue, (b + saturation) * blue],
  ];
}

/**
 * Channel gains towards a grey world, measured on pixels that are nearly grey (a red floor is not a colour cast).
 * They remove half of the cast, and never more than a tenth.
 */
export async function whiteBalance(source: Source): Promise<Row> {
  const { pixels, channels } = await sample(source.data, 256, "colour");
  let [red, green, blue] = [1, 1, 1];
  for (let at = 0; at < pixels.length; at += channels) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3);
    const brightest = Math.max(r, g, b);
    if (brightest - Math.min(r, g, b) > 0.28 * brightest || brightest > 250) continue;
    [red, green, blue] = [red + r, green + g, blue + b];
  }
  const grey = (red + green + blue) / 3;
  const gain = (sum: number) => clamp(Math.sqrt(grey / sum), 0.9, 1.1);
  return [gain(red), gain(green), gain(blue)];
}
