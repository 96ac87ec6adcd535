import type { Generation } from "../domain/generation.ts";
import type { SourceAsset } from "../domain/ingest.ts";
import { findAsset } from "../storage/ingests.ts";

/** The source asset of a job that has one. */
export async function assetOf(job: Generation): Promise<SourceAsset> {
  const asset =
    job.source_asset_id === null ? null : await findAsset(job.organization_id, job.source_asset_id);
  if (!asset) throw new Error(`Job ${job.job_id} has no source asset.`);
  return asset;
}
