import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Dimensions } from "../../../../lambdas/domain/source-asset/dimensions.ts";
import { sampleOf } from "../../../support/full-run.ts";
import { drawBlank, drawRoom } from "../../../support/pictures.ts";
import { withSegment } from "./containers.ts";
import { near, quarters, temporaryFolder, workingCopyOf as workingCopy } from "./working-copies.ts";

const folder = temporaryFolder();
const workingCopyOf = (picture: Buffer | string) => workingCopy(picture, folder.path("working.jpg"));

describe("the working copy", () => {
  test.each(["jpeg", "png", "webp"] as const)(
    "of a %s file is a JPEG of the same picture",
    async (format) => {
      const file = folder.path(`original.${format}`);
      await quarters(400, 300).toFormat(format, { quality: 95 }).toFile(file);
      const copy = await workingCopyOf(file);
      expect(copy).toMatchObject({
        format,
        width: 400,
        height: 300,
        info: { width: 400, height: 300, channels: 3 },
      });
      expect(copy.working).toEqual({ width: 400, height: 300, bytes: copy.bytes.length });
      expect(copy.metadata).toMatchObject({
        format: "jpeg",
        chromaSubsampling: "4:4:4",
        depth: "uchar",
        space: "srgb",
      });
      near(copy.at(50, 50), [200, 30, 30]);
      near(copy.at(350, 50), [30, 160, 30]);
      near(copy.at(50, 250), [30, 30, 200]);
      near(copy.at(350, 250), [250, 250, 250]);
    },
  );

  test.each([
    [1, [0, 1, 2, 3]],
    [2, [1, 0, 3, 2]],
    [3, [3, 2, 1, 0]],
    [4, [2, 3, 0, 1]],
    [5, [0, 2, 1, 3]],
    [6, [2, 0, 3, 1]],
    [7, [3, 1, 2, 0]],
    [8, [1, 3, 0, 2]],
  ])("is upright for EXIF orientation %i", async (orientation, order) => {
    const picture = await quarters(400, 300).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const copy = await workingCopyOf(picture);
    const upright = orientation < 5 ? { width: 400, height: 300 } : { width: 300, height: 400 };
    expect(copy).toMatchObject({ ...upright, working: upright });
    expect(copy.metadata.orientation).toBeUndefined();
    const colours = [
      [200, 30, 30],
      [30, 160, 30],
      [30, 30, 200],
      [250, 250, 250],
    ];
    const corners = [copy.at(20, 20), copy.at(upright.width - 20, 20), copy.at(20, upright.height - 20)];
    for (const [corner, colour] of corners.entries()) near(colour, colours[order[corner] ?? 0] ?? [], 8);
  });

  test("shows a wide-gamut picture's colours in sRGB", async () => {
    const green = { r: 60, g: 180, b: 75 };
    const inP3 = await drawBlank({ width: 300, height: 300 }, "rgb(60,180,75)")
      .withIccProfile("p3")
      .jpeg({ quality: 100 })
      .toBuffer();
    const stored = await sharp(inP3, { ignoreIcc: true }).raw().toBuffer();
    const copy = await workingCopyOf(inP3);
    expect(Math.abs((stored[0] ?? 0) - green.r)).toBeGreaterThan(20);
    near(copy.at(150, 150), [green.r, green.g, green.b], 4);
    expect(copy.metadata.hasProfile).toBe(false);
  });

  test("shows a CMYK picture in sRGB", async () => {
    const picture = await quarters(400, 300).toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(picture).metadata()).channels).toBe(4);
    const copy = await workingCopyOf(picture);
    expect(copy.info.channels).toBe(3);
    near(copy.at(50, 50), [200, 30, 30], 45);
    near(copy.at(350, 250), [250, 250, 250], 12);
  });

  test("shows 16-bit and grey pictures as they are", async () => {
    const deep = await quarters(400, 300).toColourspace("rgb16").png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe("ushort");
    near((await workingCopyOf(deep)).at(50, 50), [200, 30, 30]);
    const grey = await drawBlank({ width: 300, height: 300 }, "#646464")
      .toColourspace("b-w")
      .png()
      .toBuffer();
    expect((await sharp(grey).metadata()).channels).toBe(1);
    const copy = await workingCopyOf(grey);
    expect(copy.info.channels).toBe(3);
    near(copy.at(9, 9), [100, 100, 100], 2);
  });

  test("has white for what was transparent", async () => {
    const glass = {
      create: { width: 300, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    } as const;
    const half = { create: { ...glass.create, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } } as const;
    near((await workingCopyOf(await sharp(glass).png().toBuffer())).at(9, 9), [255, 255, 255], 1);
    near(
      (await workingCopyOf(await sharp(half).webp({ lossless: true }).toBuffer())).at(9, 9),
      [127, 127, 127],
      3,
    );
  });

  test("carries none of the picture's metadata", async () => {
    const camera = { IFD0: { Make: "SecretCamera", Copyright: "SecretOwner" } };
    const place = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 30/1 0/1", GPSMapDatum: "SecretPlace" } };
    const picture = await drawRoom({ width: 400, height: 300 })
      .withExif({ ...camera, ...place })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretXmp</x:xmpmeta>')
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    const tagged = withSegment(
      withSegment(picture, "com", "SecretComment"),
      "app13",
      "Photoshop 3.0\0SecretIptc",
    );
    for (const secret of [
      "SecretCamera",
      "SecretOwner",
      "SecretPlace",
      "SecretXmp",
      "SecretComment",
      "SecretIptc",
    ]) {
      expect(tagged.includes(secret), secret).toBe(true);
    }
    const { bytes, metadata } = await workingCopyOf(tagged);
    expect(bytes.includes("Secret")).toBe(false);
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  const sizes: [name: string, width: number, height: number, working: Dimensions][] = [
    ["a photo", 6000, 4000, { width: 6000, height: 4000 }],
    ["a large photo", 9000, 6000, { width: 8192, height: 5461 }],
    ["a small panorama", 1024, 512, { width: 1024, height: 512 }],
    ["a panorama", 9000, 4500, { width: 8192, height: 4096 }],
    ["a very narrow picture", 300, 9000, { width: 273, height: 8192 }],
  ];
  test.each(sampleOf(sizes, 2))("of %s has at most its long side", async (_, width, height, working) => {
    const picture = await drawBlank({ width, height }).jpeg().toBuffer();
    expect(await workingCopyOf(picture)).toMatchObject({ width, height, working, info: working });
  });

  test("of an animation is its first frame", async () => {
    const frames = await drawBlank({ width: 300, height: 300 }, "#c81e1e")
      .extend({ bottom: 600, background: "#1e1ec8" })
      .raw()
      .toBuffer();
    const raw = { width: 300, height: 900, channels: 3, pageHeight: 300 } as const;
    const animation = await sharp(frames, { raw })
      .webp({ lossless: true, delay: [50, 50, 50] })
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBeGreaterThan(1);
    const copy = await workingCopyOf(animation);
    expect(copy).toMatchObject({ width: 300, height: 300 });
    near(copy.at(150, 150), [200, 30, 30]);
  });
});
