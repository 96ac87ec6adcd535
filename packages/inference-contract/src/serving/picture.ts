import { eightBitSpaceOf } from "@image-staging/picture/deep-png";
import type { Picture } from "@image-staging/picture/picture";
import sharp, { type Sharp } from "sharp";
import type { Source } from "./model.ts";
import { maxPixels } from "./request.ts";

/** A picture as a pipeline, transparent pixels on white, in 8 bits. */
export function open(data: Buffer): Sharp {
  const opened = sharp(data, { limitInputPixels: maxPixels, failOn: "error" });
  const space = eightBitSpaceOf(data);
  return (space ? opened.pipelineColourspace(space) : opened).flatten({ background: "#ffffff" });
}

/** The pixels of a source, transparent ones on white. */
export async function decode({ data, width, height }: Source): Promise<Picture> {
  const pixels = open(data).toColourspace("srgb").raw();
  return { data: await pixels.toBuffer(), width, height };
}

/** A mask as a PNG of one channel. */
export const encodeMask = (mask: Uint8Array, { width, height }: Size): Promise<Buffer> =>
  sharp(mask, { raw: { width, height, channels: 1 } })
    .toColourspace("b-w")
    .png({ compressionLevel: 6 })
    .toBuffer();

type Size = Pick<Source, "width" | "height">;

/** A candidate as a JPEG. It has colour at full resolution, so that the edges of pieces keep theirs. */
export const encodeJpeg = ({ data, width, height }: Picture): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
    .toBuffer();

/** A candidate as a JPEG, and as a PNG of one channel what of it was edited. */
export const encodeEdited = async (picture: Picture, mask: Uint8Array) => ({
  picture: await encodeJpeg(picture),
  mask: await encodeMask(mask, picture),
});
