import { fileURLToPath } from "node:url";
import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import sharp, { type OverlayOptions } from "sharp";
import { generateRoom } from "../src/rooms/index.ts";
import { stage } from "../src/stage.ts";

/** A generated room, and what it is staged as. */
interface Pair {
  room: number;
  roomType: string;
  style: StylePreset;
}

const pairs: readonly Pair[] = [
  { room: 14, roomType: "Living Room", style: "scandi" },
  { room: 17, roomType: "Bedroom", style: "scandi" },
  { room: 2, roomType: "Living Room", style: "luxury" },
];

const [width, height] = [480, 320];
const gap = 8;
/** Drawn at twice the size, so that edges are smooth. */
const drawn = { width: 2 * width, height: 2 * height };
const file = fileURLToPath(new URL("../../../../docs/pictures/before-after.jpg", import.meta.url));

/** The empty room above, the staged one below, in the column of a number from 0. */
async function columnOf({ room, roomType, style }: Pair, nth: number): Promise<OverlayOptions[]> {
  const { picture } = generateRoom(room, drawn);
  const staged = await stage({ roomTypes: [roomType], style, seed: 1, candidates: 1 }, picture, {
    threads: 2,
  });
  if ("declined" in staged) throw new Error(`Room ${room}: ${staged.declined.message}`);
  const states = [picture.data, ...staged.candidates.map(({ data }) => data)];
  return Promise.all(
    states.map(async (data, row) => ({
      input: await sharp(data, { raw: { ...drawn, channels: 3 } })
        .resize(width, height)
        .png()
        .toBuffer(),
      left: nth * (width + gap),
      top: row * (height + gap),
    })),
  );
}

/** Draws the README's rooms, empty and furnished. It takes a minute, so the picture is kept. */
const columns: OverlayOptions[] = [];
for (const [nth, pair] of pairs.entries()) columns.push(...(await columnOf(pair, nth)));
const size = { width: pairs.length * (width + gap) - gap, height: 2 * height + gap };
await sharp({ create: { ...size, channels: 3, background: "#fff" } })
  .composite(columns)
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(file);
