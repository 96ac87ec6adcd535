import { InvokeEndpointAsyncCommand, SageMakerRuntimeClient } from "@aws-sdk/client-sagemaker-runtime";
import { attemptSeconds } from "../domain/generation/inference.ts";
import type { ModelName } from "../domain/generation/models.ts";
import type { ModelFault } from "../domain/generation/sandbox.ts";
import { env } from "../runtime/env.ts";
import { type InferenceAttempt, objectKeys } from "../storage/object-keys.ts";
import { smallCalls } from "../storage/time-limits.ts";
import { startExecution } from "./executions.ts";

const sageMaker = new SageMakerRuntimeClient({ maxAttempts: 3, requestHandler: smallCalls });

/** A request to the model that is stored in the bucket. Of a sandbox, the simulated model may have to do something wrong. */
type Invocation = { request: unknown; model: ModelName; fault: ModelFault | null };

/**
 * Asks a model to process a request; the answer comes as a notification. A model is a state machine that runs a function;
 * the stage's own may be a SageMaker endpoint.
 */
export async function invokeModel(
  attempt: InferenceAttempt,
  { request, model, fault }: Invocation,
): Promise<void> {
  const input_location = `s3://${env("BUCKET_NAME")}/${objectKeys.inferenceRequest(attempt)}`;
  const machine = machineOf(model);
  if (machine)
    return startExecution(machine, attempt.attempt, { input_location, request, ...(fault && { fault }) });
  await sageMaker.send(
    new InvokeEndpointAsyncCommand({
      EndpointName: env("INFERENCE_ENDPOINT_NAME"),
      InputLocation: input_location,
      ContentType: "application/json",
      Accept: "application/json",
      InferenceId: attempt.attempt,
      InvocationTimeoutSeconds: attemptSeconds.working,
      RequestTTLSeconds: attemptSeconds.waiting,
    }),
  );
}

/** The state machine of a model. Without one, a stage's own model answers in its place, but never for a sandbox. */
function machineOf(model: ModelName): string | undefined {
  const own = process.env.INFERENCE_STATE_MACHINE_ARN;
  switch (model) {
    case "simulated":
      return env("SIMULATOR_STATE_MACHINE_ARN");
    case "plans":
      return process.env.PLANS_STATE_MACHINE_ARN || own;
    case "enhance":
      return process.env.ENHANCE_STATE_MACHINE_ARN || own;
    case "staging":
      return own;
  }
}
