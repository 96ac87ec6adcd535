import { type Generation, leftoverOutputs } from "../../domain/generation/generation.ts";
import { type IngestJob, leftoverAssets } from "../../domain/source-asset/ingest.ts";
import { env } from "../../runtime/env.ts";
import { objectKeys } from "../object-keys.ts";
import { deleteObjects } from "../objects.ts";
import { findAsset } from "../source-asset/ingests.ts";

/** Deletes the pictures that a job which has ended may have stored and does not refer to. */
export async function removeLeftoverOutputs(job: Generation): Promise<void> {
  const { organization_id, job_id } = job;
  for (const outputId of leftoverOutputs(job)) {
    const stored = [
      objectKeys.output(organization_id, job_id, outputId),
      objectKeys.outputMask(organization_id, job_id, outputId),
      objectKeys.preview(organization_id, outputId, "original"),
      objectKeys.preview(organization_id, outputId, "altered"),
    ];
    for (const key of job.disclosure === "label_and_page" ? stored : stored.slice(0, 2))
      await deleteObjects(env("BUCKET_NAME"), key);
  }
}

/** A run that stores a picture ends with its asset within minutes: what is younger may be about to be kept. */
const youngMs = 10 * 60_000;

/**
 * Deletes the pictures that an ingest which has ended may have stored and of which there is no asset, unless another ingest
 * of the same bytes has stored them again.
 */
export async function removeLeftoverAssets(ingest: IngestJob): Promise<void> {
  const { organization_id, updated_at } = ingest;
  const storedBefore = new Date(Date.parse(updated_at) + youngMs);
  for (const assetId of leftoverAssets(ingest))
    if ((await findAsset(organization_id, assetId)) === null)
      await deleteObjects(env("BUCKET_NAME"), objectKeys.assetPrefix(organization_id, assetId), storedBefore);
}
