import type { Answer, CallOptions, Connection } from "./http.ts";
import { eachItem } from "./pages.ts";
import { bodyWith, type Picture } from "./picture.ts";
import type {
  CreateGenerationFromAsset,
  GenerationJob,
  GenerationsPage,
  ListGenerationsQuery,
  RegenerateRequest,
} from "./types.ts";
import { type Waitable, type WaitOptions, waitable, waitFor } from "./wait.ts";

/** What to make of a picture. */
export type GenerationSettings = Omit<CreateGenerationFromAsset, "source_asset_id">;
/** A picture, and what to make of it. */
export type CreateGeneration = Picture & GenerationSettings;

const path = "/api/v1/generations";
const hasEnded = ({ status }: GenerationJob) => status === "succeeded" || status === "failed";

export function generationsOf(connection: Connection) {
  const { json } = connection;
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  const read = (id: string, signal?: AbortSignal) =>
    json<GenerationJob>({ method: "GET", path: pathOf(id), ...(signal && { signal }) });
  const wait = (first: Answer<GenerationJob>, options?: WaitOptions<GenerationJob>) =>
    waitFor(first, (signal) => read(first.body.job_id, signal), hasEnded, options);

  async function send(request: CreateGeneration, given: CallOptions): Promise<Answer<GenerationJob>> {
    const options = { ...given, idempotencyKey: given.idempotencyKey ?? crypto.randomUUID() };
    const body = await bodyWith(connection, request, options);
    return json({ ...options, method: "POST", path, body });
  }

  /** One page of your jobs, newest first. */
  const page = async (
    query: ListGenerationsQuery = {},
    { signal }: CallOptions = {},
  ): Promise<GenerationsPage> =>
    (await json<GenerationsPage>({ method: "GET", path, query, ...(signal && { signal }) })).body;

  return {
    /** Creates a job. A file over 4 MiB is uploaded first. `create(…).wait()` resolves with the job when it has succeeded. */
    create: (request: CreateGeneration, given: CallOptions = {}): Waitable<GenerationJob> =>
      waitable(send(request, given), wait),
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
    get: async (jobId: string, { signal }: CallOptions = {}): Promise<GenerationJob> =>
      (await read(jobId, signal)).body,
    /** Waits for a job that was created before. Throws a JobFailedError or a DeadlineError. */
    wait: async (jobId: string, options: WaitOptions<GenerationJob> = {}): Promise<GenerationJob> =>
      wait(await read(jobId, options.signal), options),
    page,
    /** Every job that fits, newest first. */
    list: (
      query: ListGenerationsQuery = {},
      given: CallOptions = {},
    ): AsyncGenerator<GenerationJob, void, undefined> =>
      eachItem((next: ListGenerationsQuery) => page(next, given), query),
  };
}
