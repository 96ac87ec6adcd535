import sharp from "sharp";
import { expect, test } from "vitest";
import { decode } from "../../src/serving/picture.ts";

const size = { width: 16, height: 16 };
const colours = [
  [200, 30, 30],
  [30, 160, 30],
];

test.each(colours)("a source of 16 bits with a profile has its colours: %i, %i, %i", async (r, g, b) => {
  const plain = sharp({ create: { ...size, channels: 3, background: { r, g, b } } });
  const data = await plain.toColourspace("rgb16").withIccProfile("srgb").png().toBuffer();
  const { depth, hasProfile } = await sharp(data).metadata();
  expect([depth, hasProfile]).toEqual(["ushort", true]);
  const [red = 0, green = 0, blue = 0] = (await decode({ data, ...size })).data;
  expect(Math.max(Math.abs(red - r), Math.abs(green - g), Math.abs(blue - b))).toBeLessThanOrEqual(4);
});
