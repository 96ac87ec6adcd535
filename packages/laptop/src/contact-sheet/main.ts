import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type CaptureType,
  type ImageStaging,
  JobFailedError,
  type RoomType,
  type UncheckedSettings,
  unchecked,
} from "@image-staging/client";
import { drawFloorplan, drawPanorama } from "@image-staging/inference-contract/sample-pictures";
import { modes, roomTypes, stylePresets } from "@image-staging/inference-contract/vocabulary";
import { Command, Option } from "commander";
import * as v from "valibot";
import { describePicture, guessCapture, type LocalPicture, readPicture } from "../demo/picture.ts";
import { clientOf, withService } from "../demo/service.ts";
import { Failure, main } from "../failure.ts";
import { type Cell, drawSheet, type Section } from "./sheet.ts";

const jobsAtOnce = 4;

const Options = v.object({ out: v.string(), room: v.array(v.picklist(roomTypes)) });
type Options = v.InferOutput<typeof Options>;
type SheetJob = { label: string; request: UncheckedSettings };

/** Every mode and style that a capture type allows, and "no style" if the style is optional. */
function jobsFor(capture_type: CaptureType, room_types: RoomType[]): SheetJob[] {
  const staging = { workflow: "staging", capture_type } as const;
  const styled = (name: string, request: UncheckedSettings, isOptional: boolean): SheetJob[] => [
    ...(isOptional ? [{ label: `${name}, no style`, request }] : []),
    ...stylePresets.map((style_preset) => ({
      label: `${name}, ${style_preset}`,
      request: { ...request, style_preset },
    })),
  ];
  const enhanced: SheetJob = { label: "pro_capture", request: { workflow: "pro_capture", capture_type } };
  if (capture_type !== "photo")
    return [enhanced, ...styled(capture_type, staging, capture_type === "floorplan")];
  const staged = modes.flatMap((mode) =>
    mode === "clean"
      ? [{ label: mode, request: { ...staging, mode } }]
      : styled(mode, { ...staging, mode, room_types }, true),
  );
  return [enhanced, ...staged];
}

async function generate(client: ImageStaging, asset: string, { label, request }: SheetJob): Promise<Cell> {
  try {
    const { outputs } = await client.generations
      .create({ asset, ...unchecked(request) })
      .wait({ pollMs: 300 });
    process.stdout.write(".");
    const [primary] = outputs;
    const picture = primary && Buffer.from(await (await client.download(primary)).arrayBuffer());
    return { label, picture };
  } catch (error) {
    if (!(error instanceof JobFailedError)) throw error;
    process.stdout.write("!");
    return { label: `${label}: ${error.code}`, picture: undefined };
  }
}

/** Does the work for each item, a few at once, and keeps their order. */
async function mapConcurrently<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [nth, item] of queue) results[nth] = await work(item);
  };
  await Promise.all(Array.from({ length: jobsAtOnce }, worker));
  return results;
}

async function sectionOf(
  client: ImageStaging,
  picture: LocalPicture,
  room_types: RoomType[],
): Promise<Section> {
  const capture_type = await guessCapture(picture);
  process.stdout.write(`${picture.name} (${capture_type}) `);
  const file = new File([new Uint8Array(picture.data)], picture.name);
  const { source_asset_id } = await client.sourceAssets.create({ file }).wait({ pollMs: 300 });
  const cells = await mapConcurrently(jobsFor(capture_type, room_types), (job) =>
    generate(client, source_asset_id ?? "", job),
  );
  console.log();
  return {
    title: `${picture.name}, ${capture_type}`,
    cells: [{ label: "source", picture: picture.data }, ...cells],
  };
}

const drawnPictures = async () => [
  await readPicture(undefined),
  await describePicture("drawn-panorama.jpg", await drawPanorama(1024)),
  await describePicture("drawn-floorplan.jpg", await drawFloorplan(800, 600)),
];

async function makeSheet(files: string[], { out, room }: Options) {
  const pictures = files.length > 0 ? await Promise.all(files.map(readPicture)) : await drawnPictures();
  await withService(async (service) => {
    const client = clientOf(service);
    const sections: Section[] = [];
    for (const picture of pictures) sections.push(await sectionOf(client, picture, room));
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, await drawSheet(sections));
    const cells = sections.flatMap((section) => section.cells);
    const failed = cells.filter(({ picture }) => !picture);
    console.log(`${cells.length - failed.length} pictures on ${out}`);
    if (failed.length > 0) throw new Failure(1, failed.map(({ label }) => label).join("\n"));
  });
}

const program = new Command("contact-sheet")
  .description(
    "Sends pictures through the local service in every mode and style and puts their outputs on one sheet.",
  )
  .argument("[pictures...]", "photos, panoramas and floor plans; without any, they are drawn")
  .addOption(
    new Option("--room <room...>", "the room types of the photos")
      .choices(roomTypes)
      .default(["Living Room"]),
  )
  .option("--out <file>", "the sheet, a PNG", "demo-output/contact-sheet.png")
  .addHelpText(
    "after",
    "\nExit code: 0 every picture is on the sheet, 1 some jobs failed, 2 wrong use or no service.",
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .action((files: string[], options: unknown) => main(() => makeSheet(files, v.parse(Options, options))));

await program.parseAsync();
