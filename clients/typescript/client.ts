import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { Failure } from "./failure.ts";

/** How a service is reached. */
export type Service = { base_url: string; api_key: string; inbox_url: string };

const JobFailure = v.nullable(v.object({ code: v.string(), message: v.string(), retryable: v.boolean() }));

const Ingest = v.object({
  ingest_id: v.string(),
  status: v.picklist(["queued", "ingesting", "ready", "failed"]),
  source_asset_id: v.nullable(v.string()),
  failure: JobFailure,
});
export type Ingest = v.InferOutput<typeof Ingest>;

const Generation = v.object({
  job_id: v.string(),
  status: v.picklist(["ingesting", "queued", "running", "succeeded", "failed"]),
  failure: JobFailure,
  outputs: v.array(
    v.object({ rank: v.number(), is_primary: v.boolean(), image_url: v.string(), cached: v.boolean() }),
  ),
});
export type Generation = v.InferOutput<typeof Generation>;

const Refusal = v.object({
  error: v.object({ code: v.string(), message: v.string(), retry_after: v.optional(v.nullable(v.number())) }),
});

const Delivery = v.object({ received_at: v.string(), body: v.string(), verified: v.boolean() });
const WebhookBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ type: v.string(), data: v.object({ job_id: v.string() }) }),
);

export type Picture = { name: string; data: Buffer } | { source_url: string };
export type GenerationRequest = { workflow: string; capture_type: string } & Record<string, unknown>;

const pollEvery = 300;
const refusedOften = 20;

/** The service's API by plain HTTP, as a partner's backend calls it. */
export function clientOf({ base_url, api_key, inbox_url }: Service) {
  async function call<T>(
    schema: v.GenericSchema<unknown, T>,
    path: string,
    init: RequestInit = {},
    tries = 0,
  ): Promise<T> {
    const headers = { authorization: `Bearer ${api_key}`, ...init.headers };
    const response = await fetch(base_url + path, { ...init, headers });
    const body: unknown = await response.json();
    if (response.ok) return v.parse(schema, body);
    const refusal = v.safeParse(Refusal, body);
    if (!refusal.success) throw new Failure(1, `${path} answered ${response.status}.`);
    const { code, message, retry_after } = refusal.output.error;
    if (response.status !== 429 || tries === refusedOften) throw new Failure(1, `${code}: ${message}`);
    await pause((retry_after ?? 1) * 1000);
    return call(schema, path, init, tries + 1);
  }

  function write<T>(schema: v.GenericSchema<unknown, T>, path: string, body: unknown): Promise<T> {
    const key = { "idempotency-key": randomUUID() };
    return body instanceof FormData
      ? call(schema, path, { method: "POST", headers: key, body })
      : call(schema, path, {
          method: "POST",
          headers: { ...key, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
  }

  /** Reads again until `isEnd`; `told` hears of every new status. */
  async function follow<T extends { status: string }>(
    first: T,
    read: () => Promise<T>,
    told: (status: string) => void,
    isEnd: (status: string) => boolean,
  ): Promise<T> {
    let current = first;
    told(current.status);
    while (!isEnd(current.status)) {
      await pause(pollEvery);
      const next = await read();
      if (next.status !== current.status) told(next.status);
      current = next;
    }
    return current;
  }

  return {
    /** Sends a picture and waits until it is a source asset or has failed. */
    async ingest(picture: Picture, told: (status: string) => void): Promise<Ingest> {
      const form = new FormData();
      if ("data" in picture) form.set("file", new Blob([new Uint8Array(picture.data)]), picture.name);
      const first = await write(Ingest, "/api/v1/source-assets", "data" in picture ? form : picture);
      const read = () => call(Ingest, `/api/v1/source-assets/${first.ingest_id}`);
      return follow(first, read, told, (status) => status === "ready" || status === "failed");
    },

    /** Asks for pictures and waits until the job has ended. */
    async generate(request: GenerationRequest, told: (status: string) => void): Promise<Generation> {
      const first = await write(Generation, "/api/v1/generations", request);
      const read = () => call(Generation, `/api/v1/generations/${first.job_id}`);
      return follow(first, read, told, (status) => status === "succeeded" || status === "failed");
    },

    async download(url: string): Promise<Buffer> {
      const response = await fetch(url);
      if (!response.ok) throw new Failure(1, `The signed URL of an output answered ${response.status}.`);
      return Buffer.from(await response.arrayBuffer());
    },

    /** The webhook about a job once it has come to the local inbox, or undefined after `seconds`. */
    async webhook(job_id: string, seconds: number) {
      for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await pause(pollEvery)) {
        const inbox = v.parse(v.array(Delivery), await (await fetch(inbox_url)).json());
        for (const { body, verified, received_at } of inbox) {
          const webhook = v.safeParse(WebhookBody, body);
          if (webhook.success && webhook.output.data.job_id === job_id)
            return { type: webhook.output.type, verified, received_at };
        }
      }
    },
  };
}
export type Client = ReturnType<typeof clientOf>;
