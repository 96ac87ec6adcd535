import { mkdir, writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { Command } from "commander";
import sharp from "sharp";
import {
  type Client,
  clientOf,
  type Generation,
  type GenerationRequest,
} from "../../clients/typescript/client.ts";
import { Failure, main } from "../../clients/typescript/failure.ts";
import { waitForWebhook } from "./inbox.ts";
import { guessCapture, type LocalPicture, offer, readPicture } from "./picture.ts";
import { type Service, withService } from "./service.ts";

type Options = {
  workflow: string;
  captureType?: string;
  mode?: string;
  room?: string[];
  style?: string;
  alternates?: boolean;
  out: string;
};

const row = (name: string, text: string) => console.log(`${name.padEnd(12)} ${text}`);

/** Prints each status as it comes: "queued → running → succeeded (2.1 s)". */
function progress(name: string) {
  const started = performance.now();
  const seen: string[] = [];
  return {
    onStatus: (status: string) => {
      process.stdout.write(seen.length > 0 ? ` → ${status}` : `${name.padEnd(12)} ${status}`);
      seen.push(status);
    },
    end: (text: string) => console.log(` (${((performance.now() - started) / 1000).toFixed(1)} s)  ${text}`),
  };
}

/** The fields of the generation request; options left out are guessed, so that a bare picture is enough. */
async function requestFor(picture: LocalPicture, options: Options): Promise<GenerationRequest> {
  const capture_type = options.captureType ?? (await guessCapture(picture));
  const isPhoto = options.workflow === "staging" && capture_type === "photo";
  const mode = options.mode ?? (isPhoto ? "refurnish" : undefined);
  const room_types = options.room ?? (isPhoto && mode !== "clean" ? ["Living Room"] : undefined);
  const isStyled = options.workflow === "staging" && mode !== "clean" && capture_type !== "floorplan";
  const style_preset = options.style ?? (isStyled ? "modern" : undefined);
  return {
    workflow: options.workflow,
    capture_type,
    ...(mode && { mode }),
    ...(room_types && { room_types }),
    ...(style_preset && { style_preset }),
    ...(options.alternates && { include_alternates: true }),
    reference: `demo of ${picture.name}`.slice(0, 200),
  };
}

async function ingest(client: Client, picture: LocalPicture): Promise<string> {
  const { onStatus, end } = progress("Ingest");
  const job = await offer(picture, (given) => client.ingest(given, onStatus));
  end(job.source_asset_id ?? job.ingest_id);
  if (job.source_asset_id === null) throw new Failure(1, `${job.failure?.code}: ${job.failure?.message}`);
  return job.source_asset_id;
}

async function generate(client: Client, request: GenerationRequest): Promise<Generation> {
  const { onStatus, end } = progress("Generation");
  const job = await client.generate(request, onStatus);
  end(job.job_id);
  return job;
}

async function save(client: Client, job: Generation, picture: LocalPicture, what: string, folder: string) {
  await mkdir(folder, { recursive: true });
  for (const { rank, is_primary, image_url, cached } of job.outputs) {
    const data = await client.download(image_url);
    const { width, height } = await sharp(data).metadata();
    const file = join(folder, `${parse(picture.name).name}-${what}-${rank}.jpg`);
    await writeFile(file, data);
    row(
      "Output",
      `${is_primary ? "primary" : "alternate"}, ${width} x ${height}${cached ? ", from cache" : ""}  ${file}`,
    );
  }
}

async function showWebhook({ inbox_url }: Service, { job_id }: Generation) {
  const webhook = await waitForWebhook(inbox_url, job_id, 60);
  if (!webhook) throw new Failure(1, "No webhook came within a minute.");
  const signature = webhook.verified ? "its signature verifies" : "its signature does NOT verify";
  row("Webhook", `${webhook.type}, ${signature}, received ${webhook.received_at}`);
  if (!webhook.verified) process.exitCode = 1;
}

async function demonstrate(file: string | undefined, options: Options) {
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
    const source_asset_id = await ingest(client, picture);
    const job = await generate(client, { ...request, source_asset_id });
    const what = [request.workflow, request.mode, request.style_preset].filter(Boolean).join("-");
    await save(client, job, picture, what, options.out);
    await showWebhook(service, job);
    if (job.failure) throw new Failure(1, `${job.failure.code}: ${job.failure.message}`);
  });
}

const program = new Command("demo")
  .description("Sends one picture through the local service: ingest, generation, outputs and webhook.")
  .argument("[image]", "a JPEG, PNG or WebP; without one, a room is drawn")
  .option("--workflow <workflow>", "staging or pro_capture", "staging")
  .option("--capture-type <type>", "photo, panorama360 or floorplan (guessed from the picture)")
  .option("--mode <mode>", "refurnish, renovate or clean, for photos")
  .option("--room <room...>", 'up to three rooms, such as "Living Room" Kitchen')
  .option(
    "--style <preset>",
    "modern, scandi, boho, country, industrial, mediterranean, luxury, eclectic or japandia",
  )
  .option("--alternates", "ask for an alternate output too")
  .option("--out <folder>", "where the outputs are saved", "demo-output")
  .addHelpText(
    "after",
    "\nExit code: 0 the outputs are saved, 1 refused or failed, 2 wrong use or no service.",
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .action((file: string | undefined, options: Options) => main(() => demonstrate(file, options)));

await program.parseAsync();
