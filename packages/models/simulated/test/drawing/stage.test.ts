import { type StylePreset, stylePresets } from "@image-staging/inference-contract/vocabulary";
import sharp, { type Stats } from "sharp";
import { expect, test } from "vitest";
import { seeded } from "../../src/drawing/random.ts";
import { proCapture, stageRoom } from "../../src/drawing/stage.ts";
import { difference, panorama, photo, pixelsOf } from "../pictures.ts";

test("every style gives the photograph other colours, and renovating goes further than refurnishing", async () => {
  const source = await photo(320, 240);
  const stage = (preset: StylePreset, kind: "refurnish" | "renovate") =>
    stageRoom(source, { workflow: "staging", kind, roomTypes: ["Kitchen"], style: preset }, seeded(5));
  const refurnished = await Promise.all(stylePresets.map((preset) => stage(preset, "refurnish")));
  for (const [nth, one] of refurnished.entries()) {
    for (const other of refurnished.slice(nth + 1)) expect(await difference(one, other)).toBeGreaterThan(2);
  }
  const [wallBefore, wallAfter] = await Promise.all(
    [refurnished[0], await stage("modern", "renovate")].map(async (picture) => {
      const wall = await sharp(picture).extract({ left: 100, top: 10, width: 20, height: 20 }).toBuffer();
      return (await pixelsOf(wall)).reduce((sum, value) => sum + value, 0);
    }),
  );
  expect(wallAfter).toBeGreaterThan(wallBefore ?? Number.POSITIVE_INFINITY);
});

test("a dim picture with a colour cast comes out of pro_capture brighter, more neutral and with more contrast", async () => {
  const { data, width, height } = await photo();
  const dim = await sharp(data).linear([0.5, 0.46, 0.4], [8, 8, 8]).jpeg().toBuffer();
  const enhanced = await proCapture({ data: dim, width, height }, "photo", seeded(1));
  const [before, after] = [await sharp(dim).stats(), await sharp(enhanced).stats()];
  const mean = ({ channels }: Stats) => channels.reduce((sum, channel) => sum + channel.mean, 0) / 3;
  const cast = ({ channels: [red, , blue] }: Stats) => (red?.mean ?? 0) / (blue?.mean ?? 1);
  expect(mean(after)).toBeGreaterThan(mean(before) * 1.3);
  expect(cast(after)).toBeLessThan(cast(before) - 0.03);
  expect(after.channels[1]?.stdev).toBeGreaterThan(before.channels[1]?.stdev ?? 0);
});

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
  const staged = await stageRoom(
    source,
    { workflow: "staging", kind: "panorama360", style: "boho" },
    seeded(seed),
  );
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
