import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { Failure } from "./failure.ts";

/** How a service is reached. */
export type Connection = { base_url: string; api_key: string };

type Schema<T> = v.GenericSchema<unknown, T>;

const Refusal = v.object({
  error: v.object({ code: v.string(), message: v.string(), retry_after: v.optional(v.nullable(v.number())) }),
});

const maxRetries = 20;

/** Reads a resource. Throws a Failure with the service's own words where it refuses. */
export const get = <T>(connection: Connection, schema: Schema<T>, path: string): Promise<T> =>
  send(connection, schema, path, {});

/** Posts JSON or a form, under a new idempotency key that retries keep. Throws a Failure where it is refused. */
export function post<T>(connection: Connection, schema: Schema<T>, path: string, body: unknown): Promise<T> {
  const headers = { "idempotency-key": randomUUID() };
  if (body instanceof FormData) return send(connection, schema, path, { method: "POST", headers, body });
  return send(connection, schema, path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Sends a request, again after each 429 once the service's `retry_after` has passed, and parses the answer. */
async function send<T>(
  { base_url, api_key }: Connection,
  schema: Schema<T>,
  path: string,
  init: RequestInit,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    const headers = { authorization: `Bearer ${api_key}`, ...init.headers };
    const response = await fetch(base_url + path, { ...init, headers });
    const body: unknown = await response.json();
    if (response.ok) return v.parse(schema, body);
    const refusal = v.safeParse(Refusal, body);
    if (!refusal.success) throw new Failure(1, `${path} answered ${response.status}.`);
    const { code, message, retry_after } = refusal.output.error;
    if (response.status !== 429 || retries === maxRetries) throw new Failure(1, `${code}: ${message}`);
    await pause((retry_after ?? 1) * 1000);
  }
}
