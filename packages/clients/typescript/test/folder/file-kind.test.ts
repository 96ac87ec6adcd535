import { expect, test } from "vitest";
import { kindOf } from "../../src/folder/file-kind.ts";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ["\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\x01\x2c\x01\x90\x03", "jpeg", 400, 300],
  ["\xff\xd8\xff\xff\xc2\0\x11\x08\0\x0a\0\x14\x03", "jpeg", 20, 10],
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x90\0\0\x01\x2c\x08\x02", "png", 400, 300],
  [`RIFF\0\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0\x8f\x01\0\x2b\x01\0${"\0".repeat(9)}`, "webp", 400, 300],
  [`RIFF\0\0\0\0WEBPVP8 \n\0\0\0\0\0\0\x9d\x01\x2a\x90\x01\x2c\x01${"\0".repeat(9)}`, "webp", 400, 300],
])("the size of %j is read", (text, format, width, height) => {
  expect(kindOf(bytes(text))).toEqual({ format, width, height });
});

test.each([
  ["%PDF-1.7", /^A PDF: export the page as PNG or JPEG/],
  ["\0\0\0\x18ftypheic", /^A HEIC picture: .* iPhone/],
  ["\0\0\0\x18ftypqt  ", /^A video/],
  ["II*\0", /^A TIFF or raw picture/],
  ["GIF89a", /^A GIF/],
  ["PK\x03\x04", /^A ZIP archive/],
  ["", /^The file is empty/],
  ["Call the agent.", /^Not a picture in JPEG, PNG or WebP/],
  ["\xff\xd8\xff\xe0\0\x10JFIF", /damaged/],
  ["\x89PNG\r\n\x1a\n", /damaged/],
])("of %j it says what to do", (text, words) => {
  expect(kindOf(bytes(text))).toEqual({ format: null, words: expect.stringMatching(words) });
});
