import type { Source } from "@image-staging/inference-contract/serving/model";
import { open } from "@image-staging/inference-contract/serving/picture";
import type { Blend, Sharp } from "sharp";
import type { Rgb } from "./styles.ts";

/** Brightness of a small copy, row by row. */
export type Sample = { pixels: Buffer; width: number; height: number };

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

export const toJpeg = (picture: Sharp): Promise<Buffer> => picture.jpeg({ quality: 90 }).toBuffer();

/** A small grey copy for measuring, its long side at most `longSide` pixels. */
export async function sample(data: Buffer, longSide: number): Promise<Sample> {
  const small = open(data).resize(longSide, longSide, { fit: "inside", withoutEnlargement: true });
  const { data: pixels, info } = await small.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { pixels, width: info.width, height: info.height };
}

/** The brightness (0..255) below which `part` of all samples lie. */
export const percentile = ({ pixels }: Sample, part: number) =>
  Uint8Array.from(pixels).sort()[Math.ceil(part * pixels.length) - 1] ?? 0;

/** One colour over the whole picture; `alpha` is its opacity. */
export const wash = ({ width, height }: Source, [r, g, b]: Rgb, alpha: number, blend: Blend) => ({
  input: { create: { width, height, channels: 4 as const, background: { r, g, b, alpha } } },
  blend,
});

/** The source in other colours: its saturation scaled, then each channel. */
export function recoloured({ data }: Source, saturation: number, [red, green, blue]: Rgb): Sharp {
  const [r, g, b] = [0.2126 * (1 - saturation), 0.7152 * (1 - saturation), 0.0722 * (1 - saturation)];
  return open(data).recomb([
    [(r + saturation) * red, g * red, b * red],
    [r * green, (g + saturation) * green, b * green],
    [r * blue, g * blue, (b + saturation) * blue],
  ]);
}

/** Channel gains towards a grey world, times a brightness. They remove half of a colour cast, and never more than a twentieth. */
export async function whiteBalance({ data }: Source, brightness: number): Promise<Rgb> {
  const mean = await open(data).resize(1, 1, { fit: "fill" }).toColourspace("srgb").raw().toBuffer();
  const [r = 0, g = 0, b = 0] = mean;
  const gain = (one: number) => clamp(Math.sqrt((r + g + b) / 3 / Math.max(1, one)), 0.95, 1.05) * brightness;
  return [gain(r), gain(g), gain(b)];
}
