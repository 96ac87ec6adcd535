import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { drawRoom } from "../../../../support/pictures.ts";
import { pngChunk, pngChunks, pngHeader, pngSignature, segmentAt, withoutSegments } from "../containers.ts";
import { all, type HostilePicture, interlaced, jpeg, png, progressive, room } from "./bases.ts";

/** Unusual but whole: what cameras, phones, scanners and design tools write. */
export async function unusual(): Promise<HostilePicture[]> {
  const samsung = Buffer.from(jpeg);
  samsung[segmentAt(jpeg, 0xda) + 2 + jpeg.readUInt16BE(segmentAt(jpeg, 0xda) + 2) - 2] = 0;
  return all("accepted", {
    CMYK: await room().toColourspace("cmyk").jpeg().toBuffer(),
    "CMYK without an Adobe segment": withoutSegments(
      await room().toColourspace("cmyk").jpeg().toBuffer(),
      0xee,
    ),
    "grey JPEG": await room().toColourspace("b-w").jpeg().toBuffer(),
    "16-bit PNG": await room().toColourspace("rgb16").png().toBuffer(),
    "16-bit grey PNG": await room().toColourspace("grey16").png().toBuffer(),
    "16-bit PNG with alpha": await room().ensureAlpha(0.5).toColourspace("rgb16").png().toBuffer(),
    "grey PNG with alpha": await room().toColourspace("b-w").ensureAlpha(0.5).png().toBuffer(),
    "palette PNG": await room().png({ palette: true }).toBuffer(),
    "2-colour PNG": await room().png({ palette: true, colours: 2 }).toBuffer(),
    "1-bit PNG": Buffer.concat([
      pngSignature,
      pngHeader(400, 300, { depth: 1, colour: 0 }),
      pngChunk("IDAT", deflateSync(Buffer.alloc(300 * 51))),
      pngChunk("IEND", ""),
    ]),
    "transparent WebP": await room().ensureAlpha(0.5).webp().toBuffer(),
    "animated WebP": await animatedWebp(),
    "animated PNG": animatedPng(),
    "Display P3": await room().withIccProfile("p3").jpeg().toBuffer(),
    "JPEG with a phone's wrong scan parameters": samsung,
    "4:4:4": await room().jpeg({ chromaSubsampling: "4:4:4" }).toBuffer(),
    "JPEG with fill bytes": Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(8, 0xff), jpeg.subarray(2)]),
    interlaced,
    progressive,
  });
}

async function animatedWebp(): Promise<Buffer> {
  const pixels = await drawRoom({ width: 300, height: 900 }).raw().toBuffer();
  const frames = sharp(pixels, { raw: { width: 300, height: 900, channels: 3, pageHeight: 300 } });
  return frames.webp({ loop: 0, delay: [100, 100, 100] }).toBuffer();
}

/** Two frames, the first of which is the picture that still viewers show. */
function animatedPng(): Buffer {
  const number = (value: number) => Buffer.from([0, 0, value >> 8, value & 255]);
  const frame = (sequence: number) =>
    pngChunk(
      "fcTL",
      Buffer.concat([
        number(sequence),
        number(400),
        number(300),
        Buffer.alloc(8),
        Buffer.from([0, 1, 0, 10, 0, 0]),
      ]),
    );
  const data = Buffer.concat(
    pngChunks(png)
      .filter(({ type }) => type === "IDAT")
      .map((chunk) => chunk.data),
  );
  return Buffer.concat([
    pngSignature,
    pngHeader(400, 300),
    pngChunk("acTL", Buffer.concat([number(2), number(0)])),
    frame(0),
    pngChunk("IDAT", data),
    frame(1),
    pngChunk("fdAT", Buffer.concat([number(2), data])),
    pngChunk("IEND", ""),
  ]);
}
