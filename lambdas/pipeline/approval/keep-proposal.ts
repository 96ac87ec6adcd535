import { JobFailure } from "../../domain/failures.ts";
import type { Generation } from "../../domain/generation/generation.ts";
import type { SourceAsset } from "../../domain/source-asset/ingest.ts";
import { maxMaskBytes } from "../../domain/source-asset/upload.ts";
import type { Log } from "../../runtime/log.ts";
import { normalizeMask } from "../../runtime/picture/normalize-mask.ts";
import { rememberProposal } from "../../storage/generation/generations.ts";
import { type InferenceAttempt, objectKeys } from "../../storage/object-keys.ts";
import { readObject, writeObject } from "../../storage/objects.ts";

/**
 * Keeps the mask that a declining model proposes, if it is one that the caller could send, where callers read pictures. One that
 * is of no use is dropped: the job is declined without it.
 */
export async function keepProposal(
  attempt: InferenceAttempt,
  job: Generation,
  asset: SourceAsset,
  log: Log,
): Promise<void> {
  const stored = (await readObject(objectKeys.proposal(attempt), maxMaskBytes)) ?? Buffer.alloc(0);
  try {
    const mask = await normalizeMask(stored, asset);
    const key = objectKeys.proposedMask(job.organization_id, job.job_id);
    await writeObject(key, mask, "image/png");
    await rememberProposal(job, key);
  } catch (error) {
    if (!(error instanceof JobFailure)) throw error;
    log.warn("The model proposes a mask that is of no use", { reason: error.message });
  }
}
