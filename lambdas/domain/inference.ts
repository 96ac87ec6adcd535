import * as v from "valibot";
import { sha256Hex } from "./ids.ts";

/** The container's contract, version 1.0: docs/inference-contract.md. */
export const contractVersion = "1.0";

/** How many candidates a model is asked for: enough for a primary and an alternate when one is rejected. */
export const candidateCount = 3;

export const candidateIds = Array.from({ length: candidateCount }, (_, index) => `c${index + 1}`);

/** What the model says it made. Unknown keys are ignored, so that models may say more. */
export const ModelResponse = v.object({
  model_version: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  candidates: v.pipe(
    v.array(
      v.object({
        candidate_id: v.picklist(candidateIds),
        score: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
        safe: v.boolean(),
      }),
    ),
    v.maxLength(candidateCount),
    v.check(
      (candidates) =>
        new Set(candidates.map((candidate) => candidate.candidate_id)).size === candidates.length,
      "must not name a candidate twice",
    ),
  ),
});
export type ModelResponse = v.InferOutput<typeof ModelResponse>;

/** A seed in 0 … 2³¹−1: the same job and attempt give the same seed. */
export const seedOf = (jobId: string, attempt: string): number =>
  Number.parseInt(sha256Hex(`${jobId}/${attempt}`).slice(0, 8), 16) >>> 1;

/**
 * That an inference has ended: which, why it failed or null, and where its answer lies (Amazon SageMaker Developer
 * Guide, "Async inference: check results"). The simulated model's answer comes along as `output`.
 */
export const InferenceNotification = v.pipe(
  v.object({
    invocationStatus: v.picklist(["Completed", "Failed"]),
    failureReason: v.optional(v.string(), ""),
    requestParameters: v.object({ inputLocation: v.string() }),
    responseParameters: v.optional(
      v.object({ outputLocation: v.optional(v.string()), output: v.optional(v.unknown()) }),
      {},
    ),
  }),
  v.transform(({ invocationStatus, failureReason, requestParameters, responseParameters }) => ({
    inputLocation: requestParameters.inputLocation,
    failureReason: invocationStatus === "Failed" ? failureReason : null,
    answer: responseParameters,
  })),
);
export type InferenceNotification = v.InferOutput<typeof InferenceNotification>;

/** SageMaker reports a container that exceeded its time by message only. */
export const isTimeout = (failureReason: string): boolean => /time[d ]?[ -]?out/i.test(failureReason);
