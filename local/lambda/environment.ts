import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { LambdaFunction } from "./functions.ts";
import type { FunctionError, InvocationReply, WorkerSetup } from "./messages.ts";

export type InvocationResult = { payload: string } | { error: FunctionError };

/** One execution environment of a function: a worker thread that serves any number of invocations at once. */
export type ExecutionEnvironment = {
  invoke: (payload: string) => Promise<InvocationResult>;
  /** Ends the thread; what it was doing fails as a crash would. */
  kill: () => Promise<void>;
};

type Log = (chunk: Buffer | string) => void;

const failure = (errorType: string, errorMessage: string): InvocationResult => ({
  error: { errorType, errorMessage, trace: [] },
});

/**
 * Starts a function's thread. `retired` is called once when the environment must get no further invocation:
 * it ended, or one of its invocations ran out of time. After a timeout it is ended as soon as the other
 * invocations in it are over, since on AWS they would have had environments of their own.
 */
export function startEnvironment(
  lambda: LambdaFunction,
  log: Log,
  retired: () => void,
): ExecutionEnvironment {
  const pending = new Map<string, (result: InvocationResult) => void>();
  let isRetired = false;
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

  const retire = () => {
    if (isRetired) return;
    isRetired = true;
    retired();
  };
  const settle = (requestId: string, result: InvocationResult) => {
    pending.get(requestId)?.(result);
    pending.delete(requestId);
    if (isRetired && pending.size === 0) worker.terminate();
  };
  const crash = (errorType: string, message: string) => {
    retire();
    for (const requestId of pending.keys())
      settle(requestId, failure(errorType, `RequestId: ${requestId} Error: ${message}`));
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
        const requestId = randomUUID();
        const timer = setTimeout(() => {
          retire();
          const message = `RequestId: ${requestId} Error: Task timed out after ${(lambda.timeoutMs / 1000).toFixed(2)} seconds`;
          settle(requestId, failure("Sandbox.Timedout", message));
        }, lambda.timeoutMs);
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
