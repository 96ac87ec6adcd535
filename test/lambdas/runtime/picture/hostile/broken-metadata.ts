import { deflateSync } from "node:zlib";
import {
  exif,
  exifSegment,
  pngChunk,
  riff,
  vp8x,
  webpImage,
  withChunks,
  withSegment,
} from "../containers.ts";
import { all, type HostilePicture, jpeg, latin1, png, webp } from "./bases.ts";

/** Metadata is dropped: however broken or large, it must not stop a whole picture, nor cost memory. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table
export async function brokenMetadata(): Promise<HostilePicture[]> {
  const exifOf = (block: Buffer) => withSegment(jpeg, "app1", exifSegment(block));
  const orientation = (value: number) => exifOf(exif([[0x0112, 3, 1, value]]));
  const zipped = (type: string, head: string, megabytes: number) =>
    pngChunk(
      type,
      Buffer.concat([latin1(head), deflateSync(Buffer.alloc(megabytes * 2 ** 20, "a"), { level: 1 })]),
    );
  const many = (count: number, marker: "com" | "app13", payload: Buffer) =>
    Array.from({ length: count }).reduce<Buffer>((picture) => withSegment(picture, marker, payload), jpeg);
  const icc = (data: Buffer, index = 1, of = 1) =>
    Buffer.concat([latin1("ICC_PROFILE\0"), Buffer.from([index, of]), data]);
  return all("accepted", {
    "EXIF of noise": exifOf(Buffer.from("II*\0noisenoisenoise")),
    "EXIF with nothing in it": exifOf(Buffer.alloc(0)),
    "EXIF with an offset beyond its end": exifOf(Buffer.from([0x49, 0x49, 0x2a, 0, 0xff, 0xff, 0xff, 0x7f])),
    "EXIF with a directory that follows itself": exifOf(exif([[0x0112, 3, 1, 1]], 8)),
    "EXIF with itself as sub-directory": exifOf(
      exif([
        [0x8769, 4, 1, 8],
        [0x8825, 4, 1, 8],
      ]),
    ),
    "EXIF with 4 billion values": exifOf(
      exif([
        [0x010e, 2, 0xffffffff, 0xffffffff],
        [0x0110, 12, 0x7fffffff, 8],
      ]),
    ),
    "EXIF with unknown types": exifOf(
      exif([
        [0x0112, 99, 1, 6],
        [0, 0, 0, 0],
      ]),
    ),
    "EXIF twice": withSegment(
      exifOf(exif([[0x0112, 3, 1, 6]])),
      "app1",
      exifSegment(exif([[0x0112, 3, 1, 3]])),
    ),
    "orientation 0": orientation(0),
    "orientation 9": orientation(9),
    "orientation 65535": orientation(65_535),
    "XMP that is not XML": withSegment(jpeg, "app1", latin1("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta")),
    "XMP with entities": withSegment(
      jpeg,
      "app1",
      latin1(
        "http://ns.adobe.com/xap/1.0/\0<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
      ),
    ),
    "IPTC of noise": withSegment(jpeg, "app13", latin1("Photoshop 3.0\x008BIM\x04\x04\0\0\xff\xff\xff\xff")),
    "ICC profile of noise": withSegment(jpeg, "app2", icc(Buffer.alloc(500, 7))),
    "ICC profile with one part of three": withSegment(jpeg, "app2", icc(Buffer.alloc(500, 7), 2, 3)),
    "ICC profile part 255 of 0": withSegment(jpeg, "app2", icc(Buffer.alloc(500, 7), 255, 0)),
    "ICC profile with nothing in it": withSegment(jpeg, "app2", icc(Buffer.alloc(0))),
    "1,000 comments": many(1000, "com", Buffer.alloc(10)),
    "100 segments of 64 KiB": many(100, "app13", Buffer.alloc(65_000)),
    "PNG text of 100 MiB": withChunks(png, zipped("zTXt", "a\0\0", 100)),
    "PNG profile of 100 MiB": withChunks(png, zipped("iCCP", "a\0\0", 100)),
    "PNG profile of noise": withChunks(png, zipped("iCCP", "a\0\0", 0), pngChunk("gAMA", Buffer.alloc(4))),
    "PNG with 2,000 texts": withChunks(
      png,
      ...Array.from({ length: 2000 }, (_, n) => pngChunk("tEXt", `k${n}\0text`)),
    ),
    "PNG with EXIF of noise": withChunks(png, pngChunk("eXIf", "II*\0noisenoise")),
    "WebP with EXIF of noise": riff("WEBP", vp8x(400, 300, 8), webpImage(webp), [
      "EXIF",
      Buffer.from("II*\0noisenoise"),
    ]),
    "WebP with a profile of noise": riff(
      "WEBP",
      vp8x(400, 300, 0x20),
      ["ICCP", Buffer.alloc(500, 7)],
      webpImage(webp),
    ),
    "WebP with XMP of noise": riff("WEBP", vp8x(400, 300, 4), webpImage(webp), [
      "XMP ",
      Buffer.alloc(500, 60),
    ]),
  });
}
