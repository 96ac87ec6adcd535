import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { Log } from "../log.ts";
import type { LambdaFunction } from "./functions.ts";
import type { FunctionError, InvocationReply, WorkerSetup } from "./messages.ts";

export type InvocationResult = { payload: string } | { error: FunctionError };

/** One execution environment of a function: a worker thread that serves any number of invocations at once. */
export type ExecutionEnvironment = {
  invoke: (payload: string) => Promise<InvocationResult>;
  /** Ends the thread. Its invocations fail as in a crash. */
  kill: () => Promise<void>;
};

/** How long an idle thread is kept. AWS keeps its environments for some minutes as well. */
const idleMs = 2 * 60 * 1000;

const failure = (errorType: string, errorMessage: string): InvocationResult => ({
  error: { errorType, errorMessage, trace: [] },
});

/**
 * Starts a function's thread. `retired` is called once, when the environment must get no more invocations: it has
 * ended, has been idle for long, or one of its invocations has timed out. After a timeout the thread ends once its
 * other invocations are over: on AWS each of them has an environment of its own.
 */
export function startEnvironment(
  lambda: LambdaFunction,
  log: Log,
  retired: () => void,
): ExecutionEnvironment {
  const worker = startThread(lambda, log);
  const pending = new Map<string, (result: InvocationResult) => void>();
  let isRetired = false;
  let idle: NodeJS.Timeout | undefined;

  const retire = () => {
    if (isRetired) return;
    isRetired = true;
    retired();
  };
  const endIfUnused = () => {
    if (pending.size > 0) return;
    retire();
    worker.terminate();
  };
  const settle = (requestId: string, result: InvocationResult) => {
    pending.get(requestId)?.(result);
    pending.delete(requestId);
    clearTimeout(idle);
    if (isRetired) endIfUnused();
    else idle = setTimeout(endIfUnused, idleMs).unref();
  };
  const crash = (errorType: string, message: string) => {
    retire();
    for (const requestId of pending.keys())
      settle(requestId, failure(errorType, `RequestId: ${requestId} Error: ${message}`));
  };
  const expire = (requestId: string) => {
    retire();
    const seconds = (lambda.timeoutMs / 1000).toFixed(2);
    const message = `RequestId: ${requestId} Error: Task timed out after ${seconds} seconds`;
    settle(requestId, failure("Sandbox.Timedout", message));
  };

  worker.on("message", ({ requestId, ...result }: InvocationReply) => settle(requestId, result));
  worker.on("error", (error) => {
    log(`${lambda.name} crashed: ${error.stack}\n`);
    crash("Runtime.UnhandledError", error.message);
  });
  worker.on("exit", (code) => crash("Runtime.ExitError", `Runtime exited with error: exit status ${code}`));

  return {
    invoke: (payload) =>
      new Promise((resolve) => {
        clearTimeout(idle);
        const requestId = randomUUID();
        const timer = setTimeout(() => expire(requestId), lambda.timeoutMs);
        pending.set(requestId, (result) => {
          clearTimeout(timer);
          resolve(result);
        });
        worker.postMessage({ requestId, payload, deadline: Date.now() + lambda.timeoutMs });
      }),
    kill: async () => {
      await worker.terminate();
    },
  };
}

function startThread(lambda: LambdaFunction, log: Log): Worker {
  const setup: WorkerSetup = {
    file: lambda.file,
    exportName: lambda.exportName,
    functionName: lambda.name,
    functionArn: lambda.arn,
    memoryMb: lambda.memoryMb,
  };
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    name: lambda.name.slice(-15),
    workerData: setup,
    env: lambda.environment,
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  worker.stdout.on("data", log);
  worker.stderr.on("data", log);
  return worker;
}
