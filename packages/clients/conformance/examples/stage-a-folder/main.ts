// STAGING_BASE_URL=… STAGING_API_KEY=… npx node packages/clients/conformance/examples/stage-a-folder/main.ts photos/
// Stages every photo of a folder as a living room, four at once, and saves the outputs in photos/staged/. What is there
// already is left out, and a photo that was sent before is not paid for twice: run it again after an interruption.
import { createHash } from "node:crypto";
import { existsSync, openAsBlob } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CreateGeneration, type GenerationSettings, imageStaging } from "@image-staging/client";

const [folder] = process.argv.slice(2);
const { STAGING_BASE_URL: baseUrl, STAGING_API_KEY: apiKey } = process.env;
if (!folder || !baseUrl || !apiKey) {
  console.error("Set STAGING_BASE_URL and STAGING_API_KEY, and name a folder.");
  process.exit(2);
}
const staging = imageStaging({ baseUrl, apiKey, maxRetries: 10 });
const settings: GenerationSettings = {
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room"],
  style_preset: "scandi",
};
const targetOf = (file: string) => join(folder, "staged", `${file}.jpg`);

async function* requests(photos: string): AsyncGenerator<CreateGeneration> {
  for (const file of await readdir(photos)) {
    if (!/\.(jpe?g|png|webp)$/i.test(file)) continue;
    if (existsSync(targetOf(file))) console.log(`${file}: there already`);
    else yield { file: await openAsBlob(join(photos, file)), ...settings, reference: file.slice(0, 200) };
  }
}

// The key is made of what is sent: within a day, the same photo and settings are the same job.
const idempotencyKey = async ({ file, ...others }: CreateGeneration) =>
  createHash("sha256")
    .update(JSON.stringify(others))
    .update(Buffer.from(await new Response(file).arrayBuffer()))
    .digest("hex");

await mkdir(join(folder, "staged"), { recursive: true });
for await (const { request, job, error } of staging.generations.batch(requests(folder), { idempotencyKey })) {
  const { reference = "" } = request;
  if (error) {
    console.error(`${reference}: ${error.code}: ${error.message} (request ${error.requestId})`);
    process.exitCode = 1;
  } else {
    await writeFile(targetOf(reference), (await staging.download(job)).stream());
    console.log(`${reference}: ${job.job_id}`);
  }
}
