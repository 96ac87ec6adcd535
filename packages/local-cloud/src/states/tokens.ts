import { randomUUID } from "node:crypto";
import { AwsError } from "../aws-api.ts";
import { TaskFailure } from "./task-failure.ts";

type Waiting = { execution: string; state: string; answer: PromiseWithResolvers<string> };

const tokenPattern = /^task-[0-9a-f-]{36}$/;

/** The tokens that tasks of running executions wait for. */
export type TaskTokens = ReturnType<typeof taskTokens>;

export function taskTokens() {
  const waiting = new Map<string, Waiting>();
  const take = (token: string) => {
    const task = waiting.get(token);
    waiting.delete(token);
    if (task) return task.answer;
    if (!tokenPattern.test(token)) throw new AwsError("InvalidToken", "Invalid Token");
    throw new AwsError("TaskTimedOut", "Task Timed Out: 'Provided task does not exist anymore'");
  };
  return {
    create: () => `task-${randomUUID()}`,
    /** Resolves with the JSON output that is sent for the token, and rejects with a failure that is sent for it. */
    wait: (token: string, execution: string, state: string) => {
      const answer = Promise.withResolvers<string>();
      waiting.set(token, { execution, state, answer });
      return answer.promise;
    },
    succeed: (token: string, output: string) => take(token).resolve(output),
    fail: (token: string, error: string, cause: string) => take(token).reject(new TaskFailure(error, cause)),
    /**
     * Invalidates the tokens of an execution, in one state or in all. The tasks that wait for them fail, beyond Retry
     * and Catch: the library clears a task's timer only when the task settles, and a timer keeps the process alive.
     */
    drop: (execution: string, state?: string) => {
      for (const [token, task] of waiting)
        if (task.execution === execution && (state === undefined || task.state === state))
          take(token).reject(new TaskFailure("TaskAbandoned", "The execution no longer waits", false));
    },
  };
}
