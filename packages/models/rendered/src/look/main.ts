import { mkdir, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { parseArgs } from "node:util";
import { modes, type RoomType, roomTypes, stylePresets } from "@image-staging/inference-contract/vocabulary";
import { analyse } from "../analysis/index.ts";
import { type StageRequest, stage } from "../stage.ts";
import { boxDrawing, floorDrawing, layoutDrawing, lightDrawing, segmentDrawing } from "./drawings.ts";
import { factsOf } from "./facts.ts";
import { openMask, openPicture } from "./open-picture.ts";
import { sheetOf } from "./sheet.ts";

const usage =
  "npm run look -w packages/models/rendered -- PICTURE … [--room 'Living Room'] [--style modern] [--seed 1] [--mask FILE] [--mode refurnish] [--out DIR] [--draft]";

/** Writes one sheet with every stage of each picture (NAME.png), and what was found as JSON (NAME.json). */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      room: { type: "string", default: "Living Room" },
      style: { type: "string", default: "modern" },
      seed: { type: "string", default: "1" },
      mask: { type: "string" },
      mode: { type: "string", default: "refurnish" },
      out: { type: "string", default: "look" },
      draft: { type: "boolean", default: false },
    },
  });
  const style = stylePresets.find((name) => name === values.style);
  const room = roomTypes.find((name) => name === values.room);
  const mode = modes.find((name) => name === values.mode);
  if (!mode) throw new Error(`--mode is one of ${modes.join(", ")}.`);
  const mask = values.mask === undefined ? {} : { mask: await openMask(values.mask) };
  if (positionals.length === 0) throw new Error(`Name a picture: ${usage}`);
  if (!style) throw new Error(`--style is one of ${stylePresets.join(", ")}.`);
  if (!room) throw new Error(`--room is one of ${roomTypes.join(", ")}.`);
  await mkdir(values.out, { recursive: true });
  for (const file of positionals) {
    const name = join(values.out, basename(file, extname(file)));
    await look(
      file,
      name,
      { mode, ...mask, roomTypes: [room], style, seed: Number(values.seed), candidates: 1 },
      values.draft,
    );
    console.log(`${name}.png ${name}.json`);
  }
}

async function look(
  file: string,
  name: string,
  request: StageRequest & { roomTypes: readonly RoomType[] },
  draft: boolean,
): Promise<void> {
  const picture = await openPicture(file);
  const { width, height } = picture;
  const staged = await stage(request, picture, { threads: 2, draft });
  const analysis = "declined" in staged ? await analyse(picture) : staged.analysis;
  const candidate = "declined" in staged ? undefined : staged.candidates[0];
  const declined = "declined" in staged ? staged.declined : undefined;
  const facts =
    "declined" in analysis
      ? { declined, picture: { width, height } }
      : factsOf(analysis, candidate?.placements ?? [], request, declined);
  await writeFile(`${name}.json`, `${JSON.stringify(facts, undefined, 2)}\n`);
  const drawings =
    "declined" in analysis
      ? []
      : [
          { title: "Segments by direction, horizon", svg: segmentDrawing(analysis) },
          { title: "Room and openings", svg: boxDrawing(analysis) },
          { title: "Free floor", svg: floorDrawing(analysis) },
          { title: "Lights and sun", svg: lightDrawing(analysis) },
          { title: "Layout", svg: layoutDrawing(analysis, candidate?.placements ?? []) },
        ];
  const last = candidate
    ? { title: `${request.roomTypes.join(", ")}, ${request.style}`, data: candidate.data }
    : { title: declined ? `Declined: ${declined.reason}` : "Declined", data: picture.data };
  await writeFile(
    `${name}.png`,
    await sheetOf("declined" in staged ? picture : staged.empty, drawings, last),
  );
}

await main();
