/** What a file is: a picture that the service takes, with its size in pixels as it is stored, or another, with what to do. */
export type FileKind =
  | { format: "jpeg" | "png" | "webp"; width: number; height: number }
  | { format: null; words: string };

const toJpeg = "Open it and export it as JPEG.";
const others: [begins: RegExp, words: string][] = [
  [/^$/, "The file is empty."],
  [/^\s*%PDF-/, "A PDF: export the page as PNG or JPEG."],
  [
    /^....ftyp(hei|hev|mif1|msf1)/s,
    `A HEIC picture: export it as JPEG. An iPhone takes JPEG if Settings, Camera, Formats is Most Compatible.`,
  ],
  [/^....ftypavi[fs]/s, `An AVIF picture. ${toJpeg}`],
  [/^....ftypcrx|^FUJIFILM|^....IIRO/s, `A raw picture. ${toJpeg}`],
  [/^....ftyp/s, "A video: export one picture of it as JPEG."],
  [/^(II\*\0|MM\0\*)/, `A TIFF or raw picture. ${toJpeg}`],
  [/^GIF8/, `A GIF picture. ${toJpeg}`],
  [/^BM/, `A BMP picture. ${toJpeg}`],
  [/^8BPS/, `A Photoshop file. ${toJpeg}`],
  [/^\s*<(\?xml|svg)/i, "A drawing in SVG or another XML text: export it as PNG."],
  [/^PK[^A-Za-z]/, "A ZIP archive or office document: put the pictures of it into the folder."],
];

/** Reads the kind of a file from its bytes, whatever its name is. */
export function kindOf(bytes: Uint8Array): FileKind {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = Array.from(bytes.subarray(0, 256), (byte) => String.fromCharCode(byte)).join("");
  const size = head.startsWith("\xff\xd8\xff")
    ? sizeOfJpeg(view)
    : head.startsWith("\x89PNG\r\n\x1a\n") && bytes.length > 24
      ? { format: "png" as const, width: view.getUint32(16), height: view.getUint32(20) }
      : head.startsWith("RIFF") && head.slice(8, 12) === "WEBP"
        ? sizeOfWebp(view, head.slice(12, 16))
        : null;
  if (size && size.width > 0 && size.height > 0) return size;
  if (size !== null || /^(\xff\xd8\xff|\x89PNG|RIFF....WEBP)/s.test(head))
    return {
      format: null,
      words: "The picture is damaged: it ends too early. Copy it again from the camera.",
    };
  const found = others.find(([begins]) => begins.test(head));
  return { format: null, words: found?.[1] ?? "Not a picture in JPEG, PNG or WebP." };
}

/** The size is in a start of frame (ITU-T T.81, B.2.2): SOF0 to SOF15 without DHT, JPG and DAC. */
function sizeOfJpeg(view: DataView) {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at++;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { format: "jpeg" as const, width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The size is in the first chunk (RFC 9649, 2.5 to 2.7). */
function sizeOfWebp(view: DataView, chunk: string) {
  if (view.byteLength < 30) return null;
  const uint24 = (at: number) =>
    view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16);
  const sized = (width: number, height: number) => ({ format: "webp" as const, width, height });
  if (chunk === "VP8X") return sized(uint24(24) + 1, uint24(27) + 1);
  if (chunk === "VP8 ") return sized(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  const bits = view.getUint32(21, true);
  return chunk === "VP8L" ? sized((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1) : null;
}
