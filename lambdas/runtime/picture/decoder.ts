import { closeSync, openSync, readSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { getEnvironmentData } from "node:worker_threads";
import { eightBitSpaceOf } from "@image-staging/picture/deep-png";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import { type Dimensions, maxPixels } from "../../domain/source-asset/dimensions.ts";
import { formatOf } from "./format.ts";
import { repairJpegHeader } from "./jpeg-header.ts";

/** A picture as a file's path or as its bytes. */
export type Picture = string | Buffer;
/** A picture as its samples: sRGB, 8 bits, row by row, as many channels as `pixels` has room for. */
export type Pixels = { pixels: Buffer; width: number; height: number };

limitFormats();
sharp.cache(false);
sharp.concurrency(1);

const longestDecodeSeconds = 60;
const headBytes = 32;

/**
 * Blocks everything else that libvips can load (SVG, GIF, TIFF, HEIF, PDF …) in this whole process. For a moment nothing can
 * be loaded at all, so if threads share a process, with `formatsLimited` as environment data, only the first does so.
 */
function limitFormats(): void {
  const limited = getEnvironmentData("formatsLimited");
  if (limited instanceof Int32Array && Atomics.load(limited, 0) === 1) return;
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"],
  });
  if (limited instanceof Int32Array) Atomics.store(limited, 0, 1);
}

/**
 * A sharp pipeline that decodes a caller's picture row by row and fails on anything wrong with it, the decoder's warnings
 * included: damage within the data shows only as a warning.
 */
export function decode(picture: Picture | Pixels, { ignoreIcc = false } = {}): Sharp {
  const options: SharpOptions = {
    failOn: "warning",
    limitInputPixels: maxPixels,
    sequentialRead: true,
    ignoreIcc,
  };
  const opened = isPixels(picture)
    ? sharp(picture.pixels, {
        ...options,
        raw: { width: picture.width, height: picture.height, channels: 3 },
      })
    : sharp(picture, options);
  const space = isPixels(picture) ? undefined : eightBitSpaceOf(headOf(picture));
  return (space ? opened.pipelineColourspace(space) : opened).timeout({ seconds: longestDecodeSeconds });
}

/** The first bytes, without waiting: a pipeline is made before anything is read. */
function headOf(picture: Picture): Buffer {
  if (typeof picture !== "string") return picture;
  const file = openSync(picture, "r");
  try {
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(file, head, 0, headBytes, 0));
  } finally {
    closeSync(file);
  }
}

/**
 * Decodes a picture for some work, and once more if it is a JPEG whose header has faults that lose no pixel. Throws what the
 * first decode did if that is of no use.
 */
export async function decodeForgiving<T>(
  picture: Picture | Pixels,
  work: (opened: Sharp) => Promise<T>,
): Promise<T> {
  try {
    return await work(decode(picture));
  } catch (error) {
    const repaired = isPixels(picture) ? null : await repairedCopy(picture);
    if (repaired === null) throw error;
    return await work(decode(repaired));
  }
}

async function repairedCopy(picture: Picture): Promise<Buffer | null> {
  if (formatOf(headOf(picture)) !== "jpeg") return null;
  return repairJpegHeader(await bytesOf(picture));
}

/** A picture's bytes, all of them. */
export const bytesOf = async (picture: Picture): Promise<Buffer> =>
  typeof picture === "string" ? await readFile(picture) : picture;

/** Scales samples to a size, whatever their own proportions are: three 8-bit sRGB samples a pixel. */
export const scaledTo = (size: Dimensions, picture: Pixels): Promise<Buffer> =>
  decode(picture)
    .resize({ ...size, fit: "fill" })
    .toColourspace("srgb")
    .raw()
    .toBuffer();

/** Decodes a mask, whose samples are shares and not colours: a profile must not change them. One 8-bit sample a pixel. */
export async function maskPixelsOf(mask: Buffer): Promise<Pixels> {
  const grey = decode(mask, { ignoreIcc: true }).toColourspace("b-w").extractChannel(0);
  const { data, info } = await grey.raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** Scales a mask's samples to a size. */
export const scaledMask = (size: Dimensions, { pixels, width, height }: Pixels): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ ...size, fit: "fill" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();

/** Decodes a picture as a whole, upright; scaled to `size`, whatever its own proportions are, if that is given. */
export async function pixelsOf(picture: Picture, size?: Dimensions): Promise<Pixels> {
  const { data, info } = await decodeForgiving(picture, (opened) => {
    const upright = opened.autoOrient();
    const scaled = size ? upright.resize({ ...size, fit: "fill" }) : upright;
    const rgb = scaled.flatten({ background: "white" }).toColourspace("srgb").raw();
    return rgb.toBuffer({ resolveWithObject: true });
  });
  return { pixels: data, width: info.width, height: info.height };
}

export const isPixels = (picture: Picture | Pixels): picture is Pixels =>
  typeof picture !== "string" && !Buffer.isBuffer(picture);

/**
 * Gives the memory of samples back at once, which leaves none: the garbage collector would wait while others are decoded.
 * Memory that is shared with other buffers stays.
 */
export function release({ pixels: { buffer, byteLength } }: Pixels): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Reads the header, however large the picture claims to be. */
export function readHeader(picture: Picture) {
  return sharp(picture, { limitInputPixels: false }).metadata();
}

/** Reads at most `length` bytes of a picture from `position`; fewer at its end. */
export type ReadBytes = (position: number, length: number) => Promise<Buffer>;

/** Lends some work a reader of a picture's bytes. */
export async function withReader<T>(picture: Picture, work: (read: ReadBytes) => Promise<T>): Promise<T> {
  if (typeof picture !== "string")
    return work(async (position, length) => picture.subarray(position, position + length));
  const file = await open(picture);
  try {
    return await work(async (position, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}
