import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JobFailure } from "../../../lambdas/domain/failures.ts";
import { inspectPicture, normalizePicture } from "../../../lambdas/runtime/picture/read-picture.ts";
import { drawBlank, drawPanorama, drawRoom } from "../../pictures.ts";
import { exif, exifSegment, withSegment } from "./containers.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "picture-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The working copy of a picture, and its pixels as RGB. */
async function workingCopyOf(picture: Buffer | string) {
  const file = join(folder, "working.jpg");
  const result = await normalizePicture(picture, file);
  const bytes = await readFile(file);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels)].slice(0, 3);
  return { ...result, bytes, info, at, metadata: await sharp(bytes).metadata() };
}

function near(actual: number[], expected: number[], tolerance = 6): void {
  for (const [index, value] of expected.entries()) {
    expect(Math.abs((actual[index] ?? -99) - value), `${actual} is not near ${expected}`).toBeLessThanOrEqual(
      tolerance,
    );
  }
}

/** Red, green, blue and white quarters, so that a turn or a wrong channel shows. */
function quarters(width: number, height: number) {
  const colours = [
    [200, 30, 30],
    [30, 160, 30],
    [30, 30, 200],
    [250, 250, 250],
  ];
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = colours[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] ?? [];
      pixels.set(colour, (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

describe("the working copy", () => {
  test.each(["jpeg", "png", "webp"] as const)(
    "of a %s file is a JPEG of the same picture",
    async (format) => {
      const file = join(folder, `original.${format}`);
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
  ])("stands upright for EXIF orientation %i", async (orientation, order) => {
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

  test("has white where the picture was transparent", async () => {
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

  test.each([
    ["a photo", 5000, 3000, { width: 4096, height: 2458 }],
    ["a panorama", 9000, 4500, { width: 8192, height: 4096 }],
    ["a small panorama", 1024, 512, { width: 1024, height: 512 }],
    ["a very narrow picture", 256, 10_000, { width: 105, height: 4096 }],
  ])("of %s has at most its long side", async (_, width, height, working) => {
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

describe("reading a picture", () => {
  test("does not go by its name", async () => {
    const file = join(folder, "picture.jpg");
    await writeFile(file, await drawRoom({ width: 300, height: 300 }).png().toBuffer());
    expect(await inspectPicture(file)).toEqual({ format: "png", width: 300, height: 300 });
  });

  test("forgives the scan parameters that some phones write wrong", async () => {
    const picture = await quarters(400, 300).jpeg({ quality: 95 }).toBuffer();
    const scan = picture.indexOf(Buffer.from([0xff, 0xda]));
    picture[scan + picture.readUInt16BE(scan + 2)] = 0;
    await expect(sharp(picture).toBuffer()).rejects.toThrow("Invalid SOS parameters");
    near((await workingCopyOf(picture)).at(350, 50), [30, 160, 30]);
  });

  test("finds the damage in a picture with a phone's mistake all the same", async () => {
    const picture = await quarters(400, 300).jpeg({ quality: 95 }).toBuffer();
    const scan = picture.indexOf(Buffer.from([0xff, 0xda]));
    picture[scan + picture.readUInt16BE(scan + 2)] = 0;
    await expect(workingCopyOf(picture.subarray(0, -200))).rejects.toMatchObject({ code: "invalid_image" });
  });

  test("says what to change", async () => {
    const small = await drawBlank({ width: 100, height: 300 }).png().toBuffer();
    await expect(inspectPicture(small)).rejects.toThrow(
      "at least 256 pixels on its short side: the picture has 100 × 300",
    );
    await expect(inspectPicture(Buffer.from("%PDF-1.7"))).rejects.toThrow("not a JPEG, PNG or WebP picture");
    const progressive = await drawBlank({ width: 8000, height: 8000 })
      .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
      .toBuffer();
    await expect(inspectPicture(progressive)).rejects.toThrow("Send it as baseline JPEG");
  });

  test("does not blame the picture when the copy cannot be written or the file is missing", async () => {
    const picture = await drawPanorama({ width: 600 }).jpeg().toBuffer();
    const troubles = [
      () => normalizePicture(picture, join(folder, "none", "out.jpg")),
      () => inspectPicture(join(folder, "none")),
    ];
    for (const trouble of troubles) {
      const error = await trouble().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(JobFailure);
    }
  });

  test("takes the size from the picture, not from EXIF", async () => {
    const picture = await drawRoom({ width: 400, height: 300 }).jpeg().toBuffer();
    const lying = withSegment(
      picture,
      "app1",
      exifSegment(
        exif([
          [0xa002, 4, 1, 99_999],
          [0x0100, 4, 1, 1],
        ]),
      ),
    );
    expect(await inspectPicture(lying)).toEqual({ format: "jpeg", width: 400, height: 300 });
  });
});
