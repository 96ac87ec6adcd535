import sharp from "sharp";
import { expect, test } from "vitest";
import { proCapture } from "../../src/drawing/pro-capture.ts";
import { seeded } from "../../src/drawing/random.ts";
import { stagePanorama } from "../../src/drawing/stage.ts";
import { styleOf } from "../../src/drawing/styles.ts";
import { difference, panorama, pixelsOf } from "../pictures.ts";

/** How much the left edge differs from the right one, per row and channel. */
async function seamOf(picture: Buffer, width: number) {
  const pixels = await pixelsOf(picture);
  let sum = 0;
  for (let at = 0; at < pixels.length; at += width * 3) {
    for (const channel of [0, 1, 2]) {
      sum += Math.abs((pixels[at + channel] ?? 0) - (pixels[at + (width - 1) * 3 + channel] ?? 0));
    }
  }
  return sum / (pixels.length / width);
}

test.each([1, 2, 3, 4, 5, 6])("a staged panorama closes without a seam (seed %i)", async (seed) => {
  const source = await panorama(1024);
  const staged = await stagePanorama(source, styleOf("boho"), seeded(seed));
  expect(await seamOf(staged, source.width)).toBeLessThan(4);
});

/** A panorama seen from the other side: its halves exchanged. */
async function turned(picture: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const half = { top: 0, width: width / 2, height };
  const [left, right] = await Promise.all(
    [0, width / 2].map((from) =>
      sharp(picture)
        .extract({ ...half, left: from })
        .png()
        .toBuffer(),
    ),
  );
  return sharp({ create: { width, height, channels: 3, background: "#000" } })
    .composite([
      { input: right ?? picture, left: 0, top: 0 },
      { input: left ?? picture, left: width / 2, top: 0 },
    ])
    .png()
    .toBuffer();
}

test("pro_capture judges a panorama alike wherever its edges lie", async () => {
  const [width, height] = [512, 256];
  const grain = { type: "gaussian" as const, mean: 150, sigma: 25 };
  const shade = {
    create: { width: 80, height, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0.75 } },
  };
  const data = await sharp({ create: { width, height, channels: 3, background: "#888", noise: grain } })
    .composite([{ input: shade, left: width - 80, top: 0 }])
    .png()
    .toBuffer();
  const enhance = (picture: Buffer) => proCapture({ data: picture, width, height }, "panorama360", seeded(1));
  const [before, after] = [await enhance(await turned(data)), await turned(await enhance(data))];
  // Above the mark, which stays at the picture's left edge.
  const beside = { left: width / 2 + 16, top: 0, width: 64, height: height / 2 - 28 };
  const [a, b] = await Promise.all([before, after].map((one) => sharp(one).extract(beside).png().toBuffer()));
  if (!a || !b) throw new Error("there are two pictures");
  expect(await difference(a, b)).toBeLessThan(0.4);
});
