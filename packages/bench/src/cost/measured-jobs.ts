import { statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { stylePresets } from "@image-staging/inference-contract/vocabulary";
import type { LocalService } from "@image-staging/laptop/describe-service";
import type { Usage } from "@image-staging/local-cloud/lambda/service";
import * as v from "valibot";
import { type CountedService, startCountedService } from "./counted-service.ts";
import type { Requests } from "./counting-objects.ts";
import type { TableUsage } from "./counting-table.ts";

/** What one job or one sweep uses on average, of time the median. Functions are by logical id. */
export type Used = {
  transitions: number;
  functions: Record<string, Omit<Usage, "processorMs"> & { memoryMb: number }>;
  table: TableUsage;
  objects: Requests;
  logBytes: number;
};

const warmUps = 3;
/** How many are measured. */
export const jobs = 20;
const Job = v.object({ job_id: v.string(), status: v.string() });

type Measured = { fromAsset: Used; withPicture: Used; withUpload: Used; sweep: Used };

/**
 * Runs work one after the other on the local service and measures each kind: jobs from an asset, jobs with their picture,
 * sweeps. With `signs`, outputs are signed by a key in a secret.
 */
export async function measuredJobs(signs: boolean): Promise<Measured> {
  const [pictures, uploads] = [await drawnRooms(1600), await drawnRooms(1700)];
  const running = await startCountedService({ signs });
  const { service, memory } = running;
  const measure = measuring(running);
  const sweep = [...memory.keys()].find((id) => /Sweep/.test(id)) ?? "";
  try {
    const asset = await ingestedAsset(service, pictures.at(-1));
    return {
      fromAsset: await measure((nth) => job(service, JSON.stringify(generation(nth, asset)), jsonType)),
      withPicture: await measure((nth) => job(service, form(pictures[nth]))),
      withUpload: await measure(async (nth) => {
        const upload_id = await putUpload(service, uploads[nth]);
        await job(service, JSON.stringify({ ...proCapture, upload_id }), jsonType);
      }),
      sweep: await measure(async () => void (await service.invoke(sweep, "{}"))),
    };
  } finally {
    await running.stop();
  }
}

/** Measures repeated work, after a few repetitions that warm the functions up. */
export function measuring(
  { service, counted, logFile, memory }: CountedService,
  time: "milliseconds" | "processorMs" = "milliseconds",
) {
  const total = () => ({
    transitions: Object.values(service.transitions()).reduce((sum, count) => sum + count, 0),
    functions: service.invocations(),
    table: counted.table(),
    objects: counted.objects(),
    logBytes: statSync(logFile).size,
  });
  return async (work: (nth: number) => Promise<void>): Promise<Used> => {
    for (let nth = 0; nth < warmUps; nth++) await work(nth);
    const before = total();
    const seen = [before.functions];
    for (let nth = warmUps; nth < warmUps + jobs; nth++) {
      await work(nth);
      seen.push(service.invocations());
    }
    const after = total();
    const each = (end: number, start: number) => (end - start) / jobs;
    return {
      transitions: each(after.transitions, before.transitions),
      functions: Object.fromEntries(
        Object.entries(after.functions).map(([id, { invocations }]) => {
          const memoryMb = memory.get(id) ?? 0;
          const perJob = each(invocations, before.functions[id]?.invocations ?? 0);
          const durations = seen.map((usage) => usage[id]?.[time] ?? 0);
          return [id, { invocations: perJob, milliseconds: medianRise(durations), memoryMb }];
        }),
      ),
      table: {
        calls: each(after.table.calls, before.table.calls),
        readUnits: each(after.table.readUnits, before.table.readUnits),
        writeUnits: each(after.table.writeUnits, before.table.writeUnits),
      },
      objects: {
        puts: each(after.objects.puts, before.objects.puts),
        gets: each(after.objects.gets, before.objects.gets),
      },
      logBytes: each(after.logBytes, before.logBytes),
    };
  };
}

/** How much a sum rises from one repetition to the next. The median, because what else the machine does lengthens some. */
export function medianRise(sums: number[]): number {
  const rises = sums.slice(1).map((sum, index) => sum - (sums[index] ?? 0));
  return rises.toSorted((a, b) => a - b)[Math.floor(rises.length / 2)] ?? 0;
}

/** How many repetitions a kind of job has, those that warm up included. */
export const repetitions = warmUps + jobs;

export const jsonType = { "content-type": "application/json" };
const rooms = ["Living Room", "Kitchen", "Bedroom", "Office"];

/** Each `nth` has another configuration, so that no job is served from the cache of approved outputs. */
export const generation = (nth: number, source_asset_id: string) => ({
  source_asset_id,
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: [rooms[nth % rooms.length]],
  style_preset: stylePresets[Math.floor(nth / rooms.length) % stylePresets.length],
});

/** Drawn beforehand: the functions run in this process too and stop sharp from reading SVG. */
const drawnRooms = (width: number) =>
  Promise.all(Array.from({ length: warmUps + jobs + 1 }, (_, nth) => drawRoom(width + nth, 1200)));

const proCapture = { workflow: "pro_capture", capture_type: "photo" };

function form(picture: Uint8Array = new Uint8Array()): FormData {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(picture)]), "room.jpg");
  for (const [name, value] of Object.entries(proCapture)) body.set(name, value);
  return body;
}

const headersOf = ({ apiKey }: LocalService) => ({
  authorization: `Bearer ${apiKey}`,
  "idempotency-key": crypto.randomUUID(),
});

/** One job as a partner runs it: created, announced by webhook, read once. */
export async function job(
  service: LocalService,
  body: string | FormData,
  type: Record<string, string> = {},
): Promise<void> {
  const url = `${service.baseUrl}/api/v1/generations`;
  const headers = { ...headersOf(service), ...type };
  const created = v.parse(Job, await (await fetch(url, { method: "POST", headers, body })).json());
  while (!(await fetch(service.inboxUrl).then((inbox) => inbox.text())).includes(created.job_id))
    await pause(20);
  const { status } = v.parse(Job, await (await fetch(`${url}/${created.job_id}`, { headers })).json());
  if (status !== "succeeded") throw new Error(`Job ${created.job_id} ended as ${status}.`);
}

/** Puts a picture as a partner does and returns the id of its upload. */
async function putUpload(service: LocalService, picture: Uint8Array = new Uint8Array()): Promise<string> {
  const Upload = v.object({ upload_id: v.string(), url: v.string() });
  const answer = await fetch(`${service.baseUrl}/api/v1/uploads`, {
    method: "POST",
    headers: { ...headersOf(service), ...jsonType },
    body: JSON.stringify({ content_length: picture.length }),
  });
  const { upload_id, url } = v.parse(Upload, await answer.json());
  const { ok, status } = await fetch(url, { method: "PUT", body: new Uint8Array(picture) });
  if (!ok) throw new Error(`The store answered ${status} to an upload.`);
  return upload_id;
}

export async function ingestedAsset(service: LocalService, picture: Uint8Array | undefined): Promise<string> {
  const Ingest = v.object({ ingest_id: v.string(), source_asset_id: v.nullable(v.string()) });
  const url = `${service.baseUrl}/api/v1/source-assets`;
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(picture ?? [])]), "room.jpg");
  const headers = headersOf(service);
  const { ingest_id } = v.parse(Ingest, await (await fetch(url, { method: "POST", headers, body })).json());
  for (;;) {
    const ingest = v.parse(Ingest, await (await fetch(`${url}/${ingest_id}`, { headers })).json());
    if (ingest.source_asset_id !== null) return ingest.source_asset_id;
    await pause(50);
  }
}
