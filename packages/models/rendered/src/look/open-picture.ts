import { readFile } from "node:fs/promises";
import { open } from "@image-staging/inference-contract/serving/picture";
import type { Picture } from "@image-staging/picture/picture";

/** A file's picture, upright, transparent pixels on white and in sRGB, shrunk so that no side has more than `longest` pixels. */
export async function openPicture(file: string, longest?: number): Promise<Picture> {
  const whole = open(await readFile(file))
    .autoOrient()
    .toColourspace("srgb");
  const photo =
    longest === undefined
      ? whole
      : whole.resize(longest, longest, { fit: "inside", withoutEnlargement: true });
  const { data, info } = await photo.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

/** A file's mask of what may be removed: a byte a pixel. */
export async function openMask(file: string): Promise<Uint8Array> {
  const grey = open(await readFile(file))
    .toColourspace("b-w")
    .extractChannel(0);
  return new Uint8Array(await grey.raw().toBuffer());
}
