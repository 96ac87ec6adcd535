import { ulid } from "ulid";
import * as v from "valibot";
import { JobFailure } from "../domain/failures.ts";
import { configurationOf, type Generation } from "../domain/generation.ts";
import {
  attemptSeconds,
  candidateIds,
  contractVersion,
  isTooLateToAsk,
  seedOf,
} from "../domain/inference.ts";
import type { SourceAsset } from "../domain/ingest.ts";
import { task } from "../runtime/task.ts";
import {
  type Attempt,
  candidateKey,
  invokeModel,
  rememberInference,
  requestKey,
} from "../storage/inferences.ts";
import { writeObject } from "../storage/objects.ts";
import { signedUrl } from "../storage/signed-urls.ts";
import { assetOf } from "./asset.ts";
import { JobReference, openJobOf } from "./job-reference.ts";

const Input = v.object({ ...JobReference.entries, task_token: v.string() });

/** Asks the model for candidates. The state machine waits on the task token until complete-inference returns it. */
export const handler = task(Input, async ({ task_token, ...reference }, log) => {
  const now = new Date();
  const job = await openJobOf(reference);
  if (isTooLateToAsk(job.created_at, now))
    throw new JobFailure("inference_timeout", "The model did not answer in time. Regenerating may succeed.");
  const attempt = { ...reference, attempt: ulid() };
  const request = await modelRequest(job, await assetOf(job), attempt, now);
  await writeObject(requestKey(attempt), JSON.stringify(request), "application/json");
  await rememberInference({ ...attempt, task_token }, now);
  await invokeModel(attempt, request);
  log.info("The model is asked", { attempt: attempt.attempt });
});

async function modelRequest(job: Generation, asset: SourceAsset, attempt: Attempt, now: Date) {
  const content_type = "image/jpeg";
  const validity = { seconds: attemptSeconds.both };
  return {
    contract_version: contractVersion,
    inference_id: attempt.attempt,
    ...configurationOf(job),
    seed: seedOf(job.job_id, attempt.attempt),
    source: {
      url: await signedUrl("GET", asset.object_key, now, validity),
      width: asset.width,
      height: asset.height,
      content_type,
    },
    candidates: await Promise.all(
      candidateIds.map(async (candidate_id) => ({
        candidate_id,
        url: await signedUrl("PUT", candidateKey(attempt, candidate_id), now, {
          ...validity,
          contentType: content_type,
        }),
        content_type,
      })),
    ),
  };
}
