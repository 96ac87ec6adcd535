import { createHash } from "node:crypto";

/** A segment of a JPEG: the code of its marker, and where its content begins and ends. */
export type Segment = { code: number; start: number; end: number };

const [huffmanTables, application1, application2, application14, quantTables] = [
  0xc4, 0xe1, 0xe2, 0xee, 0xdb,
];

/** Fewer than a profile or Exif have that lost its head, and more than phones and webcams write. */
const mostBytesBetween = 64;

/**
 * Whether the last segment is whole although bytes follow it, which may be the end of what was pushed out of it. Tables have
 * no zeros at their end. Exif's directory and a profile's checksum show it; what else is there changes no pixel.
 */
export function isLastWhole(jpeg: Buffer, found: Segment[], between: Buffer): boolean {
  const last = found.at(-1);
  const isZeros = between.every((byte) => byte === 0);
  if (!isZeros && between.length > mostBytesBetween) return false;
  switch (last?.code) {
    case huffmanTables:
    case quantTables:
      return isZeros;
    case application1:
      return isExifWhole(jpeg.subarray(last.start, last.end));
    case application2:
      return isProfileWhole(
        found.filter(({ code }) => code === application2).map(({ start, end }) => jpeg.subarray(start, end)),
      );
    case application14:
      return false;
    default:
      return true;
  }
}

const begins = (segment: Buffer, text: string) => segment.toString("latin1", 0, text.length) === text;

/** Whether the first directory of Exif, which has the orientation, is in order (TIFF 6.0): known types, tags ascending. */
function isExifWhole(segment: Buffer): boolean {
  if (begins(segment, "http://ns.adobe.com/")) return true;
  const tiff = segment.subarray(6);
  if (!begins(segment, "Exif\0\0") || tiff.length < 10) return false;
  const isLittle = begins(tiff, "II*\0");
  if (!isLittle && !begins(tiff, "MM\0*")) return false;
  const [short, long] = isLittle
    ? [(at: number) => tiff.readUInt16LE(at), (at: number) => tiff.readUInt32LE(at)]
    : [(at: number) => tiff.readUInt16BE(at), (at: number) => tiff.readUInt32BE(at)];
  const directory = long(4);
  if (directory + 2 > tiff.length) return false;
  const entries = Array.from({ length: short(directory) }, (_, nth) => directory + 2 + 12 * nth);
  if ((entries.at(-1) ?? directory) + 12 > tiff.length) return false;
  return entries.every((at, nth) => {
    const [type, before] = [short(at + 2), entries[nth - 1]];
    return type >= 1 && type <= 13 && (before === undefined || short(before) < short(at));
  });
}

const chunkHead = 14;

/** Whether a colour profile has the checksum that it names (ICC.1, 7.2.18). One without it shows nothing. */
function isProfileWhole(chunks: Buffer[]): boolean {
  const parts = chunks.filter((chunk) => begins(chunk, "ICC_PROFILE\0"));
  const others = chunks.filter((chunk) => begins(chunk, "MPF\0"));
  if (parts.length === 0 || parts.length + others.length < chunks.length)
    return others.length === chunks.length;
  const profile = Buffer.concat(parts.map((chunk) => chunk.subarray(chunkHead)));
  const [flags, intent, checksum] = [
    profile.subarray(44, 48),
    profile.subarray(64, 68),
    profile.subarray(84, 100),
  ];
  const named = checksum.toString("hex");
  for (const left of [flags, intent, checksum]) left.fill(0);
  return createHash("md5").update(profile).digest("hex") === named;
}

/**
 * Whether the first scan's Huffman tables are there: in place of one that is lost, libjpeg takes one of the standard, in silence
 * (ITU-T T.81, B.2.3 and B.2.4.2).
 */
export function hasHuffmanTables(jpeg: Buffer, found: Segment[]): boolean {
  const defined = new Set<number>();
  for (const { start, end } of found.filter(({ code }) => code === huffmanTables))
    for (let at = start; at + 17 <= end; ) {
      defined.add(jpeg[at] ?? 0);
      at += 17 + jpeg.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
    }
  const [start = 0, end = 0] = [found.at(-1)?.start, found.at(-1)?.end];
  const acClass = 0x10;
  const isOfDcAlone = jpeg[end - 2] === 0;
  for (let nth = 0; nth < (jpeg[start] ?? 0); nth++) {
    const tables = jpeg[start + 2 + 2 * nth] ?? 0;
    if (!defined.has(tables >> 4)) return false;
    if (!isOfDcAlone && !defined.has(acClass | (tables & 15))) return false;
  }
  return true;
}
