import type { Source } from "@image-staging/inference-contract/serving/model";
import { maxPixels } from "@image-staging/inference-contract/serving/request";
import sharp, { type Blend, type OverlayOptions, type Sharp } from "sharp";

/** Samples of a small copy, `channels` a pixel, row by row. */
export type Sample = { pixels: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

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
export function percentile(grey: Buffer, part: number): number {
  const counts = new Uint32Array(256);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  let brightness = 0;
  for (let seen = 0; brightness < 255; brightness++) {
    seen += counts[brightness] ?? 0;
    if (seen >= part * grey.length) break;
  }
  return brightness;
}

/** Samples of a small copy, stretched over the whole picture. */
export async function stretched(
  small: Sample,
  { width, height }: Source,
  blend: Blend,
): Promise<OverlayOptions> {
  const { data, info } = await sharp(small.pixels, { raw: small })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .toColourspace(small.channels === 1 ? "b-w" : "srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { input: data, raw: { width, height, channels: info.channels }, blend };
}

/** One colour over the whole picture; `alpha` is its opacity. */
export const wash = (
  { width, height }: Source,
  [r, g, b]: readonly [number, number, number],
  alpha: number,
  blend: Blend,
): OverlayOptions => ({
  input: { create: { width, height, channels: 4, background: { r, g, b, alpha } } },
  blend,
});
