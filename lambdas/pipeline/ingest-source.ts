import * as v from "valibot";
import { CaughtError, failureFrom, JobFailure } from "../domain/failures.ts";
import { type IngestJob, isIngestTerminal } from "../domain/source-asset/ingest.ts";
import { task } from "../runtime/task.ts";
import { startGeneration } from "../storage/executions.ts";
import { completeIngest, failIngest, findIngest, markIngesting } from "../storage/source-asset/ingests.ts";
import { ingestPicture } from "./source-picture.ts";

const Input = v.object({
  organization_id: v.string(),
  ingest_id: v.string(),
  error: v.optional(CaughtError),
});

/**
 * Ingests the picture of one ingest job, or fails it where this task could not before (`error`), and starts the
 * generation that waits for it: that one goes on with the asset or ends with the failure. Repeating the task is harmless.
 */
export const handler = task(Input, async ({ organization_id, ingest_id, error }, log) => {
  const ingest = await findIngest(organization_id, ingest_id);
  if (!ingest) throw new Error(`There is no ingest job ${ingest_id}.`);
  const ended = await endIngest(ingest, error);
  log.info("The ingest has ended", { source_asset_id: ended.source_asset_id, failure: ended.failure, error });
  if (ended.job_id !== null) await startGeneration({ organization_id, job_id: ended.job_id });
});

async function endIngest(ingest: IngestJob, error: CaughtError | undefined): Promise<IngestJob> {
  if (isIngestTerminal(ingest.status)) return ingest;
  if (error) return failIngest(ingest, failureFrom(error), new Date());
  await markIngesting(ingest, new Date());
  try {
    const { source_asset_id } = await ingestPicture(ingest);
    return await completeIngest(ingest, source_asset_id, new Date());
  } catch (problem) {
    if (!(problem instanceof JobFailure)) throw problem;
    return failIngest(ingest, problem.toFailure(), new Date());
  }
}
