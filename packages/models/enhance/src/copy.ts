import { float32At, uint8At } from "@image-staging/picture/at";
import { relativeLuminance } from "@image-staging/picture/luminance";
import type { Picture } from "@image-staging/picture/picture";
import { Plane } from "@image-staging/picture/plane";
import { linearOf } from "@image-staging/picture/srgb";
import { shrunk } from "@image-staging/picture/working-copy";
import parameters from "./pro_capture.json" with { type: "json" };

/** A small copy in linear light, on which a grade is decided. */
export interface SmallCopy {
  width: number;
  height: number;
  /** Linear red, green, blue of each pixel. */
  rgb: Float32Array;
  /** Whether a channel of a pixel is at the sensor's end. */
  clipped: Uint8Array;
}

/** The picture at 384 pixels of its longest side, each the mean of what it covers, rounded to whole levels. */
export function smallCopyOf(picture: Picture): SmallCopy {
  const scale = Math.min(1, parameters.copySide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const bytes = scale === 1 ? picture.data : shrunk(picture, width, height);
  const rgb = Float32Array.from(bytes, (byte) => float32At(linearOf, byte));
  const clipped = new Uint8Array(width * height);
  for (let i = 0; i < clipped.length; i++) {
    const brightest = Math.max(uint8At(bytes, i * 3), uint8At(bytes, i * 3 + 1), uint8At(bytes, i * 3 + 2));
    clipped[i] = brightest > parameters.clippedLevel ? 1 : 0;
  }
  return { width, height, rgb, clipped };
}

/** Luminance (ITU-R BT.709) of linear colours. */
export const luminanceOf = (copy: SmallCopy): Plane =>
  new Plane(copy).map((_, i) =>
    relativeLuminance(
      float32At(copy.rgb, i * 3),
      float32At(copy.rgb, i * 3 + 1),
      float32At(copy.rgb, i * 3 + 2),
    ),
  );

/** 0 up to `from`, 1 from `to`, smooth between. */
export function smoothstep(value: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
