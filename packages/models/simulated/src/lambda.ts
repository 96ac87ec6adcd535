import type { ContractResponse as ModelResponse } from "@image-staging/inference-contract/messages";
import { invoke } from "@image-staging/inference-contract/serving/invocation";
import { inSageMakersWords } from "@image-staging/inference-contract/serving/lambda";
import { fields, InvocationError, oneOf } from "@image-staging/inference-contract/serving/request";
import sharp from "sharp";
import { simulated } from "./model.ts";
import { proposing } from "./proposing.ts";

sharp.cache(false);

/** What a job of a sandbox may ask the model to do wrong. */
const faults = ["refuse", "time_out", "score_low", "propose", "slow"] as const;

/**
 * The simulated model as a Lambda function, for sandboxes and for stages without a model: it takes a container's request
 * and returns a container's answer. An invocation that cannot be served throws, and the state machine reports it, in the
 * words in which SageMaker reports a container's error.
 */
export async function handler(event: unknown): Promise<ModelResponse> {
  const { request, fault, waited } = fields(event, "the event");
  return inSageMakersWords(async () => {
    const asked = fault === undefined ? undefined : oneOf(fault, faults, "fault");
    if (asked === "refuse") throw new InvocationError(422, "a simulated refusal");
    if (asked === "time_out") throw new Error("The request timed out, as it was asked to.");
    // The state machine waits and invokes the function again, which itself would be charged for waiting.
    if (asked === "slow" && waited === undefined)
      throw Object.assign(new Error("The state machine waits in the model's place."), { name: "slow" });
    const answer = await invoke(asked === "propose" ? proposing : simulated, request, fetch);
    const score = (candidate: (typeof answer.candidates)[number]) => ({ ...candidate, score: 0.05 });
    return asked === "score_low" ? { ...answer, candidates: answer.candidates.map(score) } : answer;
  });
}
