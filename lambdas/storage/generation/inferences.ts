import { InvokeEndpointAsyncCommand, SageMakerRuntimeClient } from "@aws-sdk/client-sagemaker-runtime";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { attemptSeconds } from "../../domain/generation/inference.ts";
import type { ModelFault } from "../../domain/generation/sandbox.ts";
import { env } from "../../runtime/env.ts";
import { startExecution } from "../executions.ts";
import { type InferenceAttempt, keys, objectKeys } from "../keys.ts";
import { readItem, table, tableName } from "../table.ts";
import { smallCalls } from "../time-limits.ts";

const sageMaker = new SageMakerRuntimeClient({ maxAttempts: 3, requestHandler: smallCalls });
const keptSeconds = 24 * 3600;

/** One call of the model: the job, which attempt it is, and the task that waits for it. */
export const PendingInference = v.object({
  organization_id: v.string(),
  job_id: v.string(),
  attempt: v.string(),
  task_token: v.string(),
});
export type PendingInference = v.InferOutput<typeof PendingInference>;

/** Stores the task token for the callback. */
export async function rememberInference(pending: PendingInference, now: Date): Promise<void> {
  const key = keys.inference(pending.organization_id, pending.job_id, pending.attempt);
  const expires_at = Math.floor(now.getTime() / 1000) + keptSeconds;
  await table.send(new PutCommand({ TableName: tableName(), Item: { ...key, ...pending, expires_at } }));
}

export const findInference = (attempt: InferenceAttempt) =>
  readItem(PendingInference, keys.inference(attempt.organization_id, attempt.job_id, attempt.attempt));

/** A request to the model that is stored in the bucket. Of a sandbox, the simulated model may have to do something wrong. */
type Invocation = { request: unknown; sandbox: boolean; fault: ModelFault | null };

/**
 * Asks the model to process a request; the answer comes as a notification. Jobs of a sandbox, and all jobs of stages
 * without a model, go to the simulated one.
 */
export async function invokeModel(
  attempt: InferenceAttempt,
  { request, sandbox, fault }: Invocation,
): Promise<void> {
  const input_location = `s3://${env("BUCKET_NAME")}/${objectKeys.inferenceRequest(attempt)}`;
  const endpointName = process.env.INFERENCE_ENDPOINT_NAME;
  if (sandbox || !endpointName) {
    const input = { input_location, request, ...(fault && { fault }) };
    return startExecution(env("SIMULATOR_STATE_MACHINE_ARN"), attempt.attempt, input);
  }
  await sageMaker.send(
    new InvokeEndpointAsyncCommand({
      EndpointName: endpointName,
      InputLocation: input_location,
      ContentType: "application/json",
      Accept: "application/json",
      InferenceId: attempt.attempt,
      InvocationTimeoutSeconds: attemptSeconds.working,
      RequestTTLSeconds: attemptSeconds.waiting,
    }),
  );
}
