// STAGING_BASE_URL=… STAGING_API_KEY=… WEBHOOK_SECRET=whsec_… npx node packages/clients/conformance/examples/stage-a-picture/main.ts room.jpg staged.jpg
// Stages one picture, and saves it when its webhook has come. The service reaches this program by RECEIVER_URL; only
// a local service takes its address on this machine.
import { once } from "node:events";
import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { imageStaging, type WebhookEvent, webhooks } from "@image-staging/client";

const [source = "", target = ""] = process.argv.slice(2);
const { STAGING_BASE_URL = "", STAGING_API_KEY = "", WEBHOOK_SECRET = "", PORT = "0" } = process.env;
const staging = imageStaging({ baseUrl: STAGING_BASE_URL, apiKey: STAGING_API_KEY });

const events: WebhookEvent[] = [];
const server = createServer(async (request, response) => {
  const body = new Uint8Array(await buffer(request));
  const event = await webhooks.verify(body, request.headers, WEBHOOK_SECRET).catch(() => null);
  response.writeHead(event ? 204 : 400).end();
  if (event) server.emit("verified", events.push(event));
}).listen(Number(PORT), "127.0.0.1");
await once(server, "listening");

const local = `http://127.0.0.1:${Object(server.address()).port}/`;
const job = await staging.generations.create({
  file: await openAsBlob(source),
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room"],
  webhook: { url: process.env.RECEIVER_URL ?? local },
});
while (events.length === 0) await once(server, "verified");
for (const { type, data } of events) {
  if (type !== "generation.succeeded" || data.job_id !== job.job_id) continue;
  await writeFile(target, (await staging.download(data)).stream());
  console.log(`${job.job_id} is saved as ${target}.`);
}
server.close();
