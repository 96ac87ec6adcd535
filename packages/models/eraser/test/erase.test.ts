import sharp from "sharp";
import { expect, test } from "vitest";
import { type Ask, erase } from "../src/erase.ts";

const grey = (width: number, height: number) => ({
  picture: { width, height, data: new Uint8Array(3 * width * height).fill(128) },
  mask: new Uint8Array(width * height).fill(255, 0, (width * height) / 2),
});

test("a picture of more than 6 megapixels is sent with 6, and what is left of it has its own size", async () => {
  const sent: object[] = [];
  const ask: Ask = async ({ image, mask }) => {
    for (const one of [image, mask]) {
      const { width, height } = await sharp(one).metadata();
      sent.push({ width, height });
    }
    return image;
  };
  const { picture, mask } = grey(3000, 2400);
  const erased = await erase(picture, mask, 1, ask);
  expect(sent).toEqual(Array(2).fill({ width: 2738, height: 2190 }));
  expect(erased).toMatchObject({ picture: { width: 3000, height: 2400 } });
}, 120_000);

test.each([
  ["wider than 2.5 times its height", 260, 100],
  ["less than 64 pixels high", 100, 63],
])("a picture %s is declined unasked", async (_, width, height) => {
  const { picture, mask } = grey(width, height);
  const never: Ask = () => Promise.reject(new Error("asked"));
  expect(await erase(picture, mask, 1, never)).toMatchObject({ reason: "cannot_be_emptied" });
});

test("a picture of another size than the one that was sent is no answer", async () => {
  const { picture, mask } = grey(120, 80);
  const other = await sharp({ create: { width: 128, height: 80, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  await expect(erase(picture, mask, 1, async () => other)).rejects.toThrow("it answered 128 x 80 pixels");
});
