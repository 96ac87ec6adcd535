import sharp from "sharp";
import { pixelsOf } from "../../../../lambdas/runtime/picture/decoder.ts";
import { normalizePicture } from "../../../../lambdas/runtime/picture/read-picture.ts";
import { drawRoom } from "../../../support/pictures.ts";
import { withSegment } from "./containers.ts";

const size = { width: 272, height: 264 };
const room = drawRoom(size);
const jfif = Buffer.from("JFIF\0\x01\x02\0\0\x01\0\x01\0\0", "latin1");
const quality = 92;

/** Whole pictures of the kinds that are damaged. */
export const wholes: Record<string, Buffer> = {
  "a JPEG": withSegment(await room.clone().jpeg({ quality }).toBuffer(), 0xe0, jfif),
  "a JPEG with profile and orientation": await room
    .clone()
    .withIccProfile("p3")
    .withMetadata({ orientation: 6 })
    .jpeg({ quality })
    .toBuffer(),
  "a progressive JPEG": await room.clone().jpeg({ quality, progressive: true }).toBuffer(),
  "a grey JPEG": await room.clone().toColourspace("b-w").jpeg({ quality }).toBuffer(),
  "a PNG": await room.clone().png().toBuffer(),
  "a palette PNG": await room.clone().png({ palette: true }).toBuffer(),
  "an interlaced PNG": await room.clone().png({ progressive: true }).toBuffer(),
  "a 16-bit PNG": await room.clone().toColourspace("rgb16").png().toBuffer(),
};

type Random = (below: number) => number;
type Damage = (picture: Buffer, random: Random) => Buffer;

/** Half of all damage is in the first kilobyte, where a JPEG's header is. */
const place = (picture: Buffer, random: Random) =>
  2 + random((random(2) === 0 ? Math.min(1024, picture.length) : picture.length) - 2);

const overwrite =
  (most: number, byte: (random: Random) => number): Damage =>
  (picture, random) => {
    const copy = Buffer.from(picture);
    const from = place(picture, random);
    const to = Math.min(picture.length, from + 1 + random(most));
    for (let at = from; at < to; at++) copy[at] = byte(random);
    return copy;
  };

/** What happens to files: on disks, in transfers, by programs that change text. */
export const damages: Record<string, Damage> = {
  "a bit flipped": (picture, random) => {
    const copy = Buffer.from(picture);
    const at = place(picture, random);
    copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
    return copy;
  },
  "bytes overwritten": overwrite(16, (random) => random(256)),
  "a block of zeros": overwrite(512, () => 0),
  "cut off": (picture, random) => picture.subarray(0, place(picture, random)),
  "cut off, then ended": (picture, random) =>
    Buffer.concat([picture.subarray(0, place(picture, random)), picture.subarray(-12)]),
  "bytes left out": (picture, random) => {
    const at = place(picture, random);
    return Buffer.concat([picture.subarray(0, at), picture.subarray(at + 1 + random(64))]);
  },
  "bytes put in": (picture, random) => {
    const at = place(picture, random);
    const more = Buffer.from(Array.from({ length: 1 + random(64) }, () => random(256)));
    return Buffer.concat([picture.subarray(0, at), more, picture.subarray(at)]);
  },
};

const samplesOf = (picture: Buffer) => pixelsOf(picture).then(({ pixels }) => pixels);
const leniently = (picture: Buffer) =>
  sharp(picture, { failOn: "none" })
    .autoOrient()
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .raw()
    .toBuffer();

/** As it is stored: neither turned by Exif nor coloured by a profile, which other damage changes. */
const asStored = (picture: Buffer) => sharp(picture, { failOn: "none", ignoreIcc: true }).raw().toBuffer();

export type Outcome = { accepted: boolean; isWhole: boolean; lostBlocks: number; message: string };

/** Reads a damaged picture as the service does, and compares it with the whole one and that as the service decoded it. */
export async function outcomeOf(
  damaged: Buffer,
  { whole, decoded }: { whole: Buffer; decoded: Buffer },
  out: string,
): Promise<Outcome> {
  const message = await normalizePicture(damaged, out).then(
    () => "",
    (error: Error) => error.message,
  );
  const pixels = await (message === "" ? samplesOf(damaged) : leniently(damaged)).catch(() => null);
  const isWhole = pixels?.equals(decoded) ?? false;
  const stored = isWhole ? null : await asStored(damaged).catch(() => null);
  const lostBlocks = lostBlocksOf(stored, await asStored(whole));
  return { accepted: message === "", isWhole, lostBlocks, message };
}

/** Blocks of 8 x 8 that have detail in the whole picture and none here: a decoder fills what it has no data for. */
function lostBlocksOf(pixels: Buffer | null, whole: Buffer): number {
  if (pixels?.length !== whole.length) return Number.NaN;
  const channels = whole.length / (size.width * size.height);
  const rangeOf = (from: Buffer, row: number, column: number) => rangeIn(from, channels, row, column);
  let lost = 0;
  for (let row = 0; row + 8 <= size.height; row += 8)
    for (let column = 0; column + 8 <= size.width; column += 8)
      if (rangeOf(pixels, row, column) === 0 && rangeOf(whole, row, column) > 3) lost++;
  return lost;
}

function rangeIn(pixels: Buffer, channels: number, row: number, column: number): number {
  let [least, most] = [255, 0];
  for (let y = row; y < row + 8; y++)
    for (let x = column; x < column + 8; x++) {
      const sample = pixels[(y * size.width + x) * channels + (channels >> 1)] ?? 0;
      least = Math.min(least, sample);
      most = Math.max(most, sample);
    }
  return most - least;
}
