import * as v from "valibot";
import { CaughtError } from "../failures.ts";
import { sha256Hex } from "../ids.ts";
import type { Generation } from "./generation.ts";

/** The version of the inference contract (docs/inference-contract.md). */
export const contractVersion = "1.2";

const candidateIds = ["c1", "c2"];

/** The candidates that a model is asked for at once: one for each picture that the job can return. */
export const candidateIdsOf = (includeAlternates: boolean): readonly string[] =>
  candidateIds.slice(0, includeAlternates ? 2 : 1);

/** How often a model is asked again, with another seed, after approval has rejected all that it made. */
export const maxRejections = 2;

/**
 * The time limits of one attempt in seconds: `waiting` for an instance, which may have to start first, or for a free
 * execution of a function in a burst, and `working`. The URLs that the model gets are valid for `both` together.
 */
export const attemptSeconds = { waiting: 1620, working: 600, both: 2220 };

/** No attempt starts on an older job: the attempt and the approval of its pictures would not end by the deadline. */
export const lastAttemptMinutes = 13;

export const isTooLateToAsk = (jobCreatedAt: string, now: Date): boolean =>
  now.getTime() > Date.parse(jobCreatedAt) + lastAttemptMinutes * 60_000;

/**
 * What a model answers if it cannot do what the picture asks for (docs/inference-contract.md, "Declining"). Partners
 * read `message`: one line of printable text.
 */
export const Declined = v.object({
  reason: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,63}$/, "must be in snake_case")),
  message: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(500),
    v.regex(/^[ -~\u00a0-\uffff]*$/, "must be one line of text"),
  ),
  proposed_mask: v.optional(v.boolean(), false),
});

/** What the model reports to have made. Unknown keys are ignored, so that models can report more. */
export const ModelResponse = v.object({
  contract_version: v.pipe(v.string(), v.regex(/^1\.\d+$/, "must be a version 1.x of the contract")),
  model_version: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  declined: v.optional(Declined),
  candidates: v.pipe(
    v.array(
      v.object({
        candidate_id: v.picklist(candidateIds),
        score: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
        safe: v.boolean(),
        mask: v.optional(v.boolean(), false),
        homography: v.optional(v.pipe(v.array(v.number()), v.length(9))),
      }),
    ),
    v.maxLength(candidateIds.length),
    v.check(
      (candidates) =>
        new Set(candidates.map((candidate) => candidate.candidate_id)).size === candidates.length,
      "must not name a candidate twice",
    ),
  ),
});
export type ModelResponse = v.InferOutput<typeof ModelResponse>;

/** The candidates of an attempt that were approved, but suspected of drift: they stand if no better ones come. */
export const Suspected = v.object({
  attempt: v.string(),
  candidates: ModelResponse.entries.candidates,
  answered_at: v.optional(v.string()),
});
export type Suspected = v.InferOutput<typeof Suspected>;

/** The errors by which approval asks for other candidates. */
export const candidatesRejected = "candidates_rejected";
export const candidatesSuspected = "candidates_suspected";

/** A seed in 0 … 2³¹−1: the same job and attempt give the same seed. */
export const seedOf = (jobId: string, attempt: string): number => seedFrom(`${jobId}/${attempt}`);

type Asked = Pick<Generation, "capture_type" | "mode" | "room_types" | "style_preset">;

/**
 * What a model is told of the listing of a job: its name, the seed of what its pictures have in common in a style, and the
 * picture's set: how many of the earlier jobs ask for the same, so that no two bedrooms of a home are furnished alike.
 */
export function lookOf(job: Generation, listing: string, earlier: readonly Asked[]) {
  const kind = kindOf(job);
  const look_set = earlier.filter((other) => kindOf(other) === kind).length;
  return { listing, look_seed: seedFrom(`${job.organization_id}/listings/${listing}`), look_set };
}

const kindOf = ({ capture_type, mode, room_types, style_preset }: Asked): string =>
  [capture_type, mode, style_preset, ...room_types.toSorted()].join("/");

const seedFrom = (text: string): number => Number.parseInt(sha256Hex(text).slice(0, 8), 16) >>> 1;

/**
 * The notification that an inference has ended: which one, why it failed (null if it did not), and where its answer is
 * stored (Amazon SageMaker Developer Guide, "Async inference: check results"). A model that is a function includes its
 * answer, as `output`, and the error that its state machine caught, as `failure`.
 */
export const InferenceNotification = v.pipe(
  v.object({
    invocationStatus: v.picklist(["Completed", "Failed"]),
    failureReason: v.optional(v.string(), ""),
    failure: v.optional(CaughtError),
    requestParameters: v.object({ inputLocation: v.string() }),
    responseParameters: v.optional(
      v.object({ outputLocation: v.optional(v.string()), output: v.optional(v.unknown()) }),
      {},
    ),
  }),
  v.transform(({ invocationStatus, failureReason, failure, requestParameters, responseParameters }) => ({
    inputLocation: requestParameters.inputLocation,
    failureReason:
      invocationStatus === "Failed"
        ? failureReason || [failure?.Error, failure?.Cause].filter(Boolean).join(": ")
        : null,
    answer: responseParameters,
  })),
);
export type InferenceNotification = v.InferOutput<typeof InferenceNotification>;

/** How an inference can fail, if the model does not decline. Only `inference_failed` is worth another attempt. */
export type InferenceError = "inference_failed" | "inference_refused" | "inference_timeout";

/**
 * How an inference failed, from the text of its notification: SageMaker has no error codes. The text quotes the status
 * of the container ("Received client error (422) from primary with message …"), 0 if none came in time. A function for which
 * no execution was free throws `Lambda.TooManyRequestsException`.
 */
export function inferenceErrorOf(failureReason: string): InferenceError {
  const status = Number(/error \((\d+)\) from/.exec(failureReason)?.[1] ?? 0);
  if (status > 0) return isRefusal(status) ? "inference_refused" : "inference_failed";
  return /time[d ]?[ -]?out|expired|TooManyRequests/i.test(failureReason)
    ? "inference_timeout"
    : "inference_failed";
}

/** The same request would be refused again (docs/inference-contract.md, "Errors"), unless the container was busy. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429;
