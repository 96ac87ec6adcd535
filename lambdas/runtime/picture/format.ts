/** The formats of pictures that the service takes. */
export type Format = "jpeg" | "png" | "webp";

/** The format by the first bytes, regardless of name and Content-Type; undefined if it is none of the three. */
export function formatOf(head: Uint8Array): Format | undefined {
  const is = (signature: string, at = 0) =>
    String.fromCharCode(...head.subarray(at, at + signature.length)) === signature;
  if (is("\xff\xd8\xff")) return "jpeg";
  if (is("\x89PNG\r\n\x1a\n")) return "png";
  return is("RIFF") && is("WEBP", 8) ? "webp" : undefined;
}

const convert = "Convert it to JPEG.";

/** What often comes instead of a picture, by how it begins, and what to do then. */
const others: [begins: RegExp | string, name: string, advice: string][] = [
  [/^$/, "empty", "Check that the whole file is sent."],
  [
    /^....ftyp(hei|hev|mif1|msf1)/s,
    "a HEIC picture",
    `${convert} An iPhone takes JPEG if Settings, Camera, Formats is Most Compatible.`,
  ],
  [/^....ftypavi[fs]/s, "an AVIF picture", convert],
  [/^....ftypcrx/s, "a raw picture", convert],
  [/^....ftyp/s, "a video", "Send one picture of it, as JPEG."],
  [
    /^\s*%PDF-/,
    "a PDF",
    "Export page 1 as PNG: in Preview by File, Export; in Acrobat by Export a PDF, Image; else as a screenshot.",
  ],
  [
    /^(ï»¿)?\s*<(!doctype html|html|head|body|title|script|!--)/i,
    "a web page",
    "Send the picture itself: its URL must need no sign-in.",
  ],
  [/^(ï»¿)?\s*<(\?xml|svg)/i, "an SVG drawing or another XML text", "Export it as PNG."],
  ["GIF8", "a GIF picture", convert],
  ["II*\0", "a TIFF or raw picture", convert],
  ["MM\0*", "a TIFF or raw picture", convert],
  ["BM", "a BMP picture", convert],
  ["8BPS", "a Photoshop file", "Export it as JPEG."],
  ["\xff\x0a", "a JPEG XL picture", convert],
  ["\0\0\0\x0cJXL ", "a JPEG XL picture", convert],
  ["\0\0\0\x0cjP  ", "a JPEG 2000 picture", convert],
  ["PK\x03\x04", "a ZIP archive", "Send one picture of it."],
  ["\x1f\x8b", "compressed with gzip", "Send it as it is."],
  [/^[\t\n\r -~\u00a0-\u00ff]+$/, "a text", "Send the picture itself: its URL must need no sign-in."],
];

/** What a file is that is in no format of these, by its first bytes, and what to do: the end of a sentence, and another. */
export function otherFormatOf(head: Uint8Array): string {
  const text = Buffer.from(head).toString("latin1");
  const found = others.find(([begins]) =>
    typeof begins === "string" ? text.startsWith(begins) : begins.test(text),
  );
  return found ? `it is ${found[1]}. ${found[2]}` : "it is of another format. Convert it to one of them.";
}
