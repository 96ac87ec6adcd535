import { DeadlineError, JobFailedError } from "./errors.ts";
import type { Answer } from "./http.ts";
import { pause } from "./time.ts";

export type WaitOptions<Job> = {
  /** How long to wait at most, in milliseconds. Default 15 minutes. */
  deadlineMs?: number;
  signal?: AbortSignal;
  /** The pause before the first poll, in milliseconds; it grows to ten times as much. Default 500. */
  pollMs?: number;
  /** Called with the job as it is at first, and whenever its status has changed. */
  onStatus?: (job: Job) => void;
};

type Failure = { code: string; message: string; retryable: boolean };
type Ending = { status: string; failure: Failure | null };
const growth = 1.5;
const furthest = 10;

/** A promise of the first answer about a job. `wait` gives the job when it has ended. */
export type Waitable<Job> = Promise<Job> & { wait(options?: WaitOptions<Job>): Promise<Job> };

/** Reads a job until it has ended. Throws a JobFailedError if it fails, a DeadlineError if it takes too long. */
export async function waitFor<Job extends Ending>(
  first: Answer<Job>,
  read: (signal?: AbortSignal) => Promise<Answer<Job>>,
  hasEnded: (job: Job) => boolean,
  { deadlineMs = 15 * 60_000, pollMs = 500, signal, onStatus }: WaitOptions<Job> = {},
): Promise<Job> {
  const deadline = Date.now() + deadlineMs;
  let [{ body: job, requestId }, next] = [first, pollMs];
  onStatus?.(job);
  while (!hasEnded(job)) {
    const left = deadline - Date.now();
    if (left <= 0) throw new DeadlineError(job, deadlineMs, requestId);
    await pause(Math.min(left, next * (0.8 + Math.random() * 0.4)), signal);
    next = Math.min(next * growth, pollMs * furthest);
    const before = job.status;
    ({ body: job, requestId } = await read(signal));
    if (job.status !== before) onStatus?.(job);
  }
  if (job.failure) throw new JobFailedError(job, job.failure, requestId);
  return job;
}

/** The promise of a job's first answer, with `wait`. */
export function waitable<Job>(
  created: Promise<Answer<Job>>,
  wait: (first: Answer<Job>, options?: WaitOptions<Job>) => Promise<Job>,
): Waitable<Job> {
  const job = created.then(({ body }) => body);
  return Object.assign(job, {
    wait: async (options?: WaitOptions<Job>) => {
      // Who waits for the end gets the error there: it must not count as unhandled here.
      job.catch(() => {});
      return wait(await created, options);
    },
  });
}
