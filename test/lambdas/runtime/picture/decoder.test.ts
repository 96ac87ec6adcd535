import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { applyMask } from "../../../../lambdas/approval/compose.ts";
import { pixelsOf } from "../../../../lambdas/runtime/picture/decoder.ts";
import { encodeOutput } from "../../../../lambdas/runtime/picture/encode-output.ts";
import { bandsPng, greyProfile, profileOf } from "./deep-pictures.ts";
import { near, temporaryFolder, workingCopyOf } from "./working-copies.ts";

const folder = temporaryFolder();
const making = { workflow: "staging", technique: "graphics" } as const;
const profiles = { none: undefined, srgb: await profileOf("srgb"), p3: await profileOf("p3") };
const middles = [30, 90, 150, 210, 270];

/** Every way in which a caller's or a model's picture is decoded, as the colours of its bands. */
const readings: Record<string, (picture: Buffer) => Promise<number[]>> = {
  "a working copy": async (picture) => {
    const file = folder.path("deep.png");
    await writeFile(file, picture);
    const copy = await workingCopyOf(file, folder.path("working.jpg"));
    return middles.flatMap((x) => copy.at(x, 150));
  },
  pixels: async (picture) => bandsOf(await pixelsOf(picture)),
  "scaled pixels": async (picture) => bandsOf(await pixelsOf(picture, { width: 300, height: 150 })),
  "an output": async (picture) => {
    const { data, info } = await sharp(await encodeOutput(picture, making))
      .raw()
      .toBuffer({ resolveWithObject: true });
    return bandsOf({ pixels: data, ...info });
  },
};

const bandsOf = ({ pixels, width }: { pixels: Buffer; width: number }) =>
  middles.flatMap((x) => [...pixels.subarray((100 * width + x) * 3, (100 * width + x) * 3 + 3)]);

describe.each(Object.entries(readings))("%s of 16 bits", (_name, read) => {
  test.each([
    ["rgb", "none", profiles.none],
    ["rgb", "sRGB", profiles.srgb],
    ["rgb", "Display P3", profiles.p3],
    ["rgba", "Display P3", profiles.p3],
    ["grey", "none", profiles.none],
    ["grey", "gamma 1.8", greyProfile()],
    ["greyAlpha", "gamma 1.8", greyProfile()],
  ] as const)("has the colours of 8 bits: %s, profile %s", async (kind, _profile, profile) => {
    const [deep, plain] = [bandsPng(16, kind, profile), bandsPng(8, kind, profile)];
    near(await read(deep), await read(plain), 4);
  });
});

test("a profile changes what is decoded, so that these tests notice if it is left out", async () => {
  const colours = async (kind: "rgb" | "grey", profile: Buffer | undefined) =>
    bandsOf(await pixelsOf(bandsPng(16, kind, profile)));
  expect((await colours("rgb", profiles.p3))[0]).toBeGreaterThan(210);
  expect((await colours("grey", greyProfile()))[12]).toBeGreaterThan(110);
  near((await colours("rgb", profiles.srgb)).slice(0, 3), [200, 30, 30], 1);
});

test.each([8, 16] as const)(
  "a mask of %i bits is read as its numbers, whatever its profile",
  async (depth) => {
    const source = await pixelsOf(bandsPng(8, "rgb"));
    for (const profile of [undefined, greyProfile()]) {
      const edited = await applyMask(
        await pixelsOf(bandsPng(8, "rgb")),
        bandsPng(depth, "grey", profile),
        source,
      );
      expect(middles.map((x) => edited?.mask.pixels[x])).toEqual([200, 30, 30, 250, 100]);
    }
  },
);
