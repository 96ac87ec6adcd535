import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import {
  ApiError,
  ConnectionError,
  DeadlineError,
  type ImageStaging,
  JobFailedError,
  StagingError,
} from "../../clients/typescript/src/index.ts";

/** A table of clients/conformance. */
export const readTable = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../clients/conformance", name), "utf8"));

export type Thrown = { error: string; job_id?: string } & Record<string, unknown>;
export type Call = {
  do: string;
  id?: string;
  with?: Record<string, unknown>;
  key?: string;
  file?: Uint8Array<ArrayBuffer>;
  wait?: boolean;
  deadline_ms?: number;
};

/**
 * Makes a call of a table. Where it waits, it reads every `pollMs`: a scripted server answers at once. `onStatus` gets what
 * the caller is told in the meantime.
 */
export async function perform(
  client: ImageStaging,
  call: Call,
  { pollMs = 1, onStatus = (_status: string) => {} } = {},
): Promise<unknown> {
  const { id = "", wait, deadline_ms } = call;
  // The tables' fields are those of the document.
  const fields = { ...call.with, ...(call.file && { file: call.file }) } as never;
  const options = call.key === undefined ? {} : { idempotencyKey: call.key };
  const waiting = {
    ...(deadline_ms !== undefined && { deadlineMs: deadline_ms }),
    pollMs: wait === undefined ? 500 : pollMs,
    onStatus: ({ status }: { status: string }) => onStatus(status),
  };
  const created = <Job>(job: Promise<Job> & { wait(options: typeof waiting): Promise<Job> }) =>
    wait ? job.wait(waiting) : job;
  const methods: Record<string, () => Promise<unknown>> = {
    "generations.create": () => created(client.generations.create(fields, options)),
    "generations.regenerate": () => created(client.generations.regenerate(id, fields, options)),
    "generations.cancel": () => client.generations.cancel(id, options),
    "generations.get": () => client.generations.get(id),
    "generations.wait": () => client.generations.wait(id, waiting),
    "generations.list": () => Array.fromAsync(client.generations.list(fields)),
    "sourceAssets.create": () => created(client.sourceAssets.create(fields, options)),
    "usage.summary": () => client.usage.summary(fields),
    "billing.events": () => Array.fromAsync(client.billing.events(fields)),
  };
  const method = methods[call.do];
  if (!method) throw new Error(`The tables know no ${call.do}.`);
  return method();
}

const kinds: Record<
  string,
  typeof ApiError | typeof ConnectionError | typeof JobFailedError | typeof DeadlineError
> = {
  api: ApiError,
  connection: ConnectionError,
  job_failed: JobFailedError,
  deadline: DeadlineError,
};

/** Expects what a scenario says of the result: what it contains, or the error. */
export async function expectOutcome(
  outcome: Promise<unknown>,
  { returns, throws }: { returns?: unknown; throws?: Thrown },
): Promise<unknown> {
  if (throws === undefined) {
    const result = await outcome;
    if (returns !== undefined) expect(result).toMatchObject(Object(returns));
    return result;
  }
  const error = await outcome.then(
    () => "no error",
    (thrown) => thrown,
  );
  const { error: kind, job_id, ...fields } = throws;
  expect(error).toBeInstanceOf(StagingError);
  expect(error).toBeInstanceOf(kinds[kind]);
  expect({
    code: error.code,
    status: error.status,
    retryable: error.retryable,
    retry_after: error.retryAfter,
    request_id: error.requestId,
    idempotency_key: error.idempotencyKey,
  }).toMatchObject(fields);
  if (job_id !== undefined) expect(error.job.job_id).toBe(job_id);
  return undefined;
}
