import { existsSync, openAsBlob } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ApiError, ConnectionError, type ImageStaging, JobFailedError, StagingError } from "../index.ts";
import type { Entry, Journal } from "./journal.ts";
import { maskName } from "./masks.ts";
import { freeName, writeNew, writeUnderFreeName } from "./targets.ts";
import type { Work } from "./work.ts";

type ToSend = Extract<Work, { leftOut: null }>;
type Staging = {
  client: ImageStaging;
  folder: string;
  out: string;
  journal: Journal;
  /** The wanted name of each file's output. */
  names: ReadonlyMap<string, string>;
  limits: { atOnce: number; perMinute: number };
  onEnd: (work: ToSend, entry: Entry, isNew: boolean) => void;
};

/** What ends a whole run: more requests would fail in the same way. */
const fatal = new Set([
  "unauthorized",
  "forbidden",
  "entitlement_required",
  "listing_closed",
  "connection_failed",
  "timed_out",
]);

/** How long a job may take: the service ends one after an hour. */
const deadlineMs = 70 * 60_000;

/**
 * Makes a job of each request, some at once, and saves what comes out. What an earlier run has sent is not sent again: it is
 * waited for. Throws the error that ends the run; what was sent until then goes on in the service.
 */
export async function stageAll(work: readonly ToSend[], staging: Staging): Promise<void> {
  const { limits } = staging;
  const left = [...work];
  const gapMs = work.length > limits.perMinute ? 60_000 / limits.perMinute : 0;
  let next = Date.now();
  let stopped: unknown = null;
  async function turn(): Promise<void> {
    for (let one = left.shift(); one && stopped === null; one = left.shift()) {
      const wait = next - Date.now();
      next = Math.max(next, Date.now()) + gapMs;
      if (wait > 0) await pause(wait);
      try {
        await stageOne(one, staging);
      } catch (error) {
        stopped ??= error;
      }
    }
  }
  await Promise.all(Array.from({ length: limits.atOnce }, turn));
  if (stopped !== null) throw stopped;
}

async function stageOne(one: ToSend, staging: Staging): Promise<void> {
  const { journal, onEnd } = staging;
  const known = journal.get(one.key);
  if (
    known?.state === "declined" ||
    (known?.state === "staged" && existsSync(join(staging.out, known.output ?? "")))
  )
    return onEnd(one, known, false);
  const entry = await ended(one, known, staging);
  journal.set(one.key, entry);
  onEnd(one, entry, true);
}

async function ended(one: ToSend, known: Entry | undefined, staging: Staging): Promise<Entry> {
  const { client, folder, journal } = staging;
  const attempt = known?.state === "failed" ? known.attempt + 1 : (known?.attempt ?? 1);
  const idempotencyKey = attempt === 1 ? one.key : `${one.key}/${attempt}`;
  const isSent = known !== undefined && known.state !== "failed";
  let entry: Entry = { job_id: known?.job_id ?? "", attempt, state: "sent" };
  try {
    if (!isSent) {
      const { job_id, created_at } = await client.generations.create(await requestOf(one, folder), {
        idempotencyKey,
      });
      entry = { ...entry, job_id, created_at };
      journal.set(one.key, entry);
    } else entry = { ...known, state: "sent" };
    const job = await client.generations.wait(entry.job_id, { deadlineMs, pollMs: 1000 });
    return await saved(one, entry, new Uint8Array(await (await client.download(job)).arrayBuffer()), staging);
  } catch (error) {
    if (error instanceof JobFailedError) {
      const words = `${error.message}${await proposalOf(one, error.job, staging)}`;
      return { ...entry, state: error.retryable ? "failed" : "declined", words };
    }
    if (!(error instanceof StagingError) || fatal.has(error.code) || error instanceof ConnectionError)
      throw error;
    return {
      ...entry,
      state: error instanceof ApiError && !error.retryable ? "declined" : "failed",
      words: error.message,
    };
  }
}

async function requestOf({ file, mask, request }: ToSend, folder: string) {
  const marked = mask !== null && { mask: await openAsBlob(join(folder, mask)) };
  return { ...request, file: await openAsBlob(join(folder, file)), ...marked } as never;
}

/** Saves the mask that a model proposes for a furnished room, and says what to do with it; nothing if there is none. */
async function proposalOf({ file }: ToSend, job: JobFailedError["job"], { client, out }: Staging) {
  if (!("proposed_mask" in job) || !job.proposed_mask) return "";
  const mask = new Uint8Array(await (await client.download(job.proposed_mask)).arrayBuffer());
  const name = writeUnderFreeName(out, maskName(file), ".png", mask);
  return ` Here: correct ${join(out, name)}, put it beside ${file} as ${maskName(file)}.png, and run again.`;
}

/** Saves an output under its name; if a file that is not of an earlier run has it, under the next that is free. */
async function saved(
  one: ToSend,
  entry: Entry,
  picture: Uint8Array,
  { out, journal, names }: Staging,
): Promise<Entry> {
  if (entry.output !== undefined && existsSync(join(out, entry.output))) return { ...entry, state: "staged" };
  const base = (names.get(one.file) ?? one.file).replace(/\.jpg$/, "");
  for (;;) {
    const ours = journal.outputs();
    const output =
      entry.output ?? freeName(base, ".jpg", (name) => !existsSync(join(out, name)) && !ours.has(name));
    // Its name is known before it is there: a run that is killed in between finds it again.
    const saving: Entry = { ...entry, state: "saving", output };
    journal.set(one.key, saving);
    if (writeNew(out, output, picture)) return { ...saving, state: "staged" };
    entry = { ...entry, state: "sent" };
    delete entry.output;
  }
}
