import { crc32 } from "node:zlib";

/** The parts that picture files are made of, to take them apart and put them together wrongly. */

const jpegMarkers = { com: 0xfe, app1: 0xe1, app2: 0xe2, app13: 0xed, app14: 0xee };

/** A JPEG with one more segment right after its start. */
export function withSegment(
  jpeg: Buffer,
  marker: keyof typeof jpegMarkers | number,
  payload: Buffer | string,
): Buffer {
  const data = Buffer.from(payload);
  const code = typeof marker === "number" ? marker : jpegMarkers[marker];
  const head = Buffer.from([0xff, code, (data.length + 2) >> 8, (data.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** Where a JPEG's first segment with one of these codes starts (at its 0xff). */
export function segmentAt(jpeg: Buffer, ...codes: number[]): number {
  let at = 2;
  while (at < jpeg.length - 4) {
    if (codes.includes(jpeg.readUInt8(at + 1))) return at;
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  throw new Error("There is no such segment.");
}

/** The JPEG without its segments of this code. */
export function withoutSegments(jpeg: Buffer, code: number): Buffer {
  try {
    const at = segmentAt(jpeg, code);
    const rest = Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + 2 + jpeg.readUInt16BE(at + 2))]);
    return withoutSegments(rest, code);
  } catch {
    return jpeg;
  }
}

/** The JPEG with another size in its frame header. */
export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const at = segmentAt(copy, 0xc0, 0xc1, 0xc2);
  copy.writeUInt16BE(height, at + 5);
  copy.writeUInt16BE(width, at + 7);
  return copy;
}

/** An EXIF block (TIFF, little endian) with entries of `[tag, type, count, value or offset]`. */
export function exif(entries: [tag: number, type: number, count: number, value: number][], next = 0): Buffer {
  const block = Buffer.alloc(14 + entries.length * 12);
  block.write("II*\0", "latin1");
  block.writeUInt32LE(8, 4);
  block.writeUInt16LE(entries.length, 8);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + index * 12;
    block.writeUInt16LE(tag, at);
    block.writeUInt16LE(type, at + 2);
    block.writeUInt32LE(count, at + 4);
    block.writeUInt32LE(value >>> 0, at + 8);
  }
  block.writeUInt32LE(next, 10 + entries.length * 12);
  return block;
}

export const exifSegment = (block: Buffer) => Buffer.concat([Buffer.from("Exif\0\0", "latin1"), block]);

export const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

export function pngChunk(type: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), Buffer.from(data)]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(body.length - 4);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

export function pngHeader(
  width: number,
  height: number,
  { depth = 8, colour = 2, method = 0, interlace = 0 } = {},
): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width >>> 0);
  data.writeUInt32BE(height >>> 0, 4);
  data.set([depth, colour, method, 0, interlace], 8);
  return pngChunk("IHDR", data);
}

export function pngChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

/** The PNG with its chunks replaced by what `change` makes of each. */
function mapChunks(png: Buffer, change: (chunk: { type: string; data: Buffer }) => Buffer[]): Buffer {
  return Buffer.concat([pngSignature, ...pngChunks(png).flatMap(change)]);
}

/** The PNG with more chunks right after its header. */
export function withChunks(png: Buffer, ...more: Buffer[]): Buffer {
  return mapChunks(png, ({ type, data }) => [pngChunk(type, data), ...(type === "IHDR" ? more : [])]);
}

export function riff(form: string, ...chunks: [type: string, data: Buffer][]): Buffer {
  const parts = chunks.map(([type, data]) => {
    const head = Buffer.alloc(8);
    head.write(type, "latin1");
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
  });
  const body = Buffer.concat([Buffer.from(form, "latin1"), ...parts]);
  const head = Buffer.alloc(8);
  head.write("RIFF", "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** The image chunk (`VP8 ` or `VP8L`) of a simple WebP file. */
export const webpImage = (webp: Buffer): [string, Buffer] => [
  webp.toString("latin1", 12, 16),
  webp.subarray(20, 20 + webp.readUInt32LE(16)),
];

/** The header chunk of an extended WebP file; flags: 0x20 ICC, 0x10 alpha, 0x08 EXIF, 0x04 XMP, 0x02 animation. */
export function vp8x(width: number, height: number, flags: number): [string, Buffer] {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return ["VP8X", data];
}
