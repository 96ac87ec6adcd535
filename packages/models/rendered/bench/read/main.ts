import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { parseArgs } from "node:util";
import type { Picture } from "@image-staging/picture/picture";
import sharp from "sharp";
import { analyse } from "../../src/analysis/index.ts";
import { type LabelGroup, type Labels, labelsOf } from "../../src/labels/index.ts";
import { maskOf } from "../../src/labels/mask.ts";
import { openPicture } from "../../src/look/open-picture.ts";
import { surfacesOf } from "../../src/renovate/surfaces.ts";
import { answerOf } from "./answer.ts";
import { fixedOutlines } from "./labelled.ts";

const usage = "npm run read -w packages/models/rendered -- FOLDER OUT [--longest 960] [--paint | --labels]";

/**
 * Writes what the model understands of each photo of a folder, to be compared with its truth: NAME.answer.json (`declined`, its
 * words, `openings`, `confidence`) and masks of floor and walls. With --paint the walls are what a renovation would paint; with --labels
 * all is as the labels alone have it, and nothing is declined. A photo whose answer is there already is passed over, so that a
 * run that was stopped goes on.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      longest: { type: "string", default: "960" },
      paint: { type: "boolean", default: false },
      labels: { type: "boolean", default: false },
    },
  });
  const [from, to] = positionals;
  if (from === undefined || to === undefined) throw new Error(`Name two folders: ${usage}`);
  await mkdir(to, { recursive: true });
  const photos = (await readdir(from)).filter((file) => /\.(jpe?g|png|webp)$/i.test(file)).sort();
  for (const file of photos) {
    const name = join(to, parse(file).name);
    if (existsSync(`${name}.answer.json`)) continue;
    const before = process.cpuUsage();
    const picture = await openPicture(join(from, file), Number(values.longest));
    const answer = await (values.labels ? labelled(picture, name) : read(picture, name, values.paint));
    const { user, system } = process.cpuUsage(before);
    const seconds = Number(((user + system) / 1e6).toFixed(1));
    await writeFile(`${name}.answer.json`, JSON.stringify({ ...answer, seconds }));
    console.log(file, "reason" in answer ? answer.reason : "understood", seconds);
  }
}

async function read(picture: Picture, name: string, paint: boolean) {
  const analysis = await analyse(picture);
  if ("declined" in analysis) return { ...analysis.declined, declined: true };
  const { width, height } = picture;
  const { floor, walls, openings } = answerOf(picture, analysis);
  await saveMask(`${name}.floor.png`, floor, { width, height });
  if (paint) {
    const { walls: painted, copy } = surfacesOf(analysis);
    await saveMask(
      `${name}.walls.png`,
      painted.map((share) => share * 255),
      copy,
    );
  } else await saveMask(`${name}.walls.png`, walls, { width, height });
  const base = parse(name).base;
  return {
    declined: false,
    floor: `${base}.floor.png`,
    walls: `${base}.walls.png`,
    openings,
    size: [width, height],
    confidence: analysis.confidence,
  };
}

async function labelled(picture: Picture, name: string) {
  const labels = await labelsOf(picture);
  const { width, height } = labels.copy;
  const masks = await saveGroups(labels, name, ["floor", "walls", "things"]);
  return { declined: false, ...masks, openings: fixedOutlines(labels), size: [width, height] };
}

/** Saves the masks of groups and returns their files' names. */
async function saveGroups(labels: Labels, name: string, groups: readonly LabelGroup[]) {
  const files: Partial<Record<LabelGroup, string>> = {};
  for (const group of groups) {
    await saveMask(`${name}.${group}.png`, maskOf(labels, group), labels.copy);
    files[group] = `${parse(name).base}.${group}.png`;
  }
  return files;
}

const saveMask = (file: string, mask: Uint8Array, { width, height }: { width: number; height: number }) =>
  sharp(mask, { raw: { width, height, channels: 1 } })
    .png()
    .toFile(file);

await main();
