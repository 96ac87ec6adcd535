import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { JobFailure } from "../../../../lambdas/domain/failures.ts";
import { inspectPicture, normalizePicture } from "../../../../lambdas/runtime/picture/read-picture.ts";
import { drawBlank, drawPanorama, drawRoom } from "../../../support/pictures.ts";
import { exif, exifSegment, withSegment } from "./containers.ts";
import { near, quarters, temporaryFolder, workingCopyOf as workingCopy } from "./working-copies.ts";

const folder = temporaryFolder();
const workingCopyOf = (picture: Buffer | string) => workingCopy(picture, folder.path("working.jpg"));

describe("reading a picture", () => {
  test("ignores the file's name", async () => {
    const file = folder.path("picture.jpg");
    await writeFile(file, await drawRoom({ width: 300, height: 300 }).png().toBuffer());
    expect(await inspectPicture(file)).toEqual({ format: "png", width: 300, height: 300, poseHeading: null });
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

  test("names what to change", async () => {
    const small = await drawBlank({ width: 100, height: 300 }).png().toBuffer();
    await expect(inspectPicture(small)).rejects.toThrow(
      "at least 256 pixels on its short side: the picture has 100 × 300",
    );
    await expect(inspectPicture(Buffer.from("%PDF-1.7"))).rejects.toThrow("not a JPEG, PNG or WebP picture");
    const progressive = await drawBlank({ width: 300, height: 300 })
      .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
      .toBuffer();
    const frame = progressive.indexOf(Buffer.from([0xff, 0xc2]));
    for (const side of [5, 7]) progressive.writeUInt16BE(8000, frame + side);
    await expect(inspectPicture(progressive)).rejects.toThrow("Send it as baseline JPEG");
  });

  test("does not blame the picture when the copy cannot be written or the file is missing", async () => {
    const picture = await drawPanorama({ width: 600 }).jpeg().toBuffer();
    const troubles = [
      () => normalizePicture(picture, folder.path("none", "out.jpg")),
      () => inspectPicture(folder.path("none")),
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
    expect(await inspectPicture(lying)).toEqual({
      format: "jpeg",
      width: 400,
      height: 300,
      poseHeading: null,
    });
  });
});
