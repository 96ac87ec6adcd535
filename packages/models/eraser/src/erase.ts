import type { Declined } from "@image-staging/inference-contract/serving/model";
import { encodeJpeg, encodeMask } from "@image-staging/inference-contract/serving/picture";
import { InvocationError } from "@image-staging/inference-contract/serving/request";
import { boxMean } from "@image-staging/picture/box-mean";
import type { Picture } from "@image-staging/picture/picture";
import { Plane } from "@image-staging/picture/plane";
import type { Size } from "@image-staging/picture/size";
import sharp from "sharp";

/** Asks an eraser for a picture without what is white in a mask of its size; null if it refuses the picture. */
export type Ask = (request: { image: Buffer; mask: Buffer; seed: number }) => Promise<Buffer | null>;

/**
 * Pixels of what is sent at most. The eraser takes 9,437,184, but a PNG of as many comes near the 25 MB that Bedrock allows a body
 * once it is base64.
 */
const mostPixels = 6_000_000;
/** The sides that it takes: each in pixels at least, and the longer in shorter ones at most. */
const sides = { least: 64, ratio: 2.5 } as const;

/** By how much of the width the mask grows, as brushes miss shadows, and over how much what is erased goes over into the photo. */
const [margin, edge] = [0.01, 0.002] as const;

/** A photo without what was removed, and 255 where the eraser drew. */
export interface Erased {
  picture: Picture;
  mask: Uint8Array;
}

/**
 * Removes what a mask covers (a byte a pixel, white over 127) by an eraser. Outside of the mask, grown by a hundredth of the width,
 * each byte stays the picture's own. Declines pictures that the eraser does not take or refuses; throws what `ask` throws.
 */
export async function erase(
  picture: Picture,
  mask: Uint8Array,
  seed: number,
  ask: Ask,
): Promise<Erased | Declined> {
  const size = sizeToSend(picture);
  if (!size) return wrongShape;
  const [grown, share] = await shares(mask, picture, size);
  const image = await encodeJpeg(await resized(picture, size));
  const answer = await ask({ image, mask: await encodeMask(grown, size), seed });
  if (!answer) return refused;
  const drawn = await opened(answer, size);
  const { data } = await resized(drawn, picture);
  return blended(picture, data, await enlarged(share, size, picture));
}

function sizeToSend({ width, height }: Size): Size | undefined {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < sides.least || long > sides.ratio * short) return undefined;
  const scale = Math.min(1, Math.sqrt(mostPixels / (width * height)));
  return { width: Math.floor(scale * width), height: Math.floor(scale * height) };
}

/** The mask that is sent, and how much of each pixel is the eraser's, from 0 to 255: all but for the mask's soft edge. */
async function shares(mask: Uint8Array, from: Size, size: Size): Promise<[Uint8Array, Uint8Array]> {
  const marked = (await enlarged(mask, from, size)).map((level) => (level > 127 ? 1 : 0));
  const around = (plane: Uint8Array, part: number) =>
    boxMean(new Plane(size, Float32Array.from(plane)), Math.ceil(part * size.width)).values;
  const grown = Uint8Array.from(around(marked, margin), (mean) => (mean > 0 ? 1 : 0));
  const share = Uint8Array.from(around(grown, edge), (mean) => 255 * Math.max(0, 2 * mean - 1));
  return [grown.map((own) => 255 * own), share];
}

const resized = async ({ data, ...from }: Picture, { width, height }: Size): Promise<Picture> => {
  if (from.width === width && from.height === height) return { data, width, height };
  const opened = sharp(data, { raw: { ...from, channels: 3 } }).resize(width, height, { fit: "fill" });
  return { data: await opened.raw().toBuffer(), width, height };
};

const enlarged = async (plane: Uint8Array, from: Size, { width, height }: Size): Promise<Uint8Array> => {
  const { width: across, height: down } = from;
  return sharp(plane, { raw: { width: across, height: down, channels: 1 } })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
};

async function opened(answer: Buffer, { width, height }: Size): Promise<Picture> {
  const wrong = (what: string) => new InvocationError(502, `the eraser failed: it answered ${what}`);
  const pixels = sharp(answer).toColourspace("srgb").removeAlpha().raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true }).catch(() => {
    throw wrong("no picture");
  });
  if (info.width !== width || info.height !== height) throw wrong(`${info.width} x ${info.height} pixels`);
  return { data, width, height };
}

function blended({ data, width, height }: Picture, drawn: Uint8Array, share: Uint8Array): Erased {
  const output = new Uint8Array(data);
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++) {
    const part = (share[i] ?? 0) / 255;
    if (part === 0) continue;
    mask[i] = 255;
    for (let k = 3 * i; k < 3 * i + 3; k++)
      output[k] = Math.round((data[k] ?? 0) * (1 - part) + (drawn[k] ?? 0) * part);
  }
  return { picture: { data: output, width, height }, mask };
}

const wrongShape: Declined = {
  reason: "cannot_be_emptied",
  message: `Furniture is removed from pictures of at least ${sides.least} pixels a side and ${sides.ratio} times as long as wide at most. Send one that is cropped.`,
};

const refused: Declined = {
  reason: "cannot_be_emptied",
  message:
    "The service that removes furniture refuses this picture because of what it shows. Send another one.",
};
