import { drawMask } from "@image-staging/inference-contract/sample-pictures";
import sharp from "sharp";
import { expect, test } from "vitest";
import { normalizeMask } from "../../../../lambdas/runtime/picture/normalize-mask.ts";

const size = { width: 300, height: 200 };
const drawn = await drawMask(300, 200);
const samplesOf = async (mask: Buffer) => {
  const { data, info } = await sharp(mask).toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { data, info };
};
const wanted = await samplesOf(drawn);

/** The part of samples in which two masks differ. */
const differing = (a: Buffer, b: Buffer) => a.filter((value, at) => value !== b[at]).length / a.length;
/** White strokes on nothing, as brushes leave them. */
const strokes = await sharp({ create: { ...size, channels: 3, background: "white" } })
  .joinChannel(wanted.data, { raw: { ...size, channels: 1 } })
  .png()
  .toBuffer();

test.each([
  ["a PNG of one channel", drawn],
  ["a JPEG", await sharp(drawn).jpeg({ quality: 60 }).toBuffer()],
  ["a WebP in colour", await sharp(drawn).toColourspace("srgb").webp().toBuffer()],
  ["a PNG of 16 bits", await sharp(drawn).toColourspace("grey16").png().toBuffer()],
  ["a smaller one", await sharp(drawn).resize(75, 50).png().toBuffer()],
  ["one of proportions that are off by less than 1 %", await drawMask(302, 200)],
  ["white strokes on nothing", strokes],
  [
    "one that is upright only by its metadata",
    await sharp(drawn).rotate(270).withMetadata({ orientation: 6 }).png().toBuffer(),
  ],
])("%s becomes a PNG of one channel and the working size, with 0 and 255 alone", async (_, mask) => {
  const { data, info } = await samplesOf(await normalizeMask(mask, size));
  expect(info).toMatchObject({ ...size, channels: 1 });
  expect([...new Set(data)].sort()).toEqual([0, 255]);
  expect(differing(data, wanted.data)).toBeLessThan(0.02);
});

test.each([
  ["is no picture", Buffer.from("white"), "mask is not a JPEG, PNG or WebP picture: it is a text"],
  ["is empty", Buffer.alloc(0), "mask is not a JPEG, PNG or WebP picture: it is empty"],
  ["ends too early", drawn.subarray(0, drawn.length - 20), "mask cannot be read"],
  ["has a damaged header", Buffer.concat([drawn.subarray(0, 12), Buffer.alloc(200)]), "mask cannot be read"],
  [
    "has other proportions",
    await drawMask(304, 200),
    "mask must have the proportions of its picture, within 1 %",
  ],
  ["marks nothing", await sharp(drawn).linear(0.4).png().toBuffer(), "mask is all black"],
  ["marks everything", await sharp(drawn).linear(0.4, 150).png().toBuffer(), "mask is all white"],
])("one that %s is refused with words that name it, and no retry", async (_, mask, words) => {
  await expect(normalizeMask(mask, size)).rejects.toMatchObject({
    code: "invalid_mask",
    retryable: false,
    message: expect.stringContaining(words),
  });
});
