import type { Metadata } from "sharp";
import { JobFailure } from "../../domain/failures.ts";
import {
  checkPictureDimensions,
  type Dimensions,
  workingSize,
} from "../../domain/source-asset/dimensions.ts";
import { bytesOf, decodeForgiving, type Picture, readHeader, withReader } from "./decoder.ts";
import { type Format, formatOf, otherFormatOf } from "./format.ts";
import { isDataInOrder } from "./jpeg-data.ts";
import { poseHeadingOf } from "./photo-sphere.ts";
import { hasPngEnd } from "./png.ts";

type Inspection = Dimensions & { format: Format; poseHeading: number | null };
type NormalizedPicture = Inspection & { working: Dimensions & { bytes: number } };

const headBytes = 256;
const maxWholeDecodeBytes = 200 * 2 ** 20;

/**
 * The format of a picture, by its content, its size with the orientation applied, and the direction that a panorama's
 * metadata gives, from the header alone.
 * Throws JobFailure `unsupported_image_format`, `invalid_image` or `image_dimensions_unsupported`.
 */
export async function inspectPicture(picture: Picture): Promise<Inspection> {
  const head = await withReader(picture, (read) => read(0, headBytes));
  const format = formatOf(head);
  if (!format)
    throw new JobFailure(
      "unsupported_image_format",
      `The file is not a JPEG, PNG or WebP picture: ${otherFormatOf(head)}`,
    );
  if (format === "png" && !(await hasPngEnd(picture))) throw invalid("it ends too early");
  const header = await readHeader(picture).catch(() => {
    throw invalid("its header is damaged");
  });
  const { width, height } = header.autoOrient;
  const checked = checkPictureDimensions({ width, height });
  if (!checked.ok) throw new JobFailure("image_dimensions_unsupported", checked.reason);
  const tooLarge = wholeDecodeProblem(header, format);
  if (tooLarge !== null) throw new JobFailure("image_dimensions_unsupported", tooLarge);
  return { format, width, height, poseHeading: poseHeadingOf(header.xmp) };
}

/**
 * Decodes a caller's picture once, which both checks that it is complete and writes the working copy for the model:
 * JPEG, upright, sRGB with 8 bits a channel, transparency on white, without metadata, of `workingSize`. An animation
 * gives its first frame. Throws like `inspectPicture`.
 */
export async function normalizePicture(picture: Picture, outFile: string): Promise<NormalizedPicture> {
  const inspection = await inspectPicture(picture);
  const working = workingSize(inspection);
  const bytes = await writeWorkingCopy(picture, inspection, working, outFile);
  return { ...inspection, working: { ...working, bytes } };
}

/** `optimiseCoding` would make the encoder hold the whole picture for a second pass. */
async function writeWorkingCopy(
  picture: Picture,
  { format }: Inspection,
  size: Dimensions,
  outFile: string,
): Promise<number> {
  try {
    const written = await decodeForgiving(picture, (opened) =>
      opened
        .autoOrient()
        .resize({ ...size, fit: "fill" })
        .flatten({ background: "white" })
        .toColourspace("srgb")
        .jpeg({ quality: 95, chromaSubsampling: "4:4:4", optimiseCoding: false })
        .toFile(outFile),
    );
    if (format === "jpeg" && !isDataInOrder(await bytesOf(picture))) throw invalid(damage.jpeg);
    return written.size;
  } catch (error) {
    const isWriteError = error instanceof Error && /write error|unable to open for write/.test(error.message);
    throw isWriteError ? error : invalid(damage[format]);
  }
}

const damage: Record<Format, string> = {
  jpeg: "its data is damaged or incomplete",
  png: "its data does not match its checksums, or is incomplete. Save it again",
  webp: "its data is damaged or incomplete",
};

const invalid = (what: string) => new JobFailure("invalid_image", `The picture cannot be read: ${what}.`);

/**
 * Most pictures are decoded row by row. A progressive JPEG, interlaced PNG or WebP is held in memory as a whole: the
 * largest would need more than a function has. Says what is wrong with one that is too large, and what to send; else null.
 */
export function wholeDecodeProblem(header: Metadata, format: Format): string | null {
  const { width, height } = header.autoOrient;
  if (width * height * bytesHeldPerPixel(header, format) <= maxWholeDecodeBytes) return null;
  return `${width} × ${height} pixels are too many for a progressive, interlaced or WebP picture. Send it as baseline JPEG.`;
}

function bytesHeldPerPixel(
  { isProgressive, chromaSubsampling, channels, depth }: Metadata,
  format: Format,
): number {
  if (format === "webp") return 6;
  if (!isProgressive) return 0;
  if (format === "png") return channels * (depth === "ushort" ? 2 : 1);
  return chromaSubsampling === "4:2:0" ? 3 : 2 * channels;
}
