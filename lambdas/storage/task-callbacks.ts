import {
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  TaskDoesNotExist,
  TaskTimedOut,
} from "@aws-sdk/client-sfn";
import type { InferenceError } from "../domain/generation/inference.ts";

const client = new SFNClient({ maxAttempts: 5 });

/** Ends the waiting task with its result; false means that no task waits any more (late or repeated callback). */
export const succeedTask = (taskToken: string, output: unknown): Promise<boolean> =>
  whileWaiting(() => client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) })));

/** Ends the waiting task with an error; false means that no task waits any more. */
export const failTask = (taskToken: string, error: InferenceError, cause: string): Promise<boolean> =>
  whileWaiting(() =>
    client.send(new SendTaskFailureCommand({ taskToken, error, cause: cause.slice(0, 1024) })),
  );

async function whileWaiting(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken)
      return false;
    throw error;
  }
}
