import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pixelsOf } from "../../../../lambdas/runtime/picture/decoder.ts";
import { encodeOutput } from "../../../../lambdas/runtime/picture/encode-output.ts";
import { repairJpegHeader } from "../../../../lambdas/runtime/picture/jpeg-header.ts";
import { drawRoom } from "../../../support/pictures.ts";
import { segmentAt, withSegment } from "./containers.ts";
import { temporaryFolder, workingCopyOf } from "./working-copies.ts";

const folder = temporaryFolder();
const jfif = (major: number) =>
  Buffer.concat([Buffer.from("JFIF\0"), Buffer.from([major, 1, 0, 0, 1, 0, 1, 0, 0])]);
const room = drawRoom({ width: 272, height: 264 });
const bare = await room.clone().jpeg().toBuffer();
const plain = withSegment(bare, 0xe0, jfif(1));
const [exif, profile] = await Promise.all([
  room.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  room.clone().withIccProfile("p3").jpeg().toBuffer(),
]);
/** With the index of several pictures in one file (CIPA DC-007), as phones write it. */
const indexed = withSegment(profile, "app2", "MPF\0II*\0");
const unsigned = Buffer.from(profile).fill(
  0,
  segmentAt(profile, 0xe2) + 18 + 84,
  segmentAt(profile, 0xe2) + 18 + 100,
);
const progressive = withSegment(await room.clone().jpeg({ progressive: true }).toBuffer(), 0xe0, jfif(1));

const [app1, app2, dht, dqt, sof, sos] = [0xe1, 0xe2, 0xc4, 0xdb, 0xc0, 0xda];
const junk = (length: number) => Buffer.alloc(length, "phone");
const inserted = (jpeg: Buffer, at: number, bytes: Buffer) =>
  Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)]);
const ahead = (jpeg: Buffer, code: number, bytes: Buffer) => inserted(jpeg, segmentAt(jpeg, code), bytes);
const changed = (jpeg: Buffer, at: number, by: number) => {
  const copy = Buffer.from(jpeg);
  copy[at] = by;
  return copy;
};
const scan = segmentAt(plain, sos);
const parameters = scan + 2 + plain.readUInt16BE(scan + 2) - 3;
const asSeen = (jpeg: Buffer) => sharp(jpeg).autoOrient().toColourspace("srgb").raw().toBuffer();

describe("a fault of a JPEG's header that loses no pixel is forgiven", () => {
  test.each<[string, Buffer, Buffer]>([
    ["18 bytes before the first table", ahead(plain, dqt, junk(18)), plain],
    ["one byte before it", ahead(plain, dqt, junk(1)), plain],
    ["bytes before the Huffman tables", ahead(plain, dht, junk(7)), plain],
    ["zeros before the scan", ahead(plain, sos, Buffer.alloc(3)), plain],
    ["bytes in several places", ahead(ahead(plain, dht, junk(9)), dqt, junk(5)), plain],
    ["bytes behind Exif", ahead(exif, dqt, junk(18)), exif],
    ["bytes behind a profile and another picture's index", ahead(indexed, dqt, junk(18)), profile],
    ["bytes behind a profile", ahead(profile, dqt, junk(18)), profile],
    ["bytes before a progressive picture's table", ahead(progressive, dqt, junk(18)), progressive],
    ["JFIF 2.01", withSegment(bare, 0xe0, jfif(2)), plain],
    ["JFIF 3.01", withSegment(bare, 0xe0, jfif(3)), plain],
    ["a scan's last coefficient", changed(plain, parameters + 1, 0), plain],
    [
      "all of them at once",
      ahead(changed(withSegment(bare, 0xe0, jfif(2)), parameters + 1, 0), dqt, junk(4)),
      plain,
    ],
  ])("%s", async (_fault, faulty, whole) => {
    await expect(sharp(faulty, { failOn: "warning" }).raw().toBuffer()).rejects.toThrow("VipsJpeg");
    const { pixels } = await pixelsOf(faulty);
    expect(pixels.equals(await asSeen(whole))).toBe(true);
    const working = await workingCopyOf(faulty, folder.path("working.jpg"));
    expect(working.bytes.equals((await workingCopyOf(whole, folder.path("whole.jpg"))).bytes)).toBe(true);
    const making = { workflow: "staging", technique: "graphics" } as const;
    expect((await encodeOutput(faulty, making)).equals(await encodeOutput(whole, making))).toBe(true);
  });
});

describe("what may hide a loss is not", () => {
  const at = (jpeg: Buffer, code: number) => segmentAt(jpeg, code);
  const shorter = (jpeg: Buffer, code: number, by: number) =>
    changed(jpeg, at(jpeg, code) + 3, (jpeg[at(jpeg, code) + 3] ?? 0) - by);
  const damagedScan = changed(plain, parameters + 1, 0);
  damagedScan.fill(0, parameters, parameters + 40);

  test.each<[string, Buffer]>([
    ["a table that lost its marker", changed(plain, at(plain, dqt), 0x7f)],
    ["a Huffman table that lost its code", changed(plain, at(plain, dht) + 1, 0)],
    [
      "a Huffman table without its marker",
      Buffer.concat([plain.subarray(0, at(plain, dht)), plain.subarray(at(plain, dht) + 2)]),
    ],
    [
      "a profile whose head was overwritten",
      Buffer.from(profile).fill("x", at(profile, app2), at(profile, app2) + 18),
    ],
    ["a Huffman table that became a restart", changed(plain, at(plain, dht) + 1, 0xd4)],
    ["bytes put into a table", inserted(plain, at(plain, dqt) + 20, junk(9))],
    ["bytes put into a Huffman table", inserted(plain, at(plain, dht) + 24, junk(9))],
    ["a profile that lost its marker", changed(profile, at(profile, app2), 0x7f)],
    ["a profile cut off by its length", shorter(profile, app2, 16)],
    ["bytes put at a profile's end", inserted(profile, at(profile, app2) + 470, junk(9))],
    ["a profile without checksum, and bytes behind it", ahead(unsigned, dqt, junk(9))],
    [
      "scan parameters and data overwritten",
      changed(changed(plain, parameters + 2, 0xf4), parameters + 3, 0xbe),
    ],
    ["bytes put into a profile", inserted(profile, at(profile, app2) + 200, junk(9))],
    ["Exif that lost its name", inserted(exif, at(exif, app1) + 5, junk(9))],
    ["bytes put into Exif's directory", inserted(exif, at(exif, app1) + 22, junk(9))],
    ["a comment that swallows Exif", swallowing(exif)],
    [
      "Adobe's segment with bytes behind it",
      ahead(withSegment(bare, 0xee, "Adobe\0\x64\0\0\0\0\x01"), dqt, junk(1)),
    ],
    ["zeros over the scan's parameters and data", damagedScan],
    ["a frame without a scan", plain.subarray(0, at(plain, sof) + 19)],
    ["an end where a segment should be", plain.subarray(0, scan + 3)],
  ])("%s", async (_loss, damaged) => {
    expect(repairJpegHeader(damaged)).toBeNull();
    await expect(pixelsOf(damaged)).rejects.toThrow();
  });

  test("damage behind a forgiven fault is found all the same", async () => {
    for (const faulty of [
      ahead(plain, dqt, junk(18)),
      withSegment(bare, 0xe0, jfif(2)),
      changed(plain, parameters + 1, 0),
    ])
      for (const damaged of [
        faulty.subarray(0, -200),
        Buffer.concat([faulty.subarray(0, -2000), faulty.subarray(-2)]),
      ])
        await expect(pixelsOf(damaged)).rejects.toThrow("premature end");
  });
});

/** A comment whose length runs into the Exif behind it. */
function swallowing(jpeg: Buffer): Buffer {
  const commented = withSegment(jpeg, "com", "x".repeat(20));
  return changed(commented, 5, (commented[5] ?? 0) + 30);
}

test("a header of more segments than cameras write is not looked at", () => {
  const comments = (count: number) =>
    Buffer.concat(Array.from({ length: count }, () => Buffer.from("fffe000200", "hex")));
  expect(repairJpegHeader(inserted(plain, 2, comments(900)))).not.toBeNull();
  expect(repairJpegHeader(inserted(plain, 2, comments(1000)))).toBeNull();
});

test("a JPEG without such a fault is not copied", () => {
  for (const jpeg of [plain, exif, profile, progressive]) expect(repairJpegHeader(jpeg)).toBeNull();
});
