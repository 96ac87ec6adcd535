import { DeadlineError, JobFailedError } from "./errors.ts";
import type { Answer, CallOptions } from "./http.ts";
import { pause } from "./time.ts";
import type { Failure } from "./types.ts";

export type WaitOptions<Job> = Omit<CallOptions, "idempotencyKey"> & {
  /** How long to wait at most, in milliseconds. Default 15 minutes. */
  deadlineMs?: number;
  /** The pause before the first poll, in milliseconds; it grows to ten times as much. Default 500. */
  pollMs?: number;
  /** Called with the job as it is at first, and whenever its status has changed. */
  onStatus?: (job: Job) => void;
};

type Ending = { status: string; failure: Failure | null };
const growth = 1.5;
const furthest = 10;

/** A promise of the first answer about a job. `wait` gives the job when it has ended. */
export type Waitable<Job> = Promise<Job> & { wait(options?: WaitOptions<Job>): Promise<Job> };

/** Reads a job until it has ended. Throws a JobFailedError if it fails, a DeadlineError if it takes too long. */
export async function waitFor<Job extends Ending>(
  first: Answer<Job>,
  read: (given: CallOptions) => Promise<Answer<Job>>,
  hasEnded: (job: Job) => boolean,
  { deadlineMs = 15 * 60_000, pollMs = 500, onStatus, ...given }: WaitOptions<Job> = {},
): Promise<Job> {
  const deadline = Date.now() + deadlineMs;
  let [{ body: job, requestId }, next] = [first, pollMs];
  onStatus?.(job);
  while (!hasEnded(job)) {
    const left = deadline - Date.now();
    if (left <= 0) throw new DeadlineError(job, deadlineMs, requestId);
    await pause(Math.min(left, next * (0.8 + Math.random() * 0.4)), given.signal);
    next = Math.min(next * growth, pollMs * furthest);
    const before = job.status;
    ({ body: job, requestId } = await read(given));
    if (job.status !== before) onStatus?.(job);
  }
  if (job.failure) throw new JobFailedError(job, job.failure, requestId);
  return job;
}

/** What of these options belongs to each of its reads. */
export const callOptionsOf = <Job>({
  deadlineMs,
  pollMs,
  onStatus,
  ...given
}: WaitOptions<Job>): CallOptions => given;

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
