import { StagingError } from "./errors.ts";
import type { CallOptions } from "./http.ts";
import type { CreateGeneration } from "./picture.ts";
import type { GenerationJob } from "./types.ts";
import { callOptionsOf, type Waitable, type WaitOptions } from "./wait.ts";

export type BatchOptions = Omit<WaitOptions<GenerationJob>, "onStatus"> & {
  /** How many jobs are under way at once. Default 4. */
  concurrency?: number;
  /** The key of a request: one that is made of what you send is not paid for twice if the program runs again within a day. */
  idempotencyKey?: (request: CreateGeneration) => string | Promise<string>;
};

/** How a request of a batch ended. */
export type BatchOutcome = { request: CreateGeneration } & (
  | { job: GenerationJob; error: null }
  | { job: null; error: StagingError }
);

/** Makes jobs of requests, some at once, and yields each outcome as its job ends. It takes a request when it sends it. */
export async function* batch(
  create: (request: CreateGeneration, given: CallOptions) => Waitable<GenerationJob>,
  requests: Iterable<CreateGeneration> | AsyncIterable<CreateGeneration>,
  { concurrency = 4, idempotencyKey, ...given }: BatchOptions = {},
): AsyncGenerator<BatchOutcome, void, undefined> {
  const stopped = new AbortController();
  const signal = given.signal ? AbortSignal.any([given.signal, stopped.signal]) : stopped.signal;
  const call = callOptionsOf({ ...given, signal });

  async function outcomeOf(request: CreateGeneration): Promise<BatchOutcome> {
    try {
      const key = idempotencyKey && { idempotencyKey: await idempotencyKey(request) };
      return {
        request,
        job: await create(request, { ...call, ...key }).wait({ ...given, signal }),
        error: null,
      };
    } catch (error) {
      if (error instanceof StagingError) return { request, job: null, error };
      throw error;
    }
  }

  async function* taken() {
    yield* requests;
  }
  const source = taken();
  const running = new Map<number, Promise<{ nth: number; outcome: BatchOutcome }>>();
  let [sent, isDone] = [0, false];

  async function sendNext(): Promise<void> {
    const { value: request, done } = await source.next();
    if (done) isDone = true;
    else {
      const nth = sent++;
      const ended = outcomeOf(request).then((outcome) => ({ nth, outcome }));
      // It is awaited below: until then, a rejection must not count as unhandled.
      ended.catch(() => {});
      running.set(nth, ended);
    }
  }

  try {
    for (;;) {
      while (!isDone && running.size < concurrency) await sendNext();
      if (running.size === 0) return;
      const { nth, outcome } = await Promise.race(running.values());
      running.delete(nth);
      yield outcome;
    }
  } finally {
    // Who leaves early waits for no more. What was created goes on in the service.
    stopped.abort();
  }
}
