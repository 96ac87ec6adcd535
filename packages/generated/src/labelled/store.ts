import { appendFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { float32At } from "@image-staging/picture/at";
import sharp, { type Sharp } from "sharp";
import { classes, learnedAs } from "./classes.ts";
import type { LabelledRoom } from "./draw.ts";

const name = (seed: number): string => String(seed).padStart(6, "0");
const labelFile = (folder: string, seed: number): string => join(folder, `${name(seed)}.l.png`);

/** Whether a room has been stored: its labels are the last file of it. */
export const isStored = (folder: string, seed: number): boolean => existsSync(labelFile(folder, seed));

/** Makes a folder for rooms, with classes.json: what the numbers in their label pictures say. */
export function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "classes.json"), `${JSON.stringify({ classes, learnedAs })}\n`);
}

/** A stored level of 255 is this many times the median light. */
const highest = 12;

/**
 * Stores a room: NAME.png with its light, NAME.l.png with its labels, and a line of index.jsonl. Light is kept as a cube
 * root, so that eight bits hold what exposure, clipping and noise need in training.
 */
export async function storeRoom(
  folder: string,
  seed: number,
  room: LabelledRoom,
  seconds: number,
): Promise<void> {
  const { width, height } = room.plan.camera;
  const raw = (channels: 1 | 3) => ({ raw: { width, height, channels } });
  const write = async (image: Sharp, file: string): Promise<void> => {
    await image.toFile(`${file}.part`);
    renameSync(`${file}.part`, file);
  };
  await write(
    sharp(levelsOf(room.light), raw(3)).png({ compressionLevel: 4 }),
    join(folder, `${name(seed)}.png`),
  );
  const { kind, state, plan } = room;
  const { camera, box } = plan;
  const openings = plan.openings.map(({ panes: _, ...opening }) => opening);
  const line = { seed, width, height, kind, state, seconds, camera, box, openings };
  appendFileSync(join(folder, "index.jsonl"), `${JSON.stringify(line)}\n`);
  await write(
    sharp(room.labels, raw(1)).toColourspace("b-w").png({ compressionLevel: 6 }),
    labelFile(folder, seed),
  );
}

function levelsOf(light: Float32Array): Uint8Array {
  const median = Math.max(1e-4, medianOf(light));
  return Uint8Array.from(light, (value) =>
    Math.round(255 * Math.cbrt(Math.min(1, Math.max(0, value / median / highest)))),
  );
}

/** The median luminance of every seventeenth pixel. */
function medianOf(light: Float32Array): number {
  const values: number[] = [];
  for (let i = 0; i + 2 < light.length; i += 3 * 17)
    values.push(
      float32At(light, i) * 0.2126 + float32At(light, i + 1) * 0.7152 + float32At(light, i + 2) * 0.0722,
    );
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}
