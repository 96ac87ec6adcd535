import {
  ExecutionAlreadyExists,
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from "@aws-sdk/client-sfn";
import type { Generation } from "../domain/generation/generation.ts";
import type { InferenceError } from "../domain/generation/inference.ts";
import type { IngestJob } from "../domain/source-asset/ingest.ts";
import type { TestEvent } from "../domain/webhook/delivery.ts";
import { env } from "../runtime/env.ts";
import { smallCalls } from "../storage/time-limits.ts";

const client = new SFNClient({ maxAttempts: 5, requestHandler: smallCalls });

type JobName = Pick<Generation, "organization_id" | "job_id">;

/**
 * Starts the one execution of a job, after its ingest if it has any. Its name is the job id, so a second start
 * changes nothing.
 */
export const startGeneration = ({ organization_id, job_id }: JobName): Promise<void> =>
  startExecution(env("GENERATION_STATE_MACHINE_ARN"), job_id, { organization_id, job_id });

/**
 * Starts a further execution for a job that its own execution did not end by its deadline: it finds the job overdue and
 * fails it. The name holds the hour, so that there can be another one in the next hour.
 */
export const failOverdueGeneration = ({ organization_id, job_id }: JobName, now: Date): Promise<void> => {
  const name = `${job_id}-overdue-${now.toISOString().slice(0, 13)}`;
  return startExecution(env("GENERATION_STATE_MACHINE_ARN"), name, { organization_id, job_id });
};

/** Starts the one execution of an ingest job, named by its id. It starts the generation that waits for the ingest. */
export const startIngest = ({ organization_id, ingest_id }: IngestJob): Promise<void> =>
  startExecution(env("SOURCE_INGEST_STATE_MACHINE_ARN"), ingest_id, { organization_id, ingest_id });

/** Starts the delivery of a test event; a second start changes nothing. */
export const startTestDelivery = (test: TestEvent): Promise<void> =>
  startExecution(env("WEBHOOK_STATE_MACHINE_ARN"), test.test_id, test);

/** Starts a new round of attempts for a message, by its event; a second start of the same round changes nothing. */
export const startRedelivery = (messageId: string, event: object, redelivery_id: string): Promise<void> =>
  startExecution(env("WEBHOOK_STATE_MACHINE_ARN"), `${messageId}-${redelivery_id}`, {
    ...event,
    redelivery_id,
  });

/** Starts the one execution of this name; a second start under it changes nothing. */
export async function startExecution(stateMachineArn: string, name: string, input: unknown): Promise<void> {
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

/** Ends the waiting task with its result; false means that no task is waiting (a late or repeated callback). */
export const succeedTask = (taskToken: string, output: unknown): Promise<boolean> =>
  unlessTaskEnded(() =>
    client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) })),
  );

/** Ends the waiting task with an error that its state machine knows; false means that no task is waiting. */
export const failTask = (
  taskToken: string,
  error: InferenceError | "inference_declined" | "job_ended",
  cause: string,
): Promise<boolean> =>
  unlessTaskEnded(() =>
    client.send(new SendTaskFailureCommand({ taskToken, error, cause: cause.slice(0, 1024) })),
  );

async function unlessTaskEnded(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken)
      return false;
    throw error;
  }
}
