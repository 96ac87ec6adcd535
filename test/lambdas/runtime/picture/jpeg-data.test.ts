import sharp, { type JpegOptions } from "sharp";
import { describe, expect, test } from "vitest";
import { isDataInOrder } from "../../../../lambdas/runtime/picture/jpeg-data.ts";
import { drawRoom } from "../../../support/pictures.ts";
import { segmentAt, withJpegSize } from "./containers.ts";
import { temporaryFolder, workingCopyOf } from "./working-copies.ts";

const folder = temporaryFolder();
const size = { width: 272, height: 264 };
const room = drawRoom(size);
const grey = await room.clone().toColourspace("b-w").jpeg({ quality: 92 }).toBuffer();
const colour = await room.clone().jpeg({ quality: 92 }).toBuffer();
const progressive = await room.clone().jpeg({ quality: 92, progressive: true }).toBuffer();
const extremes = sharp(
  Buffer.from(Uint8Array.from({ length: 256 * 256 * 3 }, (_, nth) => ((nth >> 3) ^ (nth >> 11)) & 1 && 255)),
  { raw: { width: 256, height: 256, channels: 3 } },
);
const end = Buffer.from([0xff, 0xd9]);
const endedBy = (jpeg: Buffer, bytes: string) =>
  Buffer.concat([jpeg.subarray(0, -2), Buffer.from(bytes, "hex"), end]);

const hex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, "0");
const segment = (code: string, content: string) => `ff${code}${hex(content.length / 2 + 2, 2)}${content}`;

/** The data of units whose two codes have a bit each, filled up with ones. */
function coded(units: number): string {
  const bits = "00".repeat(units).padEnd(Math.ceil(units / 4) * 8, "1");
  return (bits.match(/.{8}/g) ?? []).map((byte) => hex(Number.parseInt(byte, 2), 1)).join("");
}

/** A JPEG of one grey and 16 x 16 units that has data for so many, with a restart after each `interval`. */
function flat(units: number, interval = units): Buffer {
  const table = (kind: string) => segment("c4", `${kind}01${"00".repeat(16)}`);
  const parts: string[] = [];
  for (let left = units; left > 0; left -= interval) parts.push(coded(Math.min(interval, left)));
  return Buffer.from(
    [
      "ffd8",
      segment("db", `00${"10".repeat(64)}`),
      segment("c0", `08${hex(128, 2)}${hex(128, 2)}01011100`),
      table("00"),
      table("10"),
      segment("dd", hex(interval, 2)),
      segment("da", "010100003f00"),
      parts.reduce((data, part, nth) => `${data}ffd${(nth - 1) % 8}${part}`),
      "ffd9",
    ].join(""),
    "hex",
  );
}

function withInterval(jpeg: Buffer, interval: number): Buffer {
  const copy = Buffer.from(jpeg);
  copy.writeUInt16BE(interval, segmentAt(jpeg, 0xdd) + 4);
  return copy;
}

describe("data as encoders write it is in order", () => {
  const settings: JpegOptions[] = [
    { quality: 1 },
    { quality: 100, chromaSubsampling: "4:4:4" },
    { quality: 80, optimiseCoding: false },
    { quality: 60, progressive: true, chromaSubsampling: "4:4:4" },
    { quality: 75, mozjpeg: true },
  ];
  test.each(settings)("%o", async (setting) => {
    for (const picture of [room, extremes])
      for (const space of ["srgb", "b-w", "cmyk"])
        expect(isDataInOrder(await picture.clone().toColourspace(space).jpeg(setting).toBuffer())).toBe(true);
  });

  test.each<[string, Buffer]>([
    ["units of one grey", flat(256)],
    ["restarts", flat(256, 7)],
    ["a further row of units, as hardware encoders write it", flat(272)],
    ["zeros before its end, as webcams write them", endedBy(colour, "00000000")],
    ["ones before its end", endedBy(colour, "ff00ff00ff00")],
    ["other bytes before its end", endedBy(colour, "a7135c21")],
    ["fill bytes before its end", endedBy(colour, "ffffff")],
    ["no end", colour.subarray(0, -2)],
    ["a second picture behind its end", Buffer.concat([colour, progressive])],
  ])("%s", (_what, jpeg) => {
    expect(isDataInOrder(jpeg)).toBe(true);
  });
});

describe("data that was damaged is not", () => {
  const scan = segmentAt(grey, 0xda);
  const flipped = (jpeg: Buffer, at: number, bit: number) => {
    const copy = Buffer.from(jpeg);
    copy[at] = (copy[at] ?? 0) ^ (1 << bit);
    return copy;
  };
  test.each<[string, Buffer]>([
    ["a unit too many", flat(257)],
    ["more than a row of units too many", flat(273)],
    ["units too many before a restart", withInterval(flat(256, 13), 7)],
    ["a unit too few", flat(252)],
    ["two rows left out of a picture's height", withJpegSize(colour, size.width, size.height - 32)],
    ["bytes left out", Buffer.concat([grey.subarray(0, scan + 3000), grey.subarray(scan + 3030)])],
    ["zeros in the middle", Buffer.from(grey).fill(0, scan + 3000, scan + 3200)],
    ["zeros in the middle of a progressive picture", Buffer.from(progressive).fill(0, 5000, 5200)],
  ])("%s", (_what, jpeg) => {
    expect(isDataInOrder(jpeg)).toBe(false);
  });

  test("which refuses the picture, although libjpeg decodes it in silence", async () => {
    const found: Buffer[] = [];
    for (let at = scan + 100; at < grey.length - 100; at += 400) {
      const damaged = flipped(grey, at, 4);
      const isSilent = await sharp(damaged, { failOn: "warning" })
        .raw()
        .toBuffer()
        .then(
          () => true,
          () => false,
        );
      if (isSilent && !isDataInOrder(damaged)) found.push(damaged);
    }
    expect(found.length).toBeGreaterThan(0);
    for (const damaged of found)
      await expect(workingCopyOf(damaged, folder.path("out.jpg"))).rejects.toThrow("damaged or incomplete");
  });
});
