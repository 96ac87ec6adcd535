// STAGING_BASE_URL=… STAGING_API_KEY=… npx node packages/clients/conformance/examples/stage-a-folder/main.ts photos/
// Stages every photo of a folder as a living room, four at once, and saves the outputs in photos/staged/. What is there
// already is left out, and a photo that was sent before is not paid for twice: run it again after an interruption.
import { createHash } from "node:crypto";
import { existsSync, openAsBlob } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { type GenerationSettings, imageStaging, StagingError } from "@image-staging/client";

const [folder] = process.argv.slice(2);
const { STAGING_BASE_URL: baseUrl, STAGING_API_KEY: apiKey } = process.env;
if (!folder || !baseUrl || !apiKey) {
  console.error("Set STAGING_BASE_URL and STAGING_API_KEY, and name a folder.");
  process.exit(2);
}
const staging = imageStaging({ baseUrl, apiKey, maxRetries: 10 });
const output = join(folder, "staged");
const settings: GenerationSettings = {
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room"],
  style_preset: "scandi",
};

async function stage(file: string): Promise<void> {
  const target = join(output, `${parse(file).name}.jpg`);
  if (existsSync(target)) return console.log(`${file}: there already`);
  const path = join(folder ?? "", file);
  // The key is made of what is sent: within a day, the same photo and settings are the same job.
  const hash = createHash("sha256").update(JSON.stringify(settings));
  const idempotencyKey = hash.update(await readFile(path)).digest("hex");
  try {
    const request = { file: await openAsBlob(path), ...settings, reference: file.slice(0, 200) };
    const { job_id, outputs } = await staging.generations.create(request, { idempotencyKey }).wait();
    for (const primary of outputs.slice(0, 1))
      await writeFile(target, (await staging.download(primary)).stream());
    console.log(`${file}: ${job_id}`);
  } catch (error) {
    if (!(error instanceof StagingError)) throw error;
    console.error(`${file}: ${error.code}: ${error.message} (request ${error.requestId})`);
    process.exitCode = 1;
  }
}

await mkdir(output, { recursive: true });
const queue = (await readdir(folder)).filter((file) => /\.(jpe?g|png|webp)$/i.test(file)).values();
const worker = async () => {
  for (const file of queue) await stage(file);
};
await Promise.all(Array.from({ length: 4 }, worker));
