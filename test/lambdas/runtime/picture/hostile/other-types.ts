import { gzipSync } from "node:zlib";
import { drawRoom } from "../../../../support/pictures.ts";
import { riff } from "../containers.ts";
import { all, gif, type HostilePicture, jpeg, latin1, png, room } from "./bases.ts";

export async function otherTypes(): Promise<HostilePicture[]> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><rect width="9" height="9"/></svg>';
  const external =
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd" width="500" height="500"/></svg>';
  const entities = '<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><svg>&b;</svg>';
  const ftyp = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), latin1(`ftyp${brand}\0\0\0\0mif1${brand}`), jpeg]);
  return all("unsupported_image_format", {
    GIF: gif,
    "animated GIF": await drawRoom({ width: 300, height: 900 }).gif().toBuffer(),
    TIFF: await room().tiff().toBuffer(),
    "TIFF, big endian": latin1("MM\0*\0\0\0\x08\0\0\0\0\0\0"),
    BigTIFF: latin1("II+\0\x08\0\0\0"),
    AVIF: await room().avif({ effort: 0 }).toBuffer(),
    HEIC: ftyp("heic"),
    "JPEG 2000": latin1("\0\0\0\x0cjP  \r\n\x87\n"),
    "JPEG 2000 codestream": latin1("\xff\x4f\xff\x51\0\x2f"),
    "JPEG XL": latin1("\xff\x0a\xfa\x1f\x01"),
    "JPEG XL container": latin1("\0\0\0\x0cJXL \r\n\x87\n"),
    "JPEG XR": latin1("II\xbc\x01"),
    BMP: latin1("BM\x36\x10\x0e\0\0\0\0\0\x36\0\0\0"),
    ICO: latin1("\0\0\x01\0\x01\0"),
    PSD: latin1("8BPS\0\x01"),
    PPM: Buffer.concat([latin1("P6 400 300 255\n"), await room().raw().toBuffer()]),
    PFM: latin1("PF\n400 300\n-1.0\n"),
    "Radiance HDR": latin1("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 300 +X 400\n"),
    OpenEXR: latin1("v/1\x01\x02\0\0\0"),
    FITS: latin1("SIMPLE  =                    T"),
    "libvips' own format": latin1("\x08\xf2\xa6\xb6"),
    QOI: latin1("qoif\0\0\x01\x90\0\0\x01\x2c\x03\0"),
    MNG: latin1("\x8aMNG\r\n\x1a\n"),
    SVG: Buffer.from(svg),
    "SVG with XML declaration": Buffer.from(`<?xml version="1.0"?>${svg}`),
    "SVG with an external picture": Buffer.from(external),
    "SVG with entities": Buffer.from(entities),
    "compressed SVG": gzipSync(svg),
    "UTF-16 SVG": Buffer.from(`\ufeff${svg}`, "utf16le"),
    PDF: latin1("%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n"),
    PostScript: latin1("%!PS-Adobe-3.0 EPSF-3.0\n"),
    "ImageMagick MVG": latin1("push graphic-context\nimage over 0,0 0,0 'https://127.0.0.1/'\n"),
    HTML: latin1("<!doctype html><title>404</title>"),
    JSON: latin1('{"error":"not found"}'),
    text: latin1("a,b,c\n1,2,3\n"),
    ZIP: latin1("PK\x03\x04\x14\0\0\0"),
    "ELF program": latin1("\x7fELF\x02\x01\x01"),
    "Windows program": latin1("MZ\x90\0\x03"),
    "MP4 video": ftyp("isom"),
    "WebM video": latin1("\x1aE\xdf\xa3\x01"),
    "WAV sound": riff("WAVE", ["fmt ", Buffer.alloc(16)]),
    "AVI video": riff("AVI ", ["LIST", Buffer.alloc(16)]),
    "zero bytes": Buffer.alloc(10_000),
    "0xff bytes": Buffer.alloc(10_000, 0xff),
    "PNG after a text transfer": latin1(png.toString("latin1").replaceAll("\r\n", "\n")),
    "JPEG in base64": latin1(jpeg.toString("base64")),
    "JPEG in gzip": gzipSync(jpeg),
    "JPEG after a byte order mark": Buffer.concat([latin1("\xef\xbb\xbf"), jpeg]),
  });
}
