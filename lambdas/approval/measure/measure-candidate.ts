import type { Dimensions } from "../../domain/source-asset/dimensions.ts";
import { type Pixels, scaledTo } from "../../runtime/picture/decoder.ts";
import type { Homography } from "../homography.ts";
import type { Comparison } from "../judge.ts";
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
 * Measures a candidate against the working copy that it was made from, seen by a homography if the model states one. Any
 * sizes will do.
 */
export async function measureCandidate(
  candidate: Pixels,
  source: Pixels,
  homography?: Homography,
): Promise<Comparison> {
  const size = thumbnailSize(source);
  const photo = await thumbnail(source, size);
  const before = homography ? { ...size, pixels: seenBy(photo.pixels, size, homography) } : photo;
  const after = await thumbnail(candidate, size);
  return {
    spread: rounded(spreadOf(luminanceOf(after))),
    difference: rounded(largestDifference(before, after)),
    structure: rounded(sharedStructure(before, after)),
  };
}

/** The size to which both pictures are scaled: the source's proportions, in whole windows of the comparison. */
function thumbnailSize({ width, height }: Dimensions): Dimensions {
  const scale = thumbnailSide / Math.max(width, height);
  const inWindows = (side: number) => windowSide * Math.max(1, Math.round((side * scale) / windowSide));
  return { width: inWindows(width), height: inWindows(height) };
}

async function thumbnail(picture: Pixels, size: Dimensions): Promise<Thumbnail> {
  return { ...size, pixels: await scaledTo(size, picture) };
}

const rounded = (measure: number) => Math.round(measure * 10_000) / 10_000;
