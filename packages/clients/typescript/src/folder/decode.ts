import type { Decode } from "./capture.ts";
import { decodeJpeg } from "./decode-jpeg.ts";
import { decodePng } from "./decode-png.ts";

/** The program that partners get carries a decoder of JPEG, and none of WebP. */
export const decode: Decode = async (bytes, format) =>
  format === "jpeg" ? decodeJpeg(bytes) : format === "png" ? decodePng(bytes) : null;
