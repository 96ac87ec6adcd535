import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { CaptureType } from "@image-staging/client";
import { open } from "@image-staging/inference-contract/serving/picture";
import { guessCapture as guess } from "@image-staging/site/pages/playground/capture.js";
import { otherFormatOf } from "service/lambdas/runtime/picture/format.ts";
import sharp from "sharp";
import { Failure } from "../failure.ts";
import { readSampleRoom } from "../sample-room.ts";

export type LocalPicture = { name: string; data: Buffer; width: number; height: number };

/** Reads a picture; without a file it is the sample room. */
export async function readPicture(file: string | undefined): Promise<LocalPicture> {
  if (file === undefined) return describePicture("drawn-room.jpg", await readSampleRoom());
  const data = await readFile(file).catch(() => {
    throw new Failure(2, `There is no file ${file}.`);
  });
  return describePicture(basename(file), data);
}

/** A picture and its upright size. Throws a Failure for a file that is not a picture. */
export async function describePicture(name: string, data: Buffer): Promise<LocalPicture> {
  const { width, height } = await sharp(data)
    .metadata()
    .then(({ autoOrient }) => autoOrient)
    .catch(() => {
      throw new Failure(
        2,
        `${name} is not a picture that this machine can read: ${otherFormatOf(data.subarray(0, 256))}`,
      );
    });
  return { name, data, width, height };
}

/** The likely capture type, as the playground guesses it. */
export async function guessCapture({ data, width, height }: LocalPicture): Promise<CaptureType> {
  const { data: pixels, info } = await open(data)
    .resize(128, 128, { fit: "inside" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return guess({ width, height }, pixels, info.channels);
}
