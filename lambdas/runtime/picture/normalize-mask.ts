import { JobFailure } from "../../domain/failures.ts";
import { checkMaskDimensions, type Dimensions } from "../../domain/source-asset/dimensions.ts";
import { decode, decodeForgiving, type Picture, readHeader, withReader } from "./decoder.ts";
import { formatOf, otherFormatOf } from "./format.ts";
import { hasPngEnd } from "./png.ts";
import { wholeDecodeProblem } from "./read-picture.ts";

const headBytes = 256;
/** A sample from here on is white: the middle of the range, as edges that were scaled or compressed are grey. */
const threshold = 128;

const invalid = (what: string) => new JobFailure("invalid_mask", `mask ${what}`);
const damaged = () => invalid("cannot be read: it is damaged or incomplete. Save it again.");

/**
 * Decodes a mask to a PNG of one channel and of its picture's working size, in pixels: 255 if a pixel may be
 * removed, 0 if it must stay. It is upright as the picture is; what is transparent stays. Throws JobFailure `invalid_mask` if
 * it cannot be read, has other proportions, or marks nothing or everything.
 */
export async function normalizeMask(picture: Picture, size: Dimensions): Promise<Buffer> {
  await inspectMask(picture, size);
  const mask = await decodeForgiving(picture, (opened) =>
    opened
      .autoOrient()
      .resize({ ...size, fit: "fill" })
      .flatten({ background: "black" })
      .threshold(threshold)
      .toColourspace("b-w")
      .png({ compressionLevel: 6 })
      .toBuffer(),
  ).catch(() => {
    throw damaged();
  });
  const [samples] = (await decode(mask).stats()).channels;
  if (samples?.max === 0) throw invalid("is all black: mark in white what may be removed.");
  if (samples?.min === 255) throw invalid("is all white: leave black what must stay.");
  return mask;
}

/** Throws for what the header says. */
async function inspectMask(picture: Picture, size: Dimensions): Promise<void> {
  const head = await withReader(picture, (read) => read(0, headBytes));
  const format = formatOf(head);
  if (!format) throw invalid(`is not a JPEG, PNG or WebP picture: ${otherFormatOf(head)}`);
  if (format === "png" && !(await hasPngEnd(picture))) throw damaged();
  const header = await readHeader(picture).catch(() => {
    throw damaged();
  });
  const checked = checkMaskDimensions(header.autoOrient, size);
  if (!checked.ok) throw invalid(checked.reason);
  const tooLarge = wholeDecodeProblem(header, format);
  if (tooLarge !== null) throw invalid(`cannot be read: ${tooLarge}`);
}
