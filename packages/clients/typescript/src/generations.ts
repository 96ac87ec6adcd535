import { type BatchOptions, type BatchOutcome, batch } from "./batch.ts";
import type { Answer, CallOptions, Connection } from "./http.ts";
import { eachItem } from "./pages.ts";
import { bodyWith, type CreateGeneration } from "./picture.ts";
import type {
  GenerationJob,
  GenerationSettings,
  GenerationsPage,
  ListGenerationsQuery,
  RegenerateRequest,
  UncheckedSettings,
} from "./types.ts";
import { callOptionsOf, type Waitable, type WaitOptions, waitable, waitFor } from "./wait.ts";

/**
 * Settings that a form or another program has put together, as they are: the service says what of them does not go
 * together. Those that your program writes itself need no such step, and do not compile if they are wrong.
 */
export function unchecked(settings: UncheckedSettings): GenerationSettings;
export function unchecked(settings: object): object {
  return settings;
}

const path = "/api/v1/generations";
const hasEnded = ({ status }: GenerationJob) => status === "succeeded" || status === "failed";

export function generationsOf(connection: Connection) {
  const { json } = connection;
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  const read = (id: string, given: CallOptions) =>
    json<GenerationJob>({ ...given, method: "GET", path: pathOf(id) });
  const wait = (first: Answer<GenerationJob>, options?: WaitOptions<GenerationJob>) =>
    waitFor(first, (given) => read(first.body.job_id, given), hasEnded, options);

  async function send(request: CreateGeneration, given: CallOptions): Promise<Answer<GenerationJob>> {
    const options = { ...given, idempotencyKey: given.idempotencyKey ?? crypto.randomUUID() };
    const body = await bodyWith(connection, request, options);
    return json({ ...options, method: "POST", path, body });
  }

  /** One page of your jobs, newest first. */
  const page = async (query: ListGenerationsQuery = {}, given: CallOptions = {}): Promise<GenerationsPage> =>
    (await json<GenerationsPage>({ ...given, method: "GET", path, query })).body;

  const create = (request: CreateGeneration, given: CallOptions = {}): Waitable<GenerationJob> =>
    waitable(send(request, given), wait);

  return {
    /** Makes a job of each request, some at once, and yields how each ended. */
    batch: (
      requests: Iterable<CreateGeneration> | AsyncIterable<CreateGeneration>,
      options?: BatchOptions,
    ): AsyncGenerator<BatchOutcome, void, undefined> => batch(create, requests, options),
    /** Creates a job. A file over 4 MiB is uploaded first. `create(…).wait()` resolves with the job when it has succeeded. */
    create,
    /** Creates a job from the picture of another, without using outputs approved before. */
    regenerate: (
      jobId: string,
      overrides: RegenerateRequest = {},
      given: CallOptions = {},
    ): Waitable<GenerationJob> =>
      waitable(
        json({ ...given, method: "POST", path: `${pathOf(jobId)}/regenerate`, body: overrides }),
        wait,
      ),
    /** Ends a job that has not ended: it fails with `cancelled` and is not charged. Returns one that has ended as it is. */
    cancel: async (jobId: string, given: CallOptions = {}): Promise<GenerationJob> =>
      (await json<GenerationJob>({ ...given, method: "POST", path: `${pathOf(jobId)}/cancel` })).body,
    /** The job as it is now, with fresh URLs. */
    get: async (jobId: string, given: CallOptions = {}): Promise<GenerationJob> =>
      (await read(jobId, given)).body,
    /** Waits for a job that was created before. Throws a JobFailedError or a DeadlineError. */
    wait: async (jobId: string, options: WaitOptions<GenerationJob> = {}): Promise<GenerationJob> =>
      wait(await read(jobId, callOptionsOf(options)), options),
    page,
    /** Every job that fits, newest first. */
    list: (
      query: ListGenerationsQuery = {},
      given: CallOptions = {},
    ): AsyncGenerator<GenerationJob, void, undefined> =>
      eachItem((next: ListGenerationsQuery) => page(next, given), query),
  };
}
