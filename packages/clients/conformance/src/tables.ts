import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  ApiError,
  ConnectionError,
  DeadlineError,
  JobFailedError,
  StagingError,
} from "@image-staging/client";
import { expect } from "vitest";
import type { Call } from "./perform.ts";
import type { Exchange } from "./scripted-server.ts";

/** A table of packages/clients/conformance. */
export const readTable = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "..", name), "utf8"));

/** A row of scenarios.json: a call, what a scripted server answers, and what comes of it. */
export type Scenario = {
  title: string;
  client?: { max_retries?: number; timeout_ms?: number };
  call: Omit<Call, "with" | "file"> & {
    with?: string | Record<string, unknown>;
    file_bytes?: number;
    mask_bytes?: number;
  };
  server: Exchange[];
  same_key?: boolean;
  at_least_ms?: number;
  statuses?: string[];
  returns?: unknown;
  throws?: Thrown;
};
export type Thrown = { error: string; job_id?: string } & Record<string, unknown>;
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
    message: error.message,
    status: error.status,
    retryable: error.retryable,
    retry_after: error.retryAfter,
    request_id: error.requestId,
    idempotency_key: error.idempotencyKey,
  }).toMatchObject(fields);
  if (job_id !== undefined) expect(error.job.job_id).toBe(job_id);
  return undefined;
}
