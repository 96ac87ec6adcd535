import { expect } from "vitest";
import type { callsOf } from "../../support/partner.ts";
import { servePictures } from "../../support/picture-server.ts";
import { drawPanorama, drawRoom } from "../../support/pictures.ts";
import type { Reply } from "../../support/requests.ts";
import { untilEnd } from "../../support/until.ts";

type Caller = ReturnType<typeof callsOf>;
type Read = "getSourceAsset" | "getGeneration";

/** Pictures, and a server that has them under /room.jpg and /panorama.jpg. */
export async function startPictures() {
  const room = await drawRoom({ width: 400, height: 300, seed: 3 }).jpeg().toBuffer();
  const panorama = await drawPanorama({ width: 512, seed: 5 }).jpeg().toBuffer();
  const { url, close } = await servePictures({ "room.jpg": room, "panorama.jpg": panorama });
  return { room, url, close };
}

/** Reads until the work has ended; returns every status that was seen, in order. */
async function ended(caller: Caller, operation: Read, id: string) {
  const seen: string[] = [];
  const body: Reply["body"] = await untilEnd(async () => {
    const reply = await caller.send(operation, { id });
    expect(reply.status).toBe(200);
    if (seen.at(-1) !== reply.body.status) seen.push(reply.body.status);
    return reply.body.completed_at !== null && reply.body;
  });
  return { body, seen };
}

export const endOfJob = (caller: Caller, jobId: string) => ended(caller, "getGeneration", jobId);

export const created = (caller: Caller, body: object): Promise<Reply["body"]> =>
  caller.sendOk("createGeneration", { body });

/** Brings a picture and waits for the end of its ingest. */
export async function ingested(caller: Caller, body: object) {
  const { ingest_id } = await caller.sendOk("createSourceAsset", { body });
  return ended(caller, "getSourceAsset", ingest_id);
}
