import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { Failure } from "./failure.ts";
import { type Connection, get, post } from "./http.ts";

const JobFailure = v.nullable(v.object({ code: v.string(), message: v.string(), retryable: v.boolean() }));

const Ingest = v.object({
  ingest_id: v.string(),
  status: v.picklist(["queued", "ingesting", "ready", "failed"]),
  source_asset_id: v.nullable(v.string()),
  failure: JobFailure,
});
type Ingest = v.InferOutput<typeof Ingest>;

const Generation = v.object({
  job_id: v.string(),
  status: v.picklist(["ingesting", "queued", "running", "succeeded", "failed"]),
  failure: JobFailure,
  outputs: v.array(
    v.object({ rank: v.number(), is_primary: v.boolean(), image_url: v.string(), cached: v.boolean() }),
  ),
});
export type Generation = v.InferOutput<typeof Generation>;

export type Picture = { name: string; data: Buffer } | { source_url: string };
export type GenerationRequest = { workflow: string; capture_type: string } & Record<string, unknown>;
/** Called with each new status of an ingest or a job. */
type OnStatus = (status: string) => void;

/** The service's API by plain HTTP, as a partner's backend calls it. Its methods throw a Failure. */
export const clientOf = (connection: Connection) => ({
  /** Sends a picture and waits until it is a source asset or has failed. */
  async ingest(picture: Picture, onStatus: OnStatus): Promise<Ingest> {
    const path = "/api/v1/source-assets";
    const first = await post(connection, Ingest, path, "data" in picture ? formOf(picture) : picture);
    const read = () => get(connection, Ingest, `${path}/${first.ingest_id}`);
    return follow(first, read, onStatus, ({ status }) => status === "ready" || status === "failed");
  },

  /** Creates a job and waits until it has ended. */
  async generate(request: GenerationRequest, onStatus: OnStatus): Promise<Generation> {
    const path = "/api/v1/generations";
    const first = await post(connection, Generation, path, request);
    const read = () => get(connection, Generation, `${path}/${first.job_id}`);
    return follow(first, read, onStatus, ({ status }) => status === "succeeded" || status === "failed");
  },

  /** The picture behind the signed URL of an output. */
  async download(url: string): Promise<Buffer> {
    const response = await fetch(url);
    if (!response.ok) throw new Failure(1, `The signed URL of an output answered ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
  },
});
export type Client = ReturnType<typeof clientOf>;

function formOf({ name, data }: { name: string; data: Buffer }): FormData {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(data)]), name);
  return form;
}

const pollIntervalMs = 300;

/** Polls until the resource has ended. */
async function follow<T extends { status: string }>(
  first: T,
  read: () => Promise<T>,
  onStatus: OnStatus,
  hasEnded: (resource: T) => boolean,
): Promise<T> {
  let current = first;
  onStatus(current.status);
  while (!hasEnded(current)) {
    await pause(pollIntervalMs);
    const next = await read();
    if (next.status !== current.status) onStatus(next.status);
    current = next;
  }
  return current;
}
