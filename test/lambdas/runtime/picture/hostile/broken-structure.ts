import { deflateSync } from "node:zlib";
import {
  pngChunk,
  pngHeader,
  pngSignature,
  riff,
  segmentAt,
  vp8x,
  webpImage,
  withoutSegments,
  withSegment,
} from "../containers.ts";
import { all, type HostilePicture, jpeg, latin1, losslessWebp, png, progressive, webp } from "./bases.ts";

export function brokenStructure(): HostilePicture[] {
  const frame = segmentAt(jpeg, 0xc0);
  const scan = segmentAt(jpeg, 0xda);
  const patched = (at: number, ...values: number[]) => {
    const copy = Buffer.from(jpeg);
    copy.set(values, at);
    return copy;
  };
  const rows = deflateSync(Buffer.alloc(300 * 1201));
  const built = (...chunks: Buffer[]) => Buffer.concat([pngSignature, ...chunks, pngChunk("IEND", "")]);
  const badCrc = Buffer.from(png);
  badCrc[30] = (badCrc[30] ?? 0) ^ 1;
  return all("invalid_image", {
    "JPEG without quantization tables": withoutSegments(jpeg, 0xdb),
    "JPEG without Huffman tables, cut before its scan": Buffer.concat([
      withoutSegments(jpeg, 0xc4).subarray(0, 60),
      latin1("\xff\xd9"),
    ]),
    "JPEG without a frame": withoutSegments(jpeg, 0xc0),
    "JPEG without a scan": Buffer.concat([jpeg.subarray(0, scan), latin1("\xff\xd9")]),
    "JPEG with two frames": Buffer.concat([jpeg.subarray(0, frame + 19), jpeg.subarray(frame)]),
    "JPEG with lossless coding": patched(frame + 1, 0xc3),
    "JPEG with hierarchical coding": patched(frame + 1, 0xc5),
    "JPEG with 16 bits a sample": patched(frame + 4, 16),
    "JPEG with no components": patched(frame + 9, 0),
    "JPEG with 255 components": patched(frame + 9, 255),
    "JPEG with sampling factors of 0": patched(frame + 11, 0),
    "JPEG with sampling factors of 15": patched(frame + 11, 0xff),
    "JPEG with a scan of unknown components": patched(scan + 5, 99, 0, 98, 0, 97),
    "JPEG with a segment longer than itself": patched(frame + 2, 0xff, 0xff),
    "JPEG with a segment of length 0": patched(frame + 2, 0, 0),
    "Adobe segment with an unknown transform": withSegment(jpeg, "app14", latin1("Adobe\0\x64\0\0\0\0\x63")),
    "progressive JPEG with 1,000 scans": Buffer.concat([
      progressive.subarray(0, -2),
      ...Array(1000).fill(progressive.subarray(progressive.lastIndexOf("\xff\xda", undefined, "latin1"), -2)),
      latin1("\xff\xd9"),
    ]),
    "JPEG of only its start and end": latin1("\xff\xd8\xff\xd9"),
    "PNG without data": built(pngHeader(400, 300)),
    "PNG without a header": built(pngChunk("IDAT", rows)),
    "PNG with a bad header checksum": badCrc,
    "PNG with 3 bits a sample": built(pngHeader(400, 300, { depth: 3 }), pngChunk("IDAT", rows)),
    "PNG with colour type 5": built(pngHeader(400, 300, { colour: 5 }), pngChunk("IDAT", rows)),
    "PNG with unknown compression": built(pngHeader(400, 300, { method: 7 }), pngChunk("IDAT", rows)),
    "PNG with unknown interlacing": built(pngHeader(400, 300, { interlace: 9 }), pngChunk("IDAT", rows)),
    "PNG with data that is not zlib": built(pngHeader(400, 300), pngChunk("IDAT", latin1("no zlib at all"))),
    "PNG with too little data": built(pngHeader(400, 300), pngChunk("IDAT", deflateSync(Buffer.alloc(5000)))),
    "PNG with a palette colour type and no palette": built(
      pngHeader(400, 300, { colour: 3 }),
      pngChunk("IDAT", rows),
    ),
    "PNG with a chunk longer than itself": Buffer.concat([
      png.subarray(0, 33),
      Buffer.from([0x7f, 0xff, 0xff, 0xff]),
      png.subarray(37),
    ]),
    "Apple's PNG variant": Buffer.concat([pngSignature, pngChunk("CgBI", Buffer.alloc(4)), png.subarray(8)]),
    "WebP without a picture": riff("WEBP", vp8x(400, 300, 0)),
    "WebP animation without frames": riff("WEBP", vp8x(400, 300, 2), ["ANIM", Buffer.alloc(6)]),
    "WebP with a broken partition": riff("WEBP", ["VP8 ", webpImage(webp)[1].subarray(0, 40)]),
    "WebP with a wrong signature in its picture": riff("WEBP", [
      "VP8L",
      Buffer.concat([latin1("X"), webpImage(losslessWebp)[1].subarray(1)]),
    ]),
  });
}
