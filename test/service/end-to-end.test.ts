import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Form } from "../support/api.ts";
import { drawFloorplan, drawPanorama, drawRoom } from "../support/pictures.ts";
import { spawnedService } from "../support/spawned-service.ts";

const patience = { timeout: 40_000, interval: 50 };
const host = spawnedService();
let service: Awaited<ReturnType<typeof host.start>>;
let pictures: Record<"room" | "large" | "panorama" | "floorplan", Buffer>;
let server: Server;
let picturesUrl: string;

beforeAll(async () => {
  pictures = {
    room: await drawRoom({ width: 640, height: 480 }).jpeg().toBuffer(),
    large: await drawRoom({ width: 1800, height: 1350, seed: 2 }).jpeg().toBuffer(),
    panorama: await drawPanorama({ width: 1024 }).png().toBuffer(),
    floorplan: await drawFloorplan({ width: 600, height: 450 }).webp().toBuffer(),
  };
  const served = new Map<string | undefined, Buffer>(
    Object.entries(pictures).map(([name, picture]) => [`/${name}`, picture]),
  );
  server = createServer((request, response) => {
    const picture = served.get(request.url);
    response.writeHead(picture ? 200 : 404).end(picture);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  picturesUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await host.start();
});
afterAll(async () => {
  server.close();
  await host.discard();
});

async function call(path: string, init: RequestInit = {}): Promise<ReturnType<JSON["parse"]>> {
  const headers = { authorization: `Bearer ${service.api_key}`, ...init.headers };
  const response = await fetch(`${service.base_url}/api/v1${path}`, { ...init, headers });
  const body = JSON.parse(await response.text());
  expect([response.status, body.error]).toEqual([200, undefined]);
  return body;
}

function post(path: string, body: object) {
  const isForm = body instanceof Form;
  return call(path, {
    method: "POST",
    headers: {
      "idempotency-key": randomUUID(),
      "content-type": isForm ? body.contentType : "application/json",
    },
    body: isForm ? new Uint8Array(body.bytes()) : JSON.stringify(body),
  });
}

const ended = (path: string) =>
  vi.waitFor(async () => {
    const body = await call(path);
    expect(body.completed_at).not.toBeNull();
    return body;
  }, patience);

async function ingested(source: object): Promise<string> {
  const { ingest_id } = await post("/source-assets", source);
  const ingest = await ended(`/source-assets/${ingest_id}`);
  expect(ingest).toMatchObject({ status: "ready", failure: null });
  return ingest.source_asset_id;
}

async function generated(request: object) {
  const { job_id } = await post("/generations", request);
  return ended(`/generations/${job_id}`);
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  return Buffer.from(await response.arrayBuffer());
}

const thumbnail = (picture: Buffer) =>
  sharp(picture).resize(64, 64, { fit: "fill" }).removeAlpha().raw().toBuffer();

/** The largest difference of a colour anywhere in two pictures, 0 to 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await thumbnail(one), await thumbnail(other)];
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0);
}

/** The webhooks that came for a job. */
async function webhooksOf(jobId: string): Promise<{ headers: Record<string, string>; body: string }[]> {
  const inbox: { headers: Record<string, string>; body: string }[] = JSON.parse(
    await (await fetch(service.inbox_url)).text(),
  );
  return inbox.filter(({ body }) => body.includes(jobId));
}

const proCapture = { workflow: "pro_capture", capture_type: "photo" };

describe("a picture", () => {
  test("sent as a file and fetched from a URL is one source asset", async () => {
    const asset = await ingested(new Form([["file", pictures.room]]));
    expect(await ingested({ source_url: `${picturesUrl}/room` })).toBe(asset);
  });

  test("comes back staged, by a signed URL that cannot be changed, and by a webhook whose signature verifies", async () => {
    const source_asset_id = await ingested({ source_url: `${picturesUrl}/room` });
    const staging = {
      workflow: "staging",
      capture_type: "photo",
      mode: "refurnish",
      room_types: ["Living Room"],
    };
    const job = await generated({ ...staging, style_preset: "modern", source_asset_id, reference: "road" });
    expect(job).toMatchObject({
      status: "succeeded",
      source_asset_id,
      outputs: [{ rank: 1, is_primary: true }],
    });
    const { image_url, expires_at } = job.outputs[0];
    const picture = await download(image_url);
    expect(await difference(picture, pictures.room)).toBeGreaterThan(40);
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
    for (const tampered of tamperedWith(image_url)) expect((await fetch(tampered)).status).toBe(403);

    const [webhook] = await vi.waitFor(async () => {
      const found = await webhooksOf(job.job_id);
      expect(found).toHaveLength(1);
      return found;
    }, patience);
    const verified = new Webhook(service.signing_secret).verify(webhook?.body ?? "", webhook?.headers ?? {});
    expect(verified).toMatchObject({
      type: "generation.succeeded",
      data: { job_id: job.job_id, reference: "road" },
    });
  });

  test.each([
    [
      "a staged photo",
      "room",
      { workflow: "staging", capture_type: "photo", mode: "renovate", room_types: ["Bedroom"] },
    ],
    ["a cleaned photo", "room", { workflow: "staging", capture_type: "photo", mode: "clean" }],
    [
      "a staged panorama",
      "panorama",
      { workflow: "staging", capture_type: "panorama360", style_preset: "scandi" },
    ],
    ["a staged floor plan", "floorplan", { workflow: "staging", capture_type: "floorplan" }],
    ["an enhanced photo", "room", proCapture],
  ] as const)(
    "comes back as %s with an alternate, of its own size and unlike it",
    async (_, name, request) => {
      const source_url = `${picturesUrl}/${name}`;
      const job = await generated({ ...request, source_url, include_alternates: true });
      expect(job).toMatchObject({
        status: "succeeded",
        outputs: [{ is_primary: true }, { is_primary: false }],
      });
      const source = await sharp(pictures[name]).metadata();
      for (const { image_url } of job.outputs) {
        const picture = await download(image_url);
        const { width, height } = await sharp(picture).metadata();
        expect([width, height]).toEqual([source.width, source.height]);
        expect(await difference(picture, pictures[name])).toBeGreaterThan(10);
      }
      const [primary, alternate] = await Promise.all(
        job.outputs.map(({ image_url }: { image_url: string }) => download(image_url)),
      );
      expect(primary.equals(alternate)).toBe(false);
    },
  );
});

/** The URL with another signature, for another object, for longer, and without a signature. */
function tamperedWith(url: string): string[] {
  const changed = (change: (url: URL) => void) => {
    const copy = new URL(url);
    change(copy);
    return copy.href;
  };
  return [
    changed(({ searchParams }) => searchParams.set("X-Amz-Signature", "0".repeat(64))),
    changed((copy) => {
      copy.pathname = copy.pathname.replace(/out_\w+/, "out_another");
    }),
    changed(({ searchParams }) => searchParams.set("X-Amz-Expires", "86400")),
    changed((copy) => {
      copy.search = "";
    }),
  ];
}

test("a job that runs while the service is killed ends after the next start, once", async () => {
  const source_asset_id = await ingested(new Form([["file", pictures.large]]));
  const { job_id } = await post("/generations", { ...proCapture, source_asset_id });
  await vi.waitFor(
    async () => expect((await call(`/generations/${job_id}`)).status).toBe("running"),
    patience,
  );
  await host.kill();
  const killed = Date.now();
  service = await host.start(Number(new URL(service.base_url).port));
  const job = await ended(`/generations/${job_id}`);
  expect(job).toMatchObject({ status: "succeeded", outputs: [{ rank: 1 }] });
  expect(Date.parse(job.completed_at)).toBeGreaterThan(killed);
  await download(job.outputs[0].image_url);
  await vi.waitFor(async () => expect(await webhooksOf(job_id)).toHaveLength(1), patience);
  const { items } = await call("/billing/events");
  expect(items.filter((event: { job_id: string }) => event.job_id === job_id)).toHaveLength(1);
});
