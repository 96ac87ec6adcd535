import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, vi } from "vitest";
import { drawPanorama, drawRoom } from "../../support/pictures.ts";
import type { HttpPartner, HttpReply } from "../../support/service.ts";

export const patience = { timeout: 30_000, interval: 50 };

/** Pictures and a server on loopback that has them under /room.jpg and /panorama.jpg. */
export async function servePictures() {
  const room = await drawRoom({ width: 640, height: 480, seed: 3 }).jpeg().toBuffer();
  const panorama = await drawPanorama({ width: 1024, seed: 5 }).jpeg().toBuffer();
  const served: Record<string, Buffer> = { "/room.jpg": room, "/panorama.jpg": panorama };
  const server = createServer((request, response) => {
    const picture = served[request.url ?? ""];
    response.writeHead(picture ? 200 : 404).end(picture);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { room, url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

/** Reads until the work has ended; gives every state that was seen, in order. */
export async function ended(
  partner: HttpPartner,
  path: string,
): Promise<{ body: HttpReply["body"]; seen: string[] }> {
  const seen: string[] = [];
  const body = await vi.waitFor(async () => {
    const reply = await partner.get(path);
    expect(reply.status).toBe(200);
    if (seen.at(-1) !== reply.body.status) seen.push(reply.body.status);
    expect(reply.body.completed_at).not.toBeNull();
    return reply.body;
  }, patience);
  return { body, seen };
}

export const endOfJob = (partner: HttpPartner, jobId: string) =>
  ended(partner, `/api/v1/generations/${jobId}`);

export async function created(partner: HttpPartner, body: object): Promise<HttpReply["body"]> {
  const reply = await partner.post("/api/v1/generations", body);
  expect(reply.body.error).toBeUndefined();
  return reply.body;
}

/** Brings a picture and waits for the end of its ingest. */
export async function ingested(partner: HttpPartner, body: object) {
  const { body: ingest } = await partner.post("/api/v1/source-assets", body);
  return ended(partner, `/api/v1/source-assets/${ingest.ingest_id}`);
}
