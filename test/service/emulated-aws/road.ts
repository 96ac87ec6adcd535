import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type GenerationSettings, imageStaging } from "@image-staging/client";
import sharp from "sharp";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import * as v from "valibot";
import { baseUrlOf } from "./base-url.ts";

/**
 * One picture's road over a deployed stack's HTTP API: ingest, generation, outputs, webhook, usage, ledger, repeated request.
 * Takes the file of the stack's outputs and the stack's name; throws at the first step that is not as it should be.
 */
const [outputsFile = "", stackName = ""] = process.argv.slice(2);
const base_url = baseUrlOf(outputsFile, stackName, process.env.AWS_ENDPOINT_URL);

/** The road takes a minute; if the emulator lets something wait for ever, what was shown so far says what. */
const limitMs = 300_000;
setTimeout(() => {
  console.error(`The road did not end within ${limitMs / 1000} seconds.`);
  process.exit(1);
}, limitMs).unref();

function expect(what: string, holds: boolean): void {
  if (!holds) throw new Error(`It does not hold that ${what}.`);
  console.log(`  ✓ ${what}`);
}

const Admin = v.object({
  organization_id: v.optional(v.string(), ""),
  api_key: v.optional(v.string(), ""),
  signing_secret: v.optional(v.string(), ""),
});
function admin(...command: string[]) {
  const program = join(import.meta.dirname, "../../../bin/admin.ts");
  const options = ["--stack", stackName, "--yes", "--json"];
  const output = execFileSync(process.execPath, [program, ...options, ...command], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  return v.parse(Admin, JSON.parse(output.toString()));
}

type Delivery = { headers: Record<string, string>; body: string };

/** A receiver of webhooks on this machine. */
async function startReceiver() {
  const { promise: delivery, resolve } = Promise.withResolvers<Delivery>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end();
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    resolve({ headers, body: Buffer.concat(chunks).toString() });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The receiver has no address.");
  return { url: `http://127.0.0.1:${address.port}/webhook`, delivery, close: () => server.close() };
}

const { organization_id } = admin("org", "create", "--name", "Deployment test");
const { api_key } = admin("key", "issue", organization_id);
const { signing_secret } = admin("webhook", "rotate-secret", organization_id);
expect("the operator's CLI makes an organization, a key and a signing secret", signing_secret !== "");

const receiver = await startReceiver();
const client = imageStaging({ baseUrl: base_url, apiKey: api_key });
const room = new Uint8Array(
  readFileSync(join(import.meta.dirname, "../../../packages/laptop/samples/room.jpg")),
);
const { width, height } = await sharp(room).metadata();
const { source_asset_id: asset } = await client.sourceAssets.create({ file: room }).wait();
if (asset === null) throw new Error("The ingest ended without a source asset.");
expect("a picture is ingested", true);

const upload = await client.uploads.create({ content_length: room.length, content_type: "image/jpeg" });
await client.uploads.put(upload, room);
expect("the URL of an upload takes the picture", true);
const uploaded = await client.sourceAssets.create({ upload: upload.upload_id }).wait();
expect("it becomes the same source asset as by file", uploaded.source_asset_id === asset);

const settings: GenerationSettings = {
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room"],
  style_preset: "modern",
};
const generation = { source_asset_id: asset, ...settings };
const job = await client.generations.create({ asset, ...settings, webhook: { url: receiver.url } }).wait();
const [output] = job.outputs;
if (output === undefined) throw new Error("The job succeeded without an output.");
expect("a generation succeeds with its primary output", output.is_primary);
const picture = await sharp(await (await client.download(output)).arrayBuffer()).metadata();
expect(
  "the signed URL yields a picture of the source's size",
  picture.width === width && picture.height === height,
);

const delivery = await receiver.delivery;
receiver.close();
const webhook = new Webhook(signing_secret);
const event = v.parse(
  v.object({ type: v.string(), data: v.object({ job_id: v.string() }) }),
  webhook.verify(delivery.body, delivery.headers),
);
expect(
  "its webhook arrives and its signature verifies",
  event.type === "generation.succeeded" && event.data.job_id === job.job_id,
);
const isRefused = (body: string) => {
  try {
    webhook.verify(body, delivery.headers);
    return false;
  } catch (error) {
    return error instanceof WebhookVerificationError;
  }
};
expect("a changed webhook does not verify", isRefused(delivery.body.replace("succeeded", "failed")));

const read = async (path: string, key = api_key) =>
  fetch(`${base_url}${path}`, { headers: { authorization: `Bearer ${key}` } });
const Summary = v.object({ usage: v.object({ consumed: v.number() }) });
const Ledger = v.object({ items: v.array(v.object({ job_id: v.string(), billable: v.boolean() })) });
const summary = v.parse(Summary, await (await read("/api/v1/usage/summary")).json());
const { items } = v.parse(Ledger, await (await read("/api/v1/billing/events")).json());
expect(
  "it is counted and charged once",
  summary.usage.consumed === 1 && items.length === 1 && items[0]?.job_id === job.job_id,
);

const create = async (idempotencyKey: string, body: FormData | string) => {
  const headers = {
    authorization: `Bearer ${api_key}`,
    "idempotency-key": idempotencyKey,
    ...(typeof body === "string" && { "content-type": "application/json" }),
  };
  return (await fetch(`${base_url}/api/v1/generations`, { method: "POST", headers, body })).text();
};
const key = randomUUID();
const [first, repeated] = [
  await create(key, JSON.stringify(generation)),
  await create(key, JSON.stringify(generation)),
];
expect("a repeated request returns the first response", first === repeated);

const Status = v.object({
  job_id: v.string(),
  status: v.string(),
  outputs: v.array(v.object({ cached: v.boolean() })),
});
async function endOf(created: string) {
  let now = v.parse(Status, JSON.parse(created));
  while (!["succeeded", "failed"].includes(now.status)) {
    await pause(300);
    now = v.parse(Status, await (await read(`/api/v1/generations/${now.job_id}`)).json());
  }
  return now;
}
const again = await endOf(first);
expect("the same configuration comes from the approved cache", again.outputs[0]?.cached === true);

const form = new FormData();
form.set("file", new Blob([room]), "room.jpg");
for (const [name, value] of Object.entries({ ...settings, style_preset: "boho" }))
  form.set(name, String(value));
const brought = await endOf(await create(randomUUID(), form));
expect("a generation that brings its picture succeeds", brought.status === "succeeded");

const { organization_id: stranger } = admin("org", "create", "--name", "Stranger");
const { api_key: strangersKey } = admin("key", "issue", stranger);
expect(
  "another organization cannot see the job",
  (await read(`/api/v1/generations/${job.job_id}`, strangersKey)).status === 404,
);
