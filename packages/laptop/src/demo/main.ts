import { mkdir, writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import {
  type GenerationJob,
  type GenerationSettings,
  type ImageStaging,
  unchecked,
} from "@image-staging/client";
import {
  captureTypes,
  modes,
  roomTypes,
  stylePresets,
  workflows,
} from "@image-staging/inference-contract/vocabulary";
import { Command, Option } from "commander";
import sharp from "sharp";
import * as v from "valibot";
import { Failure, main } from "../failure.ts";
import { isFolder, stageOwnFolder } from "./folder.ts";
import { waitForWebhook } from "./inbox.ts";
import { guessCapture, type LocalPicture, readPicture } from "./picture.ts";
import { clientOf, type Service, withService } from "./service.ts";

const Options = v.object({
  workflow: v.picklist(workflows),
  captureType: v.optional(v.picklist(captureTypes)),
  mode: v.optional(v.picklist(modes)),
  room: v.optional(v.array(v.picklist(roomTypes))),
  style: v.optional(v.picklist(stylePresets)),
  alternates: v.optional(v.boolean()),
  out: v.optional(v.string()),
  listing: v.optional(v.string()),
  dryRun: v.optional(v.boolean()),
});
type Options = v.InferOutput<typeof Options>;

/** A job of the simulated model takes a second or two. */
const pollMs = 200;

const row = (name: string, text: string) => console.log(`${name.padEnd(12)} ${text}`);

/** Prints each status as it comes: "queued → running → succeeded (2.1 s)". */
function progress(name: string) {
  const started = performance.now();
  const seen: string[] = [];
  return {
    onStatus: ({ status }: { status: string }) => {
      process.stdout.write(seen.length > 0 ? ` → ${status}` : `${name.padEnd(12)} ${status}`);
      seen.push(status);
    },
    /** What went wrong begins a line of its own, below the statuses. */
    fail: (error: unknown): never => {
      if (seen.length > 0) console.log();
      throw error;
    },
    end: (text: string) => console.log(` (${((performance.now() - started) / 1000).toFixed(1)} s)  ${text}`),
  };
}

/** The fields of the generation request; options left out are guessed, so that a bare picture is enough. */
async function requestFor(picture: LocalPicture, options: Options): Promise<GenerationSettings> {
  const capture_type = options.captureType ?? (await guessCapture(picture));
  const isPhoto = options.workflow === "staging" && capture_type === "photo";
  const mode = options.mode ?? (isPhoto ? "refurnish" : undefined);
  const room_types = options.room ?? (isPhoto && mode !== "clean" ? ["Living Room" as const] : undefined);
  const isStyled = options.workflow === "staging" && mode !== "clean" && capture_type !== "floorplan";
  const style_preset = options.style ?? (isStyled ? "modern" : undefined);
  return unchecked({
    workflow: options.workflow,
    capture_type,
    ...(mode && { mode }),
    ...(room_types && { room_types }),
    ...(style_preset && { style_preset }),
    ...(options.alternates && { include_alternates: true }),
    reference: `demo of ${picture.name}`.slice(0, 200),
  });
}

async function ingest(client: ImageStaging, { data, name }: LocalPicture): Promise<string> {
  const { onStatus, end, fail } = progress("Ingest");
  const file = new File([new Uint8Array(data)], name);
  const { ingest_id, source_asset_id } = await client.sourceAssets
    .create({ file })
    .wait({ onStatus, pollMs })
    .catch(fail);
  end(source_asset_id ?? ingest_id);
  return source_asset_id ?? "";
}

async function generate(client: ImageStaging, asset: string, settings: GenerationSettings) {
  const { onStatus, end, fail } = progress("Generation");
  const job = await client.generations
    .create({ asset, ...settings })
    .wait({ onStatus, pollMs })
    .catch(fail);
  end(job.job_id);
  return job;
}

async function save(
  client: ImageStaging,
  job: GenerationJob,
  picture: LocalPicture,
  what: string,
  folder: string,
) {
  await mkdir(folder, { recursive: true });
  for (const output of job.outputs) {
    const { rank, is_primary, cached } = output;
    const data = new Uint8Array(await (await client.download(output)).arrayBuffer());
    const { width, height } = await sharp(data).metadata();
    const file = join(folder, `${parse(picture.name).name}-${what}-${rank}.jpg`);
    await writeFile(file, data);
    row(
      "Output",
      `${is_primary ? "primary" : "alternate"}, ${width} x ${height}${cached ? ", from cache" : ""}  ${file}`,
    );
  }
}

async function showWebhook({ inbox_url }: Service, { job_id }: GenerationJob) {
  const webhook = await waitForWebhook(inbox_url, job_id, 60);
  if (!webhook) throw new Failure(1, "No webhook came within a minute.");
  const signature = webhook.verified ? "its signature verifies" : "its signature does NOT verify";
  row("Webhook", `${webhook.type}, ${signature}, received ${webhook.received_at}`);
  if (!webhook.verified) process.exitCode = 1;
}

async function demonstrate(file: string | undefined, options: Options) {
  if (file !== undefined && isFolder(file)) return stageOwnFolder(file, options);
  const picture = await readPicture(file);
  const request = await requestFor(picture, options);
  await withService(async (service) => {
    const client = clientOf(service);
    const { reference: _, ...shown } = request;
    row("Service", service.base_url);
    row(
      "Picture",
      `${picture.name}, ${picture.width} x ${picture.height}, ${Math.ceil(picture.data.length / 1024)} KiB`,
    );
    row("Request", JSON.stringify(shown));
    const asset = await ingest(client, picture);
    const job = await generate(client, asset, request);
    const { workflow, mode, room_types = [], style_preset } = request;
    const what = [workflow, mode, ...room_types, style_preset]
      .filter((word) => word !== undefined)
      .map((word) => word.toLowerCase().replaceAll(/\W+/g, "-"))
      .join("-");
    await save(client, job, picture, what, options.out ?? "demo-output");
    await showWebhook(service, job);
  });
}

const program = new Command("demo")
  .description(
    "Sends one picture through the local service: ingest, generation, outputs and webhook. Or the pictures of a home, as a folder.",
  )
  .argument("[image]", "a JPEG, PNG or WebP, or a folder; without one, a room is drawn")
  .addOption(new Option("--workflow <workflow>", "what is done").choices(workflows).default("staging"))
  .addOption(
    new Option("--capture-type <type>", "guessed from the picture if you omit it").choices(captureTypes),
  )
  .addOption(new Option("--mode <mode>", "for photos").choices(modes))
  .addOption(new Option("--room <room...>", "up to three rooms").choices(roomTypes))
  .addOption(new Option("--style <preset>", "the style of the furniture").choices(stylePresets))
  .option("--alternates", "ask for an alternate output too")
  .option("--out <folder>", "where the outputs are saved; else demo-output, of a folder its staged/")
  .option("--listing <name>", "of a folder: the home's name; else the folder's")
  .option("--dry-run", "of a folder: says what would be sent, and the price")
  .addHelpText(
    "after",
    "\nExit code: 0 the outputs are saved, 1 refused or failed, 2 wrong use or no service.",
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .action((file: string | undefined, options: unknown) =>
    main(() => demonstrate(file, v.parse(Options, options))),
  );

await program.parseAsync();
