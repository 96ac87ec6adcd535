import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect } from "vitest";
import { normalizePicture } from "../../../../lambdas/runtime/picture/read-picture.ts";

/** A folder that lives as long as the tests of a file. */
export function temporaryFolder(): { path: (...names: string[]) => string } {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "picture-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return { path: (...names) => join(folder, ...names) };
}

/** The working copy of a picture, and its pixels as RGB. */
export async function workingCopyOf(picture: Buffer | string, file: string) {
  const result = await normalizePicture(picture, file);
  const bytes = await readFile(file);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels)].slice(0, 3);
  return { ...result, bytes, info, at, metadata: await sharp(bytes).metadata() };
}

/** Each channel is as expected but for what JPEG changes. */
export function near(actual: number[], expected: number[], tolerance = 6): void {
  for (const [index, value] of expected.entries()) {
    expect(Math.abs((actual[index] ?? -99) - value), `${actual} is not near ${expected}`).toBeLessThanOrEqual(
      tolerance,
    );
  }
}

/** Red, green, blue and white quarters, which show a rotation or a wrong channel. */
export function quarters(width: number, height: number) {
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
