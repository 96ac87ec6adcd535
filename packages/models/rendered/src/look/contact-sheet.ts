/**
 * `npm run contact-sheet -w packages/models/rendered -- PICTURE … [--room TYPE] [--style STYLE …] [--out DIR]`: each
 * photo and what it is staged as in five styles, on one sheet a photo (NAME.jpg). What is declined says why.
 */
import { mkdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { parseArgs } from "node:util";
import { roomTypes, stylePresets } from "@image-staging/inference-contract/vocabulary";
import sharp, { type OverlayOptions, type Sharp } from "sharp";
import type { Picture } from "../analysis/index.ts";
import { stage } from "../stage.ts";
import { openPicture } from "./open-picture.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    room: { type: "string", multiple: true, default: ["Living Room"] },
    style: { type: "string", multiple: true, default: ["modern", "scandi", "boho", "industrial", "luxury"] },
    seed: { type: "string", default: "1" },
    out: { type: "string", default: "contact-sheets" },
    width: { type: "string", default: "1200" },
  },
});
const wanted = values.style.map((name) => knownOf(stylePresets, name));
const rooms = values.room.map((name) => knownOf(roomTypes, name));
if (positionals.length === 0) throw new Error("Name at least one picture.");

const [columns, cell, gap] = [3, 640, 8];
await mkdir(values.out, { recursive: true });
for (const file of positionals) {
  const name = join(values.out, `${basename(file, extname(file))}.jpg`);
  await (await sheetOf(await openPicture(file, Number(values.width)))).jpeg({ quality: 88 }).toFile(name);
  console.log(name);
}

function knownOf<Name extends string>(names: readonly Name[], name: string): Name {
  const known = names.find((one) => one === name);
  if (!known) throw new Error(`${name} is not one of ${names.join(", ")}.`);
  return known;
}

async function sheetOf(picture: Picture): Promise<Sharp> {
  const high = Math.round((cell * picture.height) / picture.width);
  const cells = [await shrunk(picture, picture.data)];
  for (const style of wanted) {
    const request = { roomTypes: rooms, style, seed: Number(values.seed), candidates: 1 };
    const staged = await stage(request, picture, { threads: 1 });
    const [made] = "declined" in staged ? [] : staged.candidates;
    cells.push(made ? await shrunk(picture, made.data) : refusal(staged, high));
  }
  const placed = cells.map((input, i): OverlayOptions => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    return { input, left: gap + column * (cell + gap), top: gap + row * (high + gap) };
  });
  const [across, down] = [Math.min(columns, cells.length), Math.ceil(cells.length / columns)];
  const size = { width: gap + across * (cell + gap), height: gap + down * (high + gap) };
  return sharp({ create: { ...size, channels: 3, background: "#fff" } }).composite(placed);
}

function shrunk({ width, height }: Picture, data: Uint8Array): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .resize(cell)
    .png()
    .toBuffer();
}

function refusal(staged: Awaited<ReturnType<typeof stage>>, high: number): Buffer {
  const reason = "declined" in staged ? staged.declined.reason : "";
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cell}" height="${high}"><text x="16" y="40" font-family="sans-serif" font-size="24" fill="#a32222">Declined: ${reason}</text></svg>`,
  );
}
