import { hasHuffmanTables, isLastWhole, type Segment } from "./jpeg-segments.ts";

const lastCoefficient = 63;
const [sequential, extendedSequential, scan, jfif] = [0xc0, 0xc1, 0xda, 0xe0];
/** Several times what cameras write: a profile has 255 at most. */
const mostSegments = 1000;
/** Segments without which a picture looks different, wherever they are: within another one, its length is wrong. */
const telling = /\xff\xe1..Exif\0\0|\xff\xe2..ICC_PROFILE\0|\xff\xee..Adobe/gs;

/**
 * A copy of a JPEG without the faults of its header that lose no pixel, as phones, webcams and scanners write them: bytes
 * between segments, another revision of JFIF, the last coefficient of a scan. libjpeg tells of the first fault
 * alone, so after it damage would go unseen. Null if there is no such fault, or if bytes between segments may be the rest
 * of one (ITU-T T.81, B.1).
 */
export function repairJpegHeader(jpeg: Buffer): Buffer | null {
  const repaired = Buffer.from(jpeg);
  const found: Segment[] = [];
  for (let position = 2; found.at(-1)?.code !== scan; position = found.at(-1)?.end ?? position) {
    const marker = markerFrom(jpeg, position);
    const segment = marker && segmentAt(jpeg, marker.code);
    if (!marker || !segment || found.length >= mostSegments) return null;
    const between = jpeg.subarray(position, marker.start);
    const mayBeRest = between.length > 0 && !isLastWhole(jpeg, found, between);
    if (mayBeRest || (between.length > 0 && beginsLikeSegment(jpeg, position))) return null;
    repaired.fill(0xff, position, marker.start);
    found.push(segment);
  }
  if (!repaired.equals(jpeg) && !hasHuffmanTables(jpeg, found)) return null;
  const header = jpeg.toString("latin1", 0, found.at(-1)?.start);
  const starts = new Set(found.map(({ start }) => start));
  for (const { index } of header.matchAll(telling)) if (!starts.has(index + 4)) return null;
  const isSequential = found.some(({ code }) => code === sequential || code === extendedSequential);
  for (const { code, start, end } of found) {
    if (code === jfif && header.startsWith("JFIF\0", start)) repaired[start + 5] = 1;
    if (code === scan && isSequential && isPhonesMistake(jpeg, end)) repaired[end - 2] = lastCoefficient;
  }
  return repaired.equals(jpeg) ? null : repaired;
}

/**
 * Whether a scan's parameters, which end at `end`, are right but for the last coefficient. If they and what follows are zeros,
 * or several are wrong, the picture behind them was overwritten, too.
 */
const isPhonesMistake = (jpeg: Buffer, end: number): boolean =>
  jpeg[end - 3] === 0 && jpeg[end - 1] === 0 && (jpeg[end] !== 0 || jpeg[end + 1] !== 0);

/** Where the next marker begins, with the bytes that fill up before it, and where its code is. */
function markerFrom(jpeg: Buffer, position: number): { start: number; code: number } | null {
  for (let start = jpeg.indexOf(0xff, position); start !== -1; start = jpeg.indexOf(0xff, start)) {
    let code = start;
    while (jpeg[code] === 0xff) code++;
    if (jpeg[code] !== 0) return { start, code };
    start = code;
  }
  return null;
}

/** The segment of the marker with this code; null if it has none, which a header has no use for. */
function segmentAt(jpeg: Buffer, at: number): Segment | null {
  const code = jpeg[at] ?? 0;
  const hasNone = code < 0xc0 || (code >= 0xd0 && code <= 0xd9);
  if (hasNone || at + 3 > jpeg.length) return null;
  const end = at + 1 + jpeg.readUInt16BE(at + 1);
  return end < at + 3 || end > jpeg.length ? null : { code, start: at + 3, end };
}

/** A segment whose marker is damaged is followed by another one. */
function beginsLikeSegment(jpeg: Buffer, position: number): boolean {
  const length = jpeg.readUInt16BE(position + 2);
  const next = position + 2 + length;
  return length >= 2 && jpeg[next] === 0xff && (jpeg[next + 1] ?? 0) >= 0xc0;
}
