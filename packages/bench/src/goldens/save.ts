import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import type { Made } from "./hash.ts";

const gap = 8;

/** Writes a picture as `FOLDER/NAME.png`; to the right of the one that `beside` has of this name, if it has. */
export async function save(name: string, made: Made, folder: string, beside?: string): Promise<void> {
  const file = join(folder, `${name}.png`);
  mkdirSync(dirname(file), { recursive: true });
  const { width, height } = made;
  const picture = sharp(made.data, { raw: { width, height, channels: 3 } });
  const old = beside && join(beside, `${name}.png`);
  if (!old || !existsSync(old)) {
    await picture.png().toFile(file);
    return;
  }
  const { width: before, height: high } = await sharp(old).metadata();
  const size = { width: before + gap + width, height: Math.max(high, height) };
  await sharp({ create: { ...size, channels: 3, background: "#fff" } })
    .composite([
      { input: old, left: 0, top: 0 },
      { input: await picture.png().toBuffer(), left: before + gap, top: 0 },
    ])
    .png()
    .toFile(file);
}
