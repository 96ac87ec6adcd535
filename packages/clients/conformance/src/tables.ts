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

/** A table of packages/clients/conformance. */
export const readTable = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "..", name), "utf8"));

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
    status: error.status,
    retryable: error.retryable,
    retry_after: error.retryAfter,
    request_id: error.requestId,
    idempotency_key: error.idempotencyKey,
  }).toMatchObject(fields);
  if (job_id !== undefined) expect(error.job.job_id).toBe(job_id);
  return undefined;
}
