import type { Picture } from "@image-staging/picture/picture";
import sharp from "sharp";

/** A file's picture, upright, without transparency and in sRGB, shrunk so that no side has more than `longest` pixels. */
export async function openPicture(file: string, longest?: number): Promise<Picture> {
  const whole = sharp(file).rotate().removeAlpha().toColourspace("srgb");
  const photo =
    longest === undefined
      ? whole
      : whole.resize(longest, longest, { fit: "inside", withoutEnlargement: true });
  const { data, info } = await photo.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
