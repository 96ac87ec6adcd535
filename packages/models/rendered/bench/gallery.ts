import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generateRoom } from "@image-staging/generated/rooms";
import type { Task } from "@image-staging/inference-contract/serving/request";
import { type RoomType, type StylePreset, stylePresets } from "@image-staging/inference-contract/vocabulary";
import sharp from "sharp";
import { modelFor } from "./models.ts";

/** The drawn rooms, by their seeds, and the styles that each shows. */
const rooms: Readonly<Record<string, { seed: number; roomType: RoomType; styles: readonly StylePreset[] }>> =
  {
    "living-room": { seed: 14, roomType: "Living Room", styles: ["scandi", "modern", "boho", "industrial"] },
    bedroom: { seed: 26, roomType: "Bedroom", styles: ["country", "japandia"] },
    "dining-room": { seed: 33, roomType: "Dining Room", styles: ["mediterranean", "luxury", "eclectic"] },
  };

/** A picture of the gallery: its file's name, what is made, and of which drawn room or sample of the laptop. */
interface Picture {
  name: string;
  sample: string;
  task: Task;
  isDim?: boolean;
  width?: number;
}

const samples = new URL("../../../laptop/samples/", import.meta.url);
const folder = fileURLToPath(new URL("../../../../docs/pictures/gallery/", import.meta.url));

const staging = { workflow: "staging" } as const;
/** Drawn wide enough to be looked at, kept small enough for the repository. */
const [drawnWidth, keptWidth, finishedWidth] = [1200, 800, 960];
const quality = 66;

const furnished = Object.entries(rooms).flatMap(([sample, { roomType, styles }]) =>
  styles.map((style): Picture => {
    const task: Task = { ...staging, kind: "refurnish", roomTypes: [roomType], style };
    return { name: `refurnish-${style}`, sample, task };
  }),
);
const styled = stylePresets.flatMap((style): Picture[] => [
  {
    ...{ name: `renovate-${style}`, sample: "living-room" },
    task: { ...staging, kind: "renovate", roomTypes: ["Living Room"], style },
  },
  { name: `panorama-${style}`, sample: "panorama", task: { ...staging, kind: "panorama360", style } },
  { name: `plan-${style}`, sample: "plan", task: { ...staging, kind: "floorplan", style } },
]);
/** The playground shows it before a first job. */
const finished: Picture = {
  ...{ name: "finished", sample: "room", width: finishedWidth },
  task: { ...staging, kind: "refurnish", roomTypes: ["Living Room"], style: "modern" },
};
const enhanced: Picture = {
  ...{ name: "enhanced", sample: "room", isDim: true },
  task: { workflow: "pro_capture", capture: "photo" },
};

/** A drawn room, or a sample, as the model gets it; `isDim` makes of it a photo that was taken too dark, in warm light. */
async function drawSource(sample: string, isDim: boolean) {
  const room = rooms[sample];
  const picture = room
    ? drawn(room.seed)
    : sharp(readFileSync(new URL(`${sample}.jpg`, samples))).resize(drawnWidth);
  const { data, info } = await (isDim ? picture.linear([0.5, 0.44, 0.34], [0, 0, 0]) : picture)
    .jpeg({ quality: 95 })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function drawn(seed: number) {
  const size = { width: drawnWidth, height: 800 };
  return sharp(generateRoom(seed, size).picture.data, { raw: { ...size, channels: 3 } });
}

const keep = (data: Buffer, name: string, width = keptWidth) =>
  sharp(data).resize(width).webp({ quality, effort: 6 }).toFile(`${folder}${name}.webp`);

/** Draws every workflow and style, or the pictures whose names begin so, and what they are made of. All take a quarter of an hour. */
mkdirSync(folder, { recursive: true });
const [wanted] = process.argv.slice(2);
const sources = new Map<string, Awaited<ReturnType<typeof drawSource>>>();
const pictures = [finished, enhanced, ...furnished, ...styled].filter(({ name }) =>
  name.startsWith(wanted ?? ""),
);
for (const { name, sample, task, isDim = false, width } of pictures) {
  const before = isDim ? `${sample}-dim` : sample;
  const source = sources.get(before) ?? (await drawSource(sample, isDim));
  if (!sources.has(before)) await keep(source.data, before);
  sources.set(before, source);
  const draw = await modelFor(task).prepare({ task, seed: 1 }, source);
  if (typeof draw !== "function") throw new Error(`${name}: ${draw.message}`);
  const { picture } = await draw(0);
  const { size } = await keep(picture, name, width);
  console.log(`${name} ${(size / 1000).toFixed(1)} KB`);
}
