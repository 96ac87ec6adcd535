import { type Picture, withReader } from "./decoder.ts";

const signatureBytes = 8;
/** A chunk is its length, type, data and checksum. */
const chunkHeadBytes = 8;
const checksumBytes = 4;
const endChunk = Buffer.from("\0\0\0\0IEND\xae\x42\x60\x82", "latin1");
/** 50 MiB in chunks of 1 KiB; common encoders write 8 KiB and more. */
const mostChunks = 51_200;
/** Read at once: several chunks of a common encoder. */
const windowBytes = 64 * 1024;

/**
 * Whether a PNG has its last chunk, IEND. Data after it is no fault: screenshot tools leave some, and every viewer
 * ignores it. Walks from chunk to chunk, because the data may contain the bytes of IEND.
 */
export function hasPngEnd(picture: Picture): Promise<boolean> {
  return withReader(picture, async (read) => {
    let position = signatureBytes;
    let window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
    for (let chunk = 0; chunk < mostChunks; chunk++) {
      if (position + endChunk.length > window.start + window.bytes.length)
        window = { start: position, bytes: await read(position, windowBytes) };
      const offset = position - window.start;
      const head = window.bytes.subarray(offset, offset + endChunk.length);
      if (head.equals(endChunk)) return true;
      if (head.length < chunkHeadBytes) return false;
      position += chunkHeadBytes + head.readUInt32BE(0) + checksumBytes;
    }
    return false;
  });
}
