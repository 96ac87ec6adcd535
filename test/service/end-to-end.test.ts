import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openStore, readSetting } from "@image-staging/local-cloud/store";
import sharp from "sharp";
import { Webhook } from "standardwebhooks";
import { afterAll, describe, expect, test } from "vitest";
import { canSign } from "../support/credentials.ts";
import { Form } from "../support/form.ts";
import { isFullRun, sampleOf } from "../support/full-run.ts";
import { overHttp } from "../support/http.ts";
import { callsOf } from "../support/partner.ts";
import { servePictures } from "../support/picture-server.ts";
import { drawFloorplan, drawPanorama, drawRoom } from "../support/pictures.ts";
import { serviceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";

const host = serviceProcess();
let service = await host.start();
const partner = callsOf(overHttp(service.base_url).send, service.organization_id, service.api_key);
const pictures = {
  room: await drawRoom({ width: 320, height: 256 }).jpeg().toBuffer(),
  large: await drawRoom({ width: 1800, height: 1350, seed: 2 }).jpeg().toBuffer(),
  panorama: await drawPanorama({ width: 512 }).png().toBuffer(),
  floorplan: await drawFloorplan({ width: 400, height: 300 }).webp().toBuffer(),
};
const server = await servePictures(pictures);
afterAll(async () => {
  await server.close();
  await host.discard();
});

/** Between two polls. The organization has the limits that real ones have: 25 ms would use up a minute's in seconds. */
const interval = 200;

const ended = (operation: "getSourceAsset" | "getGeneration", id: string, timeout?: number) =>
  until(
    async () => {
      const body = await partner.sendOk(operation, { id });
      return body.completed_at !== null && body;
    },
    timeout,
    interval,
  );

async function ingested(source: object): Promise<string> {
  const { ingest_id } = await partner.sendOk("createSourceAsset", { body: source });
  const ingest = await ended("getSourceAsset", ingest_id);
  expect(ingest).toMatchObject({ status: "ready", failure: null });
  return ingest.source_asset_id;
}

async function generated(request: object) {
  const { job_id } = await partner.sendOk("createGeneration", { body: request });
  return ended("getGeneration", job_id);
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
    expect(await ingested({ source_url: `${server.url}/room` })).toBe(asset);
  });

  test("comes back staged, by a signed URL that cannot be changed, and by a webhook with a signature that verifies", async () => {
    const source_asset_id = await ingested({ source_url: `${server.url}/room` });
    const staging = {
      workflow: "staging",
      capture_type: "photo",
      mode: "refurnish",
      room_types: ["Living Room"],
    };
    const job = await generated({
      ...staging,
      style_preset: "modern",
      source_asset_id,
      reference: "end to end",
    });
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

    const [webhook, ...more] = await until(async () => {
      const found = await webhooksOf(job.job_id);
      return found.length > 0 && found;
    });
    expect(more).toEqual([]);
    const verified = new Webhook(service.signing_secret).verify(webhook?.body ?? "", webhook?.headers ?? {});
    expect(verified).toMatchObject({
      type: "generation.succeeded",
      data: { job_id: job.job_id, reference: "end to end" },
    });
  });

  const kinds = [
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
  ] as const;
  test.each(sampleOf(kinds, 3))(
    "comes back as %s with an alternate, both of its size and unlike it",
    async (_, name, request) => {
      const source_url = `${server.url}/${name}`;
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

test.runIf(isFullRun)(
  "a job that runs while the service is killed ends after the next start, once",
  {
    timeout: 240_000,
  },
  async () => {
    const source_asset_id = await ingested(new Form([["file", pictures.large]]));
    const { job_id: id } = await partner.sendOk("createGeneration", {
      body: { ...proCapture, source_asset_id },
    });
    const isRunning = async () => (await partner.sendOk("getGeneration", { id })).status === "running";
    await until(isRunning, undefined, 50);
    await host.kill();
    const killed = Date.now();
    service = await host.start(Number(new URL(service.base_url).port));
    const job = await ended("getGeneration", id, 120_000);
    expect(job).toMatchObject({ status: "succeeded", outputs: [{ rank: 1 }] });
    expect(Date.parse(job.completed_at)).toBeGreaterThan(killed);
    await download(job.outputs[0].image_url);
    await until(async () => (await webhooksOf(id)).length > 0);
    expect(await webhooksOf(id)).toHaveLength(1);
    const { items } = await partner.sendOk("listBillingEvents");
    expect(items.filter((event: { job_id: string }) => event.job_id === id)).toHaveLength(1);
  },
);

test.runIf(canSign)("the key that signed the outputs is in no line of the log", async () => {
  await host.stop();
  const log = readFileSync(join(host.dataDir, "cloud.log"), "utf8");
  const store = openStore(host.dataDir, false);
  const { key } = JSON.parse(readSetting(store, "content credentials") ?? "{}");
  store.close();
  const lines: string[] = key.split("\n").filter((line: string) => /^[\w+/=]{20,}$/.test(line));
  expect(lines.length).toBeGreaterThan(1);
  expect(log.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => log.includes(line))).toEqual([]);
});
