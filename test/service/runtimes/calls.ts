import {
  ApiError,
  type ClientOptions,
  DeadlineError,
  imageStaging,
  JobFailedError,
  StagingError,
  webhooks,
} from "@image-staging/client";
import { type Call, perform } from "@image-staging/conformance/perform";

// Runs within the runtime that is tried, with the installed client in place of its source. What it gets and gives is JSON.

/** A call of a table, on a new client, or a message to verify. `file_bytes` and `picture` are its file, `mask_bytes` its mask. */
export type Task =
  | {
      client: ClientOptions;
      call: Omit<Call, "file" | "mask">;
      file_bytes?: number;
      mask_bytes?: number;
      picture?: string;
      download?: boolean;
    }
  | { message: Message };
export type Message = {
  secrets: string[];
  headers: Record<string, string>;
  body: string;
  now?: number;
  tolerance_seconds?: number;
};

/** What came of a task: its result, or the error, by its class's name. */
export type Outcome = { result: unknown; statuses: string[] } | { error: Record<string, unknown> };

export async function performAll(tasks: Task[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const task of tasks) outcomes.push(await outcomeOf(task));
  return outcomes;
}

async function outcomeOf(task: Task): Promise<Outcome> {
  const statuses: string[] = [];
  try {
    return { result: await resultOf(task, statuses), statuses };
  } catch (error) {
    if (!(error instanceof StagingError)) return { error: { name: "unexpected", message: String(error) } };
    const { name, message, code, retryable, requestId, idempotencyKey } = error;
    const status = error instanceof ApiError ? { status: error.status, retryAfter: error.retryAfter } : {};
    const job = error instanceof JobFailedError || error instanceof DeadlineError ? { job: error.job } : {};
    return { error: { name, message, code, retryable, requestId, idempotencyKey, ...status, ...job } };
  }
}

async function resultOf(task: Task, statuses: string[]): Promise<unknown> {
  if ("message" in task) {
    const { body, headers, secrets, now, tolerance_seconds } = task.message;
    return webhooks.verify(new TextEncoder().encode(body), new Headers(headers), secrets, {
      ...(now !== undefined && { now }),
      ...(tolerance_seconds !== undefined && { toleranceSeconds: tolerance_seconds }),
    });
  }
  const client = imageStaging(task.client);
  const file =
    task.picture === undefined
      ? task.file_bytes !== undefined && new Uint8Array(task.file_bytes)
      : Uint8Array.from(atob(task.picture), (character) => character.charCodeAt(0));
  const result = await perform(
    client,
    {
      ...task.call,
      ...(file && { file }),
      ...(task.mask_bytes !== undefined && { mask: new Uint8Array(task.mask_bytes) }),
    },
    {
      onStatus: (status) => statuses.push(status),
    },
  );
  if (!task.download) return result;
  const { outputs } = await client.generations.get(String(Object(result).job_id));
  const [output] = outputs;
  return { bytes: output ? (await client.download(output)).size : 0, job: result };
}
