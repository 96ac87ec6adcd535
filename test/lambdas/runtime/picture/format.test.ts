import { expect, test } from "vitest";
import { formatOf, otherFormatOf } from "../../../../lambdas/runtime/picture/format.ts";
import { inspectPicture } from "../../../../lambdas/runtime/picture/read-picture.ts";

test.each([
  ["", "it is empty. Check that the whole file is sent."],
  [
    "\0\0\0\x18ftypheic\0\0\0\0mif1heic",
    "it is a HEIC picture. Convert it to JPEG. An iPhone takes JPEG if Settings, Camera, Formats is Most Compatible.",
  ],
  ["\0\0\0\x18ftypmif1\0\0\0\0", expect.stringContaining("a HEIC picture")],
  ["\0\0\0\x1cftypavif\0\0\0\0", "it is an AVIF picture. Convert it to JPEG."],
  ["\0\0\0\x1cftypisom\0\0\0\0", "it is a video. Send one picture of it, as JPEG."],
  [
    "%PDF-1.7\n%\xe2\xe3",
    "it is a PDF. Export page 1 as PNG: in Preview by File, Export; in Acrobat by Export a PDF, Image; else as a screenshot.",
  ],
  [
    "\r\n<!DOCTYPE html><title>Sign in</title>",
    "it is a web page. Send the picture itself: its URL must need no sign-in.",
  ],
  ["\xef\xbb\xbf<html>", expect.stringContaining("it is a web page.")],
  ['<?xml version="1.0"?><svg/>', expect.stringContaining("an SVG drawing")],
  ["GIF89a", "it is a GIF picture. Convert it to JPEG."],
  ["II*\0\x08", expect.stringContaining("a TIFF or raw picture")],
  ["\x1f\x8b\x08", "it is compressed with gzip. Send it as it is."],
  ['{"error":"Not authorized"}', "it is a text. Send the picture itself: its URL must need no sign-in."],
  ["\x01\x02\x03", "it is of another format. Convert it to one of them."],
])("what comes instead of a picture is named, with what to do: %j", async (begins, named) => {
  const head = Buffer.from(begins, "latin1");
  expect([formatOf(head), otherFormatOf(head)]).toEqual([undefined, named]);
  await expect(inspectPicture(head)).rejects.toMatchObject({
    code: "unsupported_image_format",
    message: `The file is not a JPEG, PNG or WebP picture: ${otherFormatOf(head)}`,
  });
});
