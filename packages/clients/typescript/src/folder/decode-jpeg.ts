import decoder from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import decode, { init } from "@jsquash/jpeg/decode.js";
import type { Decoded } from "./capture.ts";

/** The decoder is in the bundle. What it says of damaged pictures is for its developers. */
const options = { noInitialRun: true, wasmBinary: decoder, printErr: () => {} };
let ready: Promise<void> | undefined;

/** The pixels of a JPEG; null if it is damaged. */
export async function decodeJpeg(bytes: Uint8Array): Promise<Decoded | null> {
  ready ??= init(options);
  await ready;
  return decode(new Uint8Array(bytes).buffer).catch(() => null);
}
