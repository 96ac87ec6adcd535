import type { Generation } from "../domain/generation/generation.ts";
import type { SourceAsset } from "../domain/source-asset/ingest.ts";
import { findAsset } from "../storage/source-asset/ingests.ts";

/** Tells the state machine, by its name, that the job's picture could not be ingested; the ingest says why. */
class IngestFailed extends Error {
  constructor(jobId: string) {
    super(`The ingest of job ${jobId} has failed.`);
    this.name = "ingest_failed";
  }
}

/** The source asset of a job whose ingest has ended. Throws IngestFailed where that gave none. */
export async function loadAsset({
  organization_id,
  job_id,
  source_asset_id,
}: Generation): Promise<SourceAsset> {
  if (source_asset_id === null) throw new IngestFailed(job_id);
  const asset = await findAsset(organization_id, source_asset_id);
  if (!asset) throw new Error(`Source asset ${source_asset_id} of job ${job_id} is gone.`);
  return asset;
}
