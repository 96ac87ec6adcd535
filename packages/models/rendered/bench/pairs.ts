/**
 * `npm run pairs -w packages/models/rendered [-- NAME …]`: draws the documents' pictures of what goes in and what comes out,
 * docs/pictures/before-after.webp and workflows.webp. It takes minutes, so the pictures are kept.
 */
import { fileURLToPath } from "node:url";
import { photograph, professionalTake } from "@image-staging/enhance/bench/photographs";
import { generatePlan } from "@image-staging/generated/plans";
import { generatePanorama, generateRoom } from "@image-staging/generated/rooms";
import type { Task } from "@image-staging/inference-contract/serving/request";
import type { RoomType, StylePreset } from "@image-staging/inference-contract/vocabulary";
import type { Picture } from "@image-staging/picture/picture";
import sharp, { type OverlayOptions } from "sharp";
import { modelFor } from "./models.ts";

/** What a workflow is given, and what is asked for. */
interface Pair {
  source: () => Picture | Promise<Picture>;
  task: Task;
}

const gap = 8;

/** Drawn at twice the size of its place, so that edges are smooth. */
const room = (seed: number) => () => generateRoom(seed, { width: 960, height: 640 }).picture;

const staged = (
  seed: number,
  roomType: RoomType,
  style: StylePreset,
  kind: "refurnish" | "renovate" = "refurnish",
): Pair => ({
  source: room(seed),
  task: { workflow: "staging", kind, roomTypes: [roomType], style },
});

/** A photo that is too dark, in the light of bulbs. */
const dark: Pair = {
  source: () =>
    photograph(professionalTake(14, { width: 960, height: 640 }), { stops: -1.3, cast: [1.25, 1, 0.68] }),
  task: { workflow: "pro_capture", capture: "photo" },
};

const sheets: Readonly<Record<string, { cell: [number, number]; pairs: readonly Pair[] }>> = {
  "before-after": {
    cell: [480, 320],
    pairs: [
      staged(14, "Living Room", "scandi"),
      staged(26, "Bedroom", "scandi"),
      staged(31, "Living Room", "luxury"),
    ],
  },
  workflows: {
    cell: [330, 220],
    pairs: [
      staged(31, "Living Room", "boho"),
      staged(830189, "Living Room", "eclectic", "renovate"),
      {
        source: () => generatePanorama(9013, 1320).picture,
        task: { workflow: "staging", kind: "panorama360", style: "scandi" },
      },
      {
        source: async () => (await generatePlan(5003)).picture,
        task: { workflow: "staging", kind: "floorplan", style: "scandi" },
      },
      dark,
    ],
  },
};

/** What goes in above, what comes out below, in the column of a number from 0. */
async function columnOf({ source, task }: Pair, nth: number, cell: [number, number]) {
  const { width, height, data } = await source();
  const photo = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
  const draw = await modelFor(task).prepare({ task, seed: 1 }, { data: photo, width, height });
  if ("reason" in draw) throw new Error(`Column ${nth + 1}: ${draw.message}`);
  const { picture } = await draw(0);
  return Promise.all(
    [photo, picture].map(
      async (state, row): Promise<OverlayOptions> => ({
        input: await (task.workflow === "staging" && task.kind === "floorplan"
          ? sharp(state).trim()
          : sharp(state)
        )
          .resize(...cell, { fit: "contain", background: "#fff" })
          .png()
          .toBuffer(),
        left: nth * (cell[0] + gap),
        top: row * (cell[1] + gap),
      }),
    ),
  );
}

const asked = process.argv.slice(2);
for (const [name, { cell, pairs }] of Object.entries(sheets)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const columns: OverlayOptions[] = [];
  for (const [nth, pair] of pairs.entries()) columns.push(...(await columnOf(pair, nth, cell)));
  const size = { width: pairs.length * (cell[0] + gap) - gap, height: 2 * cell[1] + gap };
  const file = fileURLToPath(new URL(`../../../../docs/pictures/${name}.webp`, import.meta.url));
  await sharp({ create: { ...size, channels: 3, background: "#fff" } })
    .composite(columns)
    .webp({ quality: 78, effort: 6 })
    .toFile(file);
  console.log(file);
}
