import type { CaptureType } from "../vocabulary.ts";

/** Width and height in pixels, with the orientation applied. */
export interface Dimensions {
  width: number;
  height: number;
}

type DimensionsCheck = { ok: true } | { ok: false; reason: string };

export const maxPixels = 100_000_000;
export const minShortSide = 256;
const panoramaTolerancePercent = 1;
export const longestWorkingSide = 8192;
/** How many times as long as it is short a picture may be: its working copy's short side is then the smallest. */
export const maxProportion = longestWorkingSide / minShortSide;

/** Whether the service accepts a picture of this size; the reason says what to send. */
export function checkPictureDimensions({ width, height }: Dimensions): DimensionsCheck {
  const size = `the picture has ${width} × ${height}`;
  if (width * height > maxPixels) {
    return { ok: false, reason: `Send a picture of at most 100 megapixels: ${size} pixels.` };
  }
  if (Math.min(width, height) < minShortSide) {
    return {
      ok: false,
      reason: `Send a picture of at least ${minShortSide} pixels on its short side: ${size}.`,
    };
  }
  const working = workingSize({ width, height });
  if (Math.min(working.width, working.height) < minShortSide) {
    return {
      ok: false,
      reason: `Send a picture at most ${maxProportion} times as long as it is short: ${size}.`,
    };
  }
  return { ok: true };
}

/** Whether a picture has the proportions of its capture type. A full panorama is twice as wide as high, within 1 %. */
export function checkCaptureDimensions(captureType: CaptureType, dimensions: Dimensions): DimensionsCheck {
  if (captureType !== "panorama360" || isPanorama(dimensions)) return { ok: true };
  const { width, height } = dimensions;
  const reason = `A panorama360 picture is twice as wide as high (equirectangular): this one has ${width} × ${height}.`;
  return { ok: false, reason };
}

const maskTolerancePercent = 1;

/** Whether a mask has the proportions of its picture, within 1 %; the reason goes on a sentence about it. */
export function checkMaskDimensions({ width, height }: Dimensions, picture: Dimensions): DimensionsCheck {
  if (width * height > maxPixels)
    return { ok: false, reason: `must have at most 100 megapixels: it has ${width} × ${height} pixels.` };
  const [ofMask, ofPicture] = [width * picture.height, picture.width * height];
  if (100 * Math.abs(ofMask - ofPicture) <= maskTolerancePercent * ofPicture) return { ok: true };
  const reason = `must have the proportions of its picture, within 1 %: it has ${width} × ${height} pixels, the picture ${picture.width} × ${picture.height}.`;
  return { ok: false, reason };
}

/** The size of the working copy that models get; outputs have it as well. */
export function workingSize({ width, height }: Dimensions): Dimensions {
  const scale = Math.min(1, longestWorkingSide / Math.max(width, height));
  return { width: scaled(width, scale), height: scaled(height, scale) };
}

const isPanorama = ({ width, height }: Dimensions) =>
  100 * Math.abs(width - 2 * height) <= panoramaTolerancePercent * 2 * height;

const scaled = (side: number, scale: number) => Math.max(1, Math.round(side * scale));
