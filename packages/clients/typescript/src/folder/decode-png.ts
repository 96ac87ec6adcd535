import { inflateSync } from "node:zlib";
import type { Decoded } from "./capture.ts";

/** A PNG of 8 bits a channel without interlacing (W3C PNG, 7 and 9); null for others and damaged ones. */
export function decodePng(bytes: Uint8Array): Decoded | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [width, height] = [view.getUint32(16), view.getUint32(20)];
    const [depth, type, interlaced] = [bytes[24], bytes[25] ?? 0, bytes[28]];
    const channels = [1, 0, 3, 1, 2, 0, 4][type] ?? 0;
    if (depth !== 8 || interlaced !== 0 || channels === 0) return null;
    const parts: Uint8Array[] = [];
    let palette = new Uint8Array();
    for (let at = 8; at + 8 <= bytes.length; ) {
      const length = view.getUint32(at);
      const chunk = bytes.subarray(at + 8, at + 8 + length);
      const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
      if (name === "IDAT") parts.push(chunk);
      if (name === "PLTE") palette = new Uint8Array(chunk);
      at += 12 + length;
    }
    const lines = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
    return { data: coloured(lines, type, channels, palette), width, height };
  } catch {
    return null;
  }
}

/** The lines of a PNG without their filters. */
function unfiltered(raw: Uint8Array, stride: number, height: number, back: number): Uint8Array {
  const lines = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= back ? (lines[y * stride + x - back] ?? 0) : 0;
      const up = y > 0 ? (lines[(y - 1) * stride + x] ?? 0) : 0;
      const corner = x >= back && y > 0 ? (lines[(y - 1) * stride + x - back] ?? 0) : 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      lines[y * stride + x] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  return lines;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Four bytes a pixel; what is transparent counts as white. */
function coloured(lines: Uint8Array, type: number, channels: number, palette: Uint8Array): Uint8Array {
  const data = new Uint8Array((lines.length / channels) * 4);
  for (let at = 0, to = 0; at < lines.length; at += channels, to += 4) {
    const first = lines[at] ?? 0;
    const colour =
      type === 3
        ? palette.subarray(first * 3, first * 3 + 3)
        : channels < 3
          ? [first, first, first]
          : lines.subarray(at, at + 3);
    const alpha = type === 4 || type === 6 ? (lines[at + channels - 1] ?? 255) : 255;
    for (let c = 0; c < 3; c++) data[to + c] = alpha < 128 ? 255 : (colour[c] ?? 0);
  }
  return data;
}
