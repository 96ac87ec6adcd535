import { deflateSync } from "node:zlib";
import type { Sharp } from "sharp";
import { isFullRun } from "../../../../support/full-run.ts";
import { drawBlank } from "../../../../support/pictures.ts";
import {
  exif,
  exifSegment,
  pngChunk,
  pngHeader,
  pngSignature,
  riff,
  vp8x,
  webpImage,
  withJpegSize,
  withSegment,
} from "../containers.ts";
import { all, type HostilePicture, jpeg, progressive, room, webp } from "./bases.ts";

export function impossibleSizes(): HostilePicture[] {
  const sized = (width: number, height: number, options = {}) =>
    Buffer.concat([
      pngSignature,
      pngHeader(width, height, options),
      pngChunk("IDAT", deflateSync("")),
      pngChunk("IEND", ""),
    ]);
  return [
    ...all("image_dimensions_unsupported", {
      "JPEG of 65500 × 65500": withJpegSize(jpeg, 65_500, 65_500),
      "JPEG of 10001 × 10000": withJpegSize(jpeg, 10_001, 10_000),
      "JPEG of 65500 × 1": withJpegSize(jpeg, 65_500, 1),
      "JPEG of 1 × 65500": withJpegSize(jpeg, 1, 65_500),
      "progressive JPEG of 65500 × 65500": withJpegSize(progressive, 65_500, 65_500),
      "PNG of 60000 × 60000": sized(60_000, 60_000),
      "PNG of 100000 × 1001": sized(100_000, 1001),
      "PNG of 1 × 1": sized(1, 1),
      "interlaced 16-bit PNG of 9000 × 9000": sized(9000, 9000, { depth: 16, colour: 6, interlace: 1 }),
      "interlaced PNG of 10000 × 10000 with alpha": sized(10_000, 10_000, { colour: 6, interlace: 1 }),
    }),
    ...all(["invalid_image", "image_dimensions_unsupported"], {
      "PNG of 2³¹−1 × 2³¹−1": sized(2 ** 31 - 1, 2 ** 31 - 1),
      "PNG of 2³²−1 × 1": sized(2 ** 32 - 1, 1),
      "WebP canvas of 16 million wide": riff("WEBP", vp8x(16_777_216, 255, 0), webpImage(webp)),
      "WebP canvas larger than its picture": riff("WEBP", vp8x(5000, 5000, 0), webpImage(webp)),
    }),
    ...all("invalid_image", {
      "PNG of 0 × 0": sized(0, 0),
      "PNG of 400 × 0": sized(400, 0),
      "JPEG of 400 × 0": withJpegSize(jpeg, 400, 0),
      "JPEG of 0 × 300": withJpegSize(jpeg, 0, 300),
      "JPEG larger than its data": withJpegSize(jpeg, 2000, 2000),
      "PNG larger than its data": sized(2000, 2000),
    }),
  ];
}

export async function edgeSizes(): Promise<HostilePicture[]> {
  const sideways = (picture: Sharp) => picture.withMetadata({ orientation: 6 }).jpeg().toBuffer();
  return [
    ...all("image_dimensions_unsupported", {
      "255 × 1000": await blank(255, 1000).jpeg().toBuffer(),
      "1000 × 255": await blank(1000, 255).png().toBuffer(),
      "255 × 255": await blank(255, 255).webp().toBuffer(),
      "1 × 1 JPEG": await blank(1, 1).jpeg().toBuffer(),
      "1 × 1 WebP": await blank(1, 1).webp().toBuffer(),
      "1000 × 255, turned": await sideways(blank(1000, 255)),
      "256 × 60000": await blank(256, 60_000).jpeg().toBuffer(),
      "16383 × 256 WebP": await blank(16_383, 256).webp({ effort: 0 }).toBuffer(),
    }),
    ...all("accepted", {
      "256 × 256": await blank(256, 256).jpeg().toBuffer(),
      "256 × 1000, turned": await sideways(blank(256, 1000)),
      "512 × 16000": await blank(512, 16_000).jpeg().toBuffer(),
      "16383 × 512 WebP": await blank(16_383, 512).webp({ effort: 0 }).toBuffer(),
    }),
  ];
}

/**
 * Small files that decode to many pixels: up to the 100 megapixels that are allowed, and beyond. Most take seconds to draw
 * and to read, so `npm test` has only the one that needs the most memory, and those that are refused.
 */
export async function bombs(): Promise<HostilePicture[]> {
  const square = await blank(10_000, 10_000).jpeg().toBuffer();
  const detailed = await room().jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer();
  return [
    ...all("accepted", {
      "JPEG of 100 megapixels, turned": turned(square, 6),
      ...(isFullRun && (await moreBombs(square))),
    }),
    ...all("image_dimensions_unsupported", {
      "JPEG of 144 megapixels": withJpegSize(square, 12_000, 12_000),
      "progressive JPEG of 81 megapixels, 4:4:4": withJpegSize(detailed, 9000, 9000),
      ...(isFullRun && { "WebP of 36 megapixels": await blank(6000, 6000).webp({ effort: 0 }).toBuffer() }),
    }),
  ];
}

async function moreBombs(square: Buffer): Promise<Record<string, Buffer>> {
  const fast = { compressionLevel: 1 };
  return {
    "JPEG of 100 megapixels": square,
    "panorama of 100 megapixels, upside down": turned(await blank(14_142, 7071).jpeg().toBuffer(), 3),
    "progressive JPEG of 68 megapixels": await blank(8250, 8250).jpeg({ progressive: true }).toBuffer(),
    "PNG of 100 megapixels": await blank(10_000, 10_000).png(fast).toBuffer(),
    "interlaced PNG of 68 megapixels": await blank(8250, 8250)
      .png({ progressive: true, ...fast })
      .toBuffer(),
    "WebP of 34 megapixels": await blank(8192, 4096).webp({ effort: 0 }).toBuffer(),
  };
}

const blank = (width: number, height: number) => drawBlank({ width, height });

const turned = (picture: Buffer, orientation: number) =>
  withSegment(picture, "app1", exifSegment(exif([[0x0112, 3, 1, orientation]])));
