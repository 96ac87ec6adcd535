import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Task } from "@image-staging/inference-contract/serving/request";
import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import sharp from "sharp";
import { modelFor } from "./models.ts";

/** A picture of the gallery: its file's name, what is made, and of which of the laptop's samples. */
interface Picture {
  name: string;
  sample: "room" | "panorama" | "plan";
  task: Task;
  isDim?: boolean;
}

const samples = new URL("../../../laptop/samples/", import.meta.url);
const folder = fileURLToPath(new URL("../../../../docs/pictures/gallery/", import.meta.url));

const staging = { workflow: "staging" } as const;
const styled = stylePresets.flatMap((style): Picture[] => [
  ...(["refurnish", "renovate"] as const).map((kind): Picture => {
    const task: Task = { ...staging, kind, roomTypes: ["Living Room"], style };
    return { name: `${kind}-${style}`, sample: "room", task };
  }),
  { name: `panorama-${style}`, sample: "panorama", task: { ...staging, kind: "panorama360", style } },
  { name: `plan-${style}`, sample: "plan", task: { ...staging, kind: "floorplan", style } },
]);
const enhanced: Picture = {
  ...{ name: "enhanced", sample: "room", isDim: true },
  task: { workflow: "pro_capture", capture: "photo" },
};

/** Drawn wide enough to be looked at, kept small enough for the repository. */
const [drawnWidth, keptWidth] = [1200, 480];
const quality = 66;

/** A sample as the model gets it; `isDim` makes of it a photo that was taken too dark, in warm light. */
async function sourceOf(sample: string, isDim: boolean) {
  const picture = sharp(readFileSync(new URL(`${sample}.jpg`, samples))).resize(drawnWidth);
  const { data, info } = await (isDim ? picture.linear([0.5, 0.44, 0.34], [0, 0, 0]) : picture)
    .jpeg({ quality: 95 })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const keep = (data: Buffer, name: string, width = keptWidth) =>
  sharp(data).resize(width).webp({ quality, effort: 6 }).toFile(`${folder}${name}.webp`);

/** Draws every workflow and style of the laptop's samples as small pictures. It takes a quarter of an hour. */
mkdirSync(folder, { recursive: true });
const sources = ["room", "panorama", "plan"] as const;
for (const sample of sources) await keep((await sourceOf(sample, false)).data, sample);
await keep((await sourceOf("room", true)).data, "room-dim");
const [wanted] = process.argv.slice(2);
const pictures = [enhanced, ...styled].filter(({ name }) => name.startsWith(wanted ?? ""));
for (const { name, sample, task, isDim = false } of pictures) {
  const source = await sourceOf(sample, isDim);
  const draw = await modelFor(task).prepare({ task, seed: 1 }, source);
  if (typeof draw !== "function") throw new Error(`${name}: ${draw.message}`);
  const { picture } = await draw(0);
  const { size } = await keep(picture, name);
  if (name === "refurnish-modern") await keep(picture, "finished", 960);
  console.log(`${name} ${(size / 1000).toFixed(1)} KB`);
}
