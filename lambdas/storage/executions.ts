import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import type { CaughtError } from "../domain/failures.ts";
import type { Generation } from "../domain/generation.ts";
import type { IngestJob } from "../domain/ingest.ts";
import { env } from "../runtime/env.ts";

const client = new SFNClient({ maxAttempts: 5 });

/** Starts the job's one execution; its name is the job id, so a second start changes nothing. */
export const startGeneration = ({ organization_id, job_id, ingest_id }: Generation): Promise<void> =>
  startExecution(env("GENERATION_STATE_MACHINE_ARN"), job_id, {
    organization_id,
    job_id,
    ...(ingest_id !== null && { ingest_id }),
  });

/**
 * Fails a job whose own execution did not end it, by the last states of the same state machine. Should that fail as
 * well, the next hour brings another execution.
 */
export const failGeneration = (
  { organization_id, job_id }: Generation,
  error: CaughtError,
  now: Date,
): Promise<void> => {
  const name = `${job_id}-failed-${now.toISOString().slice(0, 13)}`;
  return startExecution(env("GENERATION_STATE_MACHINE_ARN"), name, { organization_id, job_id, error });
};

/** Starts the ingest job's one execution, named by its id. */
export const startIngest = ({ organization_id, ingest_id }: IngestJob): Promise<void> =>
  startExecution(env("SOURCE_INGEST_STATE_MACHINE_ARN"), ingest_id, { organization_id, ingest_id });

/** Starts one more delivery of a message, or a trial; a second start under the same name changes nothing. */
export const startWebhookDelivery = (name: string, event: Record<string, string>): Promise<void> =>
  startExecution(env("WEBHOOK_STATE_MACHINE_ARN"), name, event);

/** Starts the one execution of this name; a second start under it changes nothing. */
export async function startExecution(stateMachineArn: string, name: string, input: unknown): Promise<void> {
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}
