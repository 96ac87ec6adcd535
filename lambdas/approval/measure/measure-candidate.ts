import type { Dimensions } from "../../domain/source-asset/dimensions.ts";
import { isPixels, type Picture, type Pixels, readHeader, scaledTo } from "../../runtime/picture/decoder.ts";
import { formatOf } from "../../runtime/picture/format.ts";
import type { Homography } from "../homography.ts";
import type { Measures } from "../judge.ts";
import {
  largestDifference,
  luminanceOf,
  sharedStructure,
  spreadOf,
  type Thumbnail,
  windowSide,
} from "./comparison.ts";
import { seenBy } from "./grade/seen-by.ts";

const thumbnailSide = 256;

/**
 * Measures a model's candidate for approval, against the working copy that it was made from, seen by a homography if the
 * model states one. A candidate that does not
 * decode completely is a result too; a source that does not decode throws.
 */
export async function measureCandidate(
  candidate: Buffer | Pixels,
  source: Picture,
  homography?: Homography,
): Promise<Measures> {
  const size = thumbnailSize(await uprightSize(source));
  const photo = await thumbnail(source, size);
  const before = homography ? { ...size, pixels: seenBy(photo.pixels, size, homography) } : photo;
  const read = await readCandidate(candidate, size).catch(() => undefined);
  if (!read) return { decodes: false };
  return {
    decodes: true,
    format: read.format,
    ...read.dimensions,
    spread: rounded(spreadOf(luminanceOf(read.after))),
    difference: rounded(largestDifference(before, read.after)),
    structure: rounded(sharedStructure(before, read.after)),
  };
}

async function readCandidate(candidate: Buffer | Pixels, size: Dimensions) {
  if (isPixels(candidate)) {
    const { width, height } = candidate;
    return { format: "composed", dimensions: { width, height }, after: await thumbnail(candidate, size) };
  }
  const format = formatOf(candidate);
  if (!format) return undefined;
  return { format, dimensions: await uprightSize(candidate), after: await thumbnail(candidate, size) };
}

async function uprightSize(picture: Picture): Promise<Dimensions> {
  const { width, height } = (await readHeader(picture)).autoOrient;
  return { width, height };
}

/** The size to which both pictures are scaled: the source's proportions, in whole windows of the comparison. */
function thumbnailSize({ width, height }: Dimensions): Dimensions {
  const scale = thumbnailSide / Math.max(width, height);
  const inWindows = (side: number) => windowSide * Math.max(1, Math.round((side * scale) / windowSide));
  return { width: inWindows(width), height: inWindows(height) };
}

async function thumbnail(picture: Picture | Pixels, size: Dimensions): Promise<Thumbnail> {
  return { ...size, pixels: await scaledTo(size, picture) };
}

const rounded = (measure: number) => Math.round(measure * 10_000) / 10_000;
