import { execFileSync } from "node:child_process";
import { captureTypes, workflows } from "@image-staging/inference-contract/vocabulary";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { drawMask, words } from "../../../../bin/label-masks/masks.ts";
import type { Dimensions } from "../../../../lambdas/domain/source-asset/dimensions.ts";
import type { CaptureType } from "../../../../lambdas/domain/vocabulary.ts";
import { encodeOutput } from "../../../../lambdas/runtime/picture/encode-output.ts";
import { type Label, labelOverlays } from "../../../../lambdas/runtime/picture/label.ts";
import { labelMasks } from "../../../../lambdas/runtime/picture/label-masks.ts";
import { sampleOf } from "../../../support/full-run.ts";
import { drawBlank } from "../../../support/pictures.ts";
import { readQrCodes } from "../../../support/qr-codes.ts";

const id = "7q3m9x2v5b8n4c6z1k0r8t2w4d";
/** The longest address: API Gateway's own name in the Region with the longest name. */
const longUrl = `https://abcdefghij.execute-api.ap-southeast-2.amazonaws.com/prod/d/${id}`;
const shortUrl = `https://api.example.com/d/${id}`;

const labelOf = (size: Dimensions, changes: Partial<Label> = {}): Label => ({
  workflow: "staging",
  captureType: "photo",
  size,
  pageUrl: null,
  ...changes,
});

const noisy = (size: Dimensions): Sharp =>
  sharp({
    create: { ...size, channels: 3, background: "#000", noise: { type: "gaussian", mean: 128, sigma: 80 } },
  });

const backgrounds: Record<string, (size: Dimensions) => Sharp> = {
  white: (size) => drawBlank(size, "#ffffff"),
  black: (size) => drawBlank(size, "#000000"),
  "mid-grey": (size) => drawBlank(size, "#767676"),
  noisy,
};

const labelled = async (picture: Sharp, label: Label) =>
  encodeOutput(
    await picture.jpeg().toBuffer(),
    { workflow: label.workflow, technique: "trained" },
    null,
    label,
  );

/** Relative luminance and contrast as WCAG 2 defines them. */
const luminance = (grey: number) => {
  const value = grey / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const contrast = (a: number, b: number) =>
  (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);

/** Where the first overlay, the plate, is. */
const plateOf = async (label: Label) => {
  const [plate] = await labelOverlays(label);
  const { left = 0, top = 0, raw } = plate ?? {};
  return { left, top, width: raw?.width ?? 0, height: raw?.height ?? 0, pixels: plate?.input as Buffer };
};

describe.each(Object.entries(backgrounds))("on a %s picture", (_name, draw) => {
  // @contract added.12
  test.each(
    sampleOf(
      [
        { width: 256, height: 256 },
        { width: 1024, height: 768 },
        { width: 1500, height: 1000 },
      ],
      2,
    ),
  )("of $width × $height, the words have a contrast of 4.5 to 1 at least", async (size) => {
    for (const workflow of workflows) {
      const label = labelOf(size, { workflow });
      const plate = await plateOf(label);
      const { pixels, ...region } = plate;
      const shown = await sharp(await labelled(draw(size), label))
        .extract(region)
        .greyscale()
        .raw()
        .toBuffer();
      const meanWhere = (isWanted: (drawn: number) => boolean) => {
        const values = [...shown].filter((_, at) => isWanted(pixels[at] ?? 0));
        return values.reduce((sum, value) => sum + value, 0) / values.length;
      };
      const letters = meanWhere((drawn) => drawn > 240);
      const around = meanWhere((drawn) => drawn < 30);
      expect(contrast(letters, around)).toBeGreaterThan(4.5);
    }
  });
});

/** Of these, `npm test` takes the smallest, an ordinary one, a wide one and the largest. */
const allSizes: Dimensions[] = [
  { width: 256, height: 256 },
  { width: 256, height: 8192 },
  { width: 8192, height: 256 },
  { width: 512, height: 256 },
  { width: 640, height: 480 },
  { width: 1024, height: 512 },
  { width: 2048, height: 1365 },
  { width: 1365, height: 2048 },
  { width: 4096, height: 2048 },
  { width: 8192, height: 4096 },
  { width: 8192, height: 8192 },
];
const sizes = sampleOf(allSizes, 3);

describe.each(captureTypes)("of a %s", (captureType) => {
  // @contract added.12
  test.each(sizes)(
    "a label of $width × $height is inside the picture and outside its middle 80 %",
    async (size) => {
      for (const workflow of workflows)
        for (const pageUrl of [null, shortUrl, longUrl]) {
          const overlays = await labelOverlays(labelOf(size, { workflow, captureType, pageUrl }));
          expect(overlays.length).toBeGreaterThan(0);
          for (const { left = -1, top = -1, raw } of overlays) {
            expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
            expect(left + (raw?.width ?? 0)).toBeLessThanOrEqual(size.width);
            expect(top + (raw?.height ?? 0)).toBeLessThanOrEqual(size.height);
            expect(left >= 0.9 * size.width || top >= 0.9 * size.height).toBe(true);
          }
        }
    },
  );
});

test("the plate and the code of a label do not overlap", async () => {
  for (const size of sizes)
    for (const captureType of captureTypes) {
      const [plate, code] = await labelOverlays(labelOf(size, { captureType, pageUrl: longUrl }));
      if (!plate || !code) continue;
      const isBeside = (plate.left ?? 0) + (plate.raw?.width ?? 0) <= (code.left ?? 0);
      const isAbove = (plate.top ?? 0) + (plate.raw?.height ?? 0) <= (code.top ?? 0);
      expect(isBeside || isAbove).toBe(true);
    }
});

// @contract added.12
test("a label keeps its proportion to the picture", async () => {
  const heights = [1, 2, 4].map(async (scale) => {
    const { height } = await plateOf(labelOf({ width: 1500 * scale, height: 1000 * scale }));
    return height / (1000 * scale);
  });
  for (const height of await Promise.all(heights)) expect(height).toBeCloseTo(0.06, 2);
});

test("a panorama's label is at the height of the eyes, so that a viewer does not distort it", async () => {
  const size = { width: 4096, height: 2048 };
  const overlays = await labelOverlays(labelOf(size, { captureType: "panorama360", pageUrl: longUrl }));
  const edges = overlays.flatMap(({ top = 0, raw }) => [top, top + (raw?.height ?? 0)]);
  expect((Math.min(...edges) + Math.max(...edges)) / 2).toBeCloseTo(size.height / 2, -1);
});

describe("the QR code", () => {
  const printed: [CaptureType, Dimensions, string][] = [
    ["photo", { width: 1600, height: 1200 }, shortUrl],
    ["photo", { width: 2048, height: 1365 }, longUrl],
    ["photo", { width: 1365, height: 2048 }, longUrl],
    ["photo", { width: 3000, height: 2250 }, longUrl],
    ["floorplan", { width: 2400, height: 2400 }, longUrl],
    ["panorama360", { width: 4096, height: 2048 }, longUrl],
  ];
  // @contract added.13
  test.each(sampleOf(printed, 4))(
    "of a %s of %j leads to the page, also at JPEG quality 60 and at half the size",
    async (captureType, size, pageUrl) => {
      // Noise is what a reader searches longest.
      const picture = size.width < 2000 ? noisy(size) : drawBlank(size);
      const output = await labelled(picture, labelOf(size, { captureType, pageUrl }));
      const half = Math.round(size.width / 2);
      const copies = [
        output,
        await sharp(output).jpeg({ quality: 60 }).toBuffer(),
        await sharp(output).resize(half).jpeg({ quality: 60 }).toBuffer(),
      ];
      for (const copy of copies) expect(await readQrCodes(copy)).toEqual([pageUrl]);
    },
  );

  // @contract added.13
  test("is left out if it could not be read, and the words stay", async () => {
    const size = { width: 1024, height: 768 };
    expect(await labelOverlays(labelOf(size, { pageUrl: longUrl }))).toHaveLength(1);
    const output = await labelled(noisy(size), labelOf(size, { pageUrl: longUrl }));
    expect(await readQrCodes(output)).toEqual([]);
  });

  test("is not drawn without a page", async () => {
    expect(await labelOverlays(labelOf({ width: 4032, height: 3024 }))).toHaveLength(1);
  });
});

// @contract added.12
test("a label needs no fonts: without any, it is the same", async () => {
  const label = labelOf({ width: 1600, height: 1200 }, { pageUrl: shortUrl });
  const program = `
    const { labelOverlays } = await import(${JSON.stringify(
      new URL("../../../../lambdas/runtime/picture/label.ts", import.meta.url).href,
    )});
    const overlays = await labelOverlays(${JSON.stringify(label)});
    process.stdout.write(overlays.map(({ input }) => input.toString("base64")).join(" "));`;
  const env = {
    PATH: process.env.PATH,
    FONTCONFIG_FILE: "/nonexistent",
    FONTCONFIG_PATH: "/nonexistent",
    HOME: "/nonexistent",
  };
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    env,
    maxBuffer: 2 ** 26,
  }).toString();
  const expected = (await labelOverlays(label)).map(({ input }) => (input as Buffer).toString("base64"));
  expect(printed).toBe(expected.join(" "));
});

test.each(Object.entries(words))("the mask of %s is what `npm run label-masks` draws", async (name, text) => {
  const pixels = (png: Buffer) => sharp(png).greyscale().raw().toBuffer();
  const kept = Object.entries(labelMasks).find(([word]) => word === name)?.[1] ?? "";
  const drawn = await pixels(await drawMask(text));
  expect((await pixels(Buffer.from(kept, "base64"))).equals(drawn)).toBe(true);
});
