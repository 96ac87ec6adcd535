import { type StylePreset, stylePresets } from "@image-staging/inference-contract/vocabulary";
import sharp, { type Stats } from "sharp";
import { expect, test } from "vitest";
import { proCapture } from "../../src/drawing/pro-capture.ts";
import { seeded } from "../../src/drawing/random.ts";
import { stagePhoto } from "../../src/drawing/stage.ts";
import { styleOf } from "../../src/drawing/styles.ts";
import { difference, photo, pixelsOf } from "../pictures.ts";

test("every style gives the photograph other colours, and renovating goes further than refurnishing", async () => {
  const source = await photo(320, 240);
  const stage = (preset: StylePreset, strength: "light" | "strong") =>
    stagePhoto(source, ["Kitchen"], styleOf(preset), strength, seeded(5));
  const refurnished = await Promise.all(stylePresets.map((preset) => stage(preset, "light")));
  for (const [nth, one] of refurnished.entries()) {
    for (const other of refurnished.slice(nth + 1)) expect(await difference(one, other)).toBeGreaterThan(2);
  }
  const [wallBefore, wallAfter] = await Promise.all(
    [refurnished[0], await stage("modern", "strong")].map(async (picture) => {
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
