import { randomUUID } from "node:crypto";
import { AwsError } from "../aws-error.ts";
import { TaskFailure } from "./task-failure.ts";

type Waiting = {
  execution: string;
  state: string;
  resolve: (output: string) => void;
  reject: (failure: TaskFailure) => void;
  beat: () => void;
  stopTimer: () => void;
};

const tokenPattern = /^task-[0-9a-f-]{36}$/;

/** The tokens that tasks of running executions wait for. */
export type TaskTokens = ReturnType<typeof taskTokens>;

export function taskTokens() {
  const waiting = new Map<string, Waiting>();
  const find = (token: string) => {
    const task = waiting.get(token);
    if (task) return task;
    if (!tokenPattern.test(token)) throw new AwsError("InvalidToken", "Invalid Token");
    throw new AwsError("TaskTimedOut", "Task Timed Out: 'Provided task does not exist anymore'");
  };
  const take = (token: string) => {
    const task = find(token);
    task.stopTimer();
    waiting.delete(token);
    return task;
  };
  return {
    create: () => `task-${randomUUID()}`,
    /** Resolves with the JSON output that comes for the token; rejects on failure or a missed heartbeat. */
    wait: (token: string, execution: string, state: string, heartbeatSeconds: number | undefined) =>
      new Promise<string>((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const stopTimer = () => clearTimeout(timer);
        const beat = () => {
          stopTimer();
          if (heartbeatSeconds === undefined) return;
          const expire = () =>
            take(token).reject(new TaskFailure("States.HeartbeatTimeout", "No heartbeat came"));
          timer = setTimeout(expire, heartbeatSeconds * 1000);
        };
        waiting.set(token, { execution, state, resolve, reject, beat, stopTimer });
        beat();
      }),
    succeed: (token: string, output: string) => take(token).resolve(output),
    fail: (token: string, error: string, cause: string) => take(token).reject(new TaskFailure(error, cause)),
    beat: (token: string) => find(token).beat(),
    /** Forgets what an execution waits for, in one state or in all, as when a state times out. */
    drop: (execution: string, state?: string) => {
      for (const [token, task] of waiting)
        if (task.execution === execution && (state === undefined || task.state === state)) take(token);
    },
  };
}
