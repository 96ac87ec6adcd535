import { trailerOf } from "../outside/pictures.ts";
import { signature } from "../outside/signing.ts";
import type { History } from "../world/history.ts";
import type { Item, Records } from "./records.ts";

type Output = { output_id: string; object_key: string; signed?: boolean };

/**
 * Every output is signed and made of a picture that the model gave for its job and that may leave, a cached one for the job
 * that made it. A job for which the model gave no picture is not charged.
 */
export function* checkPictures(history: History, { jobs, ledger }: Records): Generator<string> {
  const { objects, offers } = history;
  for (const job of jobs)
    for (const output of job.outputs as Output[]) {
      const picture = objects.get(output.object_key);
      if (!picture) continue;
      if (!output.signed || !picture.subarray(-signature.length).equals(Buffer.from(signature)))
        yield `${output.output_id} of ${job.job_id} is delivered without a signature`;
      yield* checkOrigin(output, picture, jobs, history);
    }
  yield* checkCharges(jobs, ledger, offers);
}

/** No attempt of the model starts later after a job's creation. */
const lastAskedMs = 20 * 60_000;

function* checkOrigin(
  { output_id, object_key }: Output,
  picture: Buffer,
  jobs: Item[],
  { offers, asked }: History,
) {
  const [, , jobId = ""] = object_key.split("/");
  const { candidate } = trailerOf(picture);
  const offered = (offers.get(jobId) ?? []).filter((offer) => offer.candidate === candidate);
  if (offered.length === 0) yield `${output_id} shows what the model did not give for ${jobId}`;
  else if (!offered.some(({ isGood }) => isGood)) yield `${output_id} shows what must not be approved`;
  const job = jobs.find(({ job_id }) => job_id === jobId);
  const couldAsk = Date.parse(job?.completed_at) < Date.parse(job?.created_at) + lastAskedMs;
  const isDoubtful = offered.length > 0 && offered.every(({ seemsToDrift }) => seemsToDrift);
  if (isDoubtful && couldAsk && asked.get(jobId) === 1)
    yield `${output_id} seems to drift, and the model was not asked again`;
}

function* checkCharges(jobs: Item[], ledger: Records["ledger"], offers: History["offers"]) {
  for (const { job_id, outputs } of jobs) {
    const isCached = outputs.some(({ cached }: { cached: boolean }) => cached);
    const isCharged = ledger.some((event) => event.job_id === job_id && event.usage_type !== "adjustment");
    if (isCharged && !isCached && !offers.has(job_id))
      yield `${job_id} is charged without a picture of the model`;
  }
}
