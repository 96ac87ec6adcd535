import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import sharp from "sharp";
import type { PlanAnalysis } from "../src/analyse.ts";
import { type PlanCandidate, preparePlan } from "../src/index.ts";

/**
 * Reads and furnishes the plans of a folder and writes what was found of each: NAME.json (names and sizes, the scale, why it gets
 * floors alone, rooms with their uses, pieces and why they lack some; boxes are pixels of the picture), NAME-rooms.png (a room's
 * number in each pixel, 0 for none) and NAME.jpg, the furnished plan. A refused plan has its NAME.json alone. Plans that OUT has are
 * left out unless they are named.
 */
const [folder, out, ...names] = process.argv.slice(2);
if (!folder || !out)
  throw new Error("Give a folder of plans, and one for what is read: read FOLDER OUT [NAME ...]");
await mkdir(out, { recursive: true });
for (const file of (await readdir(folder)).filter((name) => /\.(png|jpe?g|webp)$/i.test(name)).sort()) {
  const name = file.slice(0, -extname(file).length);
  if (names.length > 0 ? !names.includes(name) : existsSync(join(out, `${name}.json`))) continue;
  const before = process.cpuUsage();
  const { data, info } = await sharp(join(folder, file))
    .rotate()
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const prepared = await preparePlan({ style: "scandi", seed: 7 }, { data, width, height });
  const write = async (found: object) => {
    const { user, system } = process.cpuUsage(before);
    const seconds = Number(((user + system) / 1e6).toFixed(1));
    await writeFile(join(out, `${name}.json`), JSON.stringify({ name, width, height, ...found, seconds }));
    console.log(name, seconds, "s");
  };
  if ("declined" in prepared) {
    await write(prepared);
    continue;
  }
  const { analysis } = prepared;
  const drawn = prepared.candidate(0);
  await write(describe(analysis, drawn, width));
  const { map } = analysis;
  const numbers = Uint8Array.from(map.rooms, (id) => Math.min(255, id));
  await sharp(numbers, { raw: { width: map.width, height: map.height, channels: 1 } })
    .png()
    .toFile(join(out, `${name}-rooms.png`));
  await sharp(drawn.data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toFile(join(out, `${name}.jpg`));
}

/** What was read of a plan and stands in it; `shrink` is the side of the picture that was read over the plan's. */
function describe({ ink, labels, rooms, ...plan }: PlanAnalysis, drawn: PlanCandidate, width: number) {
  const shrink = ink.width / width;
  const furnished = new Map(drawn.furnished.map((one) => [one.room, one]));
  const boxOf = (sides: readonly number[]) =>
    sides.map((metres) => Math.round((metres * plan.scale) / shrink));
  return {
    ...{ shrink, scale: plan.scale / shrink, scaleFrom: plan.scaleFrom, labels, doubt: plan.doubt },
    rooms: rooms.map((room) => ({
      ...{ ...room, label: room.labels[0], lacks: furnished.get(room.id)?.lacks },
      pieces: (furnished.get(room.id)?.rects ?? []).map(({ kind, rect: { x0, z0, x1, z1 }, flat }) => ({
        ...{ kind, flat, box: boxOf([x0, z0, x1, z1]) },
      })),
    })),
  };
}
