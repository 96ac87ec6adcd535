// A thread: scales the JPEG in its data to what hosts of MCP take, posts it, and ends.
import { parentPort, workerData } from "node:worker_threads";
import decoder from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import encoder from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm";
import decode, { init as initDecoder } from "@jsquash/jpeg/decode.js";
import encode, { init as initEncoder } from "@jsquash/jpeg/encode.js";
import initResizer, { resize } from "@jsquash/resize/lib/resize/pkg/squoosh_resize.js";
import resizer from "@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm";

/** More pixels cost a model tokens and show it nothing. */
const maxSide = 1280;
/** Two pictures as base64 then stay below a megabyte, which some hosts allow a result. */
const maxBytes = 350_000;
const qualities = [80, 60, 40, 20];
/** The resizer's number for it: an average, right for shrinking. */
const triangle = 0;

await initDecoder(await WebAssembly.compile(decoder));
const whole = await decode(workerData);
const size = { width: whole.width, height: whole.height };
const factor = Math.min(1, maxSide / Math.max(size.width, size.height));

if (factor === 1 && workerData.byteLength <= maxBytes) {
  parentPort?.postMessage({ data: new Uint8Array(workerData), ...size, whole: size });
} else {
  const width = Math.max(1, Math.round(size.width * factor));
  const height = Math.max(1, Math.round(size.height * factor));
  await initResizer(await WebAssembly.compile(resizer));
  await initEncoder(await WebAssembly.compile(encoder));
  const pixels = new Uint8Array(whole.data.buffer);
  const shrunk = resize(pixels, size.width, size.height, width, height, triangle, false, false);
  const image = { data: new Uint8ClampedArray(shrunk), width, height, colorSpace: "srgb" as const };
  let data = new Uint8Array();
  for (const quality of qualities) {
    data = new Uint8Array(await encode(image, { quality }));
    if (data.length <= maxBytes) break;
  }
  parentPort?.postMessage({ data, width, height, whole: size });
}
