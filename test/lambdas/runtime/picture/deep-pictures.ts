import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { pngChunk, pngHeader, pngSignature } from "./containers.ts";

/** Bands of the colours that tell profiles apart. */
const bands = [
  [200, 30, 30],
  [30, 160, 30],
  [30, 30, 200],
  [250, 250, 250],
  [100, 100, 100],
];
const side = 300;

const samplesOf = (colour: number[], kind: "rgb" | "rgba" | "grey" | "greyAlpha"): number[] => {
  const grey = colour.slice(0, 1);
  return { rgb: colour, rgba: [...colour, 255], grey, greyAlpha: [...grey, 255] }[kind];
};
const colourTypes = { grey: 0, rgb: 2, greyAlpha: 4, rgba: 6 };

/** A PNG of bands whose samples are the same numbers in 8 and in 16 bits, with a profile if one is given. */
export function bandsPng(depth: 8 | 16, kind: keyof typeof colourTypes, profile?: Buffer): Buffer {
  const samples = Array.from({ length: side }, (_, x) => samplesOf(bands[Math.floor(x / 60)] ?? [], kind));
  const row = Buffer.from([0, ...samples.flat().flatMap((one) => (depth === 8 ? [one] : [one, one]))]);
  const data = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
  return Buffer.concat([
    pngSignature,
    pngHeader(side, side, { depth, colour: colourTypes[kind] }),
    ...(profile
      ? [pngChunk("iCCP", Buffer.concat([Buffer.from("icc\0\0", "latin1"), deflateSync(profile)]))]
      : []),
    pngChunk("IDAT", data),
    pngChunk("IEND", ""),
  ]);
}

/** The profile that sharp attaches by this name. */
export async function profileOf(name: "srgb" | "p3"): Promise<Buffer> {
  const blank = { create: { width: 8, height: 8, channels: 3, background: "red" } } as const;
  const { icc } = await sharp(await sharp(blank).withIccProfile(name).png().toBuffer()).metadata();
  if (!icc) throw new Error(`sharp attached no ${name}.`);
  return icc;
}

/** A profile (ICC.1:2001) of greys with gamma 1.8, which are darker than sRGB's. */
export function greyProfile(): Buffer {
  const white = Buffer.from("58595a20000000000000f6d6000100000000d32d", "hex");
  const gamma = Buffer.from("637572760000000000000001 01cd0000".replace(" ", ""), "hex");
  const text = Buffer.concat([Buffer.from("text\0\0\0\0grey", "latin1"), Buffer.alloc(4)]);
  const name = Buffer.concat([Buffer.from("desc\0\0\0\0\0\0\0\x05grey", "latin1"), Buffer.alloc(80)]);
  const tags: [string, Buffer][] = [
    ["desc", name],
    ["wtpt", white],
    ["kTRC", gamma],
    ["cprt", text],
  ];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  let offset = 128 + table.length;
  for (const [index, [tag, { length }]] of tags.entries()) {
    table.write(tag, 4 + 12 * index);
    table.writeUInt32BE(offset, 8 + 12 * index);
    table.writeUInt32BE(length, 12 + 12 * index);
    offset += length;
  }
  const head = Buffer.alloc(128);
  head.writeUInt32BE(offset);
  head.writeUInt32BE(0x02100000, 8);
  head.write("mntrGRAYXYZ ", 12);
  head.write("acsp", 36);
  white.copy(head, 68, 8);
  return Buffer.concat([head, table, ...tags.map(([, data]) => data)]);
}
