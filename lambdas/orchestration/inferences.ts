import { InvokeEndpointAsyncCommand, SageMakerRuntimeClient } from "@aws-sdk/client-sagemaker-runtime";
import { attemptSeconds } from "../domain/generation/inference.ts";
import type { ModelFault } from "../domain/generation/sandbox.ts";
import { env } from "../runtime/env.ts";
import { type InferenceAttempt, objectKeys } from "../storage/keys.ts";
import { smallCalls } from "../storage/time-limits.ts";
import { startExecution } from "./executions.ts";

const sageMaker = new SageMakerRuntimeClient({ maxAttempts: 3, requestHandler: smallCalls });

/** A request to the model that is stored in the bucket. Of a sandbox, the simulated model may have to do something wrong. */
type Invocation = { request: unknown; sandbox: boolean; fault: ModelFault | null };

/**
 * Asks the model to process a request; the answer comes as a notification. Jobs of a sandbox go to the simulated
 * model; the others to the stage's: a state machine that runs a function, or a SageMaker endpoint.
 */
export async function invokeModel(
  attempt: InferenceAttempt,
  { request, sandbox, fault }: Invocation,
): Promise<void> {
  const input_location = `s3://${env("BUCKET_NAME")}/${objectKeys.inferenceRequest(attempt)}`;
  const machine = sandbox ? env("SIMULATOR_STATE_MACHINE_ARN") : process.env.INFERENCE_STATE_MACHINE_ARN;
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
