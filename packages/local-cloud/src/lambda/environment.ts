import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import { leanAllocator, leanFlags } from "../lean-process.ts";
import type { Log } from "../log.ts";
import type { LambdaFunction } from "./functions.ts";
import type { FunctionError, InvocationMessage, InvocationReply, Told, WorkerSetup } from "./messages.ts";

export type InvocationResult = { payload: string } | { error: FunctionError };

/**
 * One execution environment of a function: a worker thread, or a process, that serves any number of invocations at once.
 */
export type ExecutionEnvironment = {
  invoke: (payload: string) => Promise<InvocationResult>;
  /** Ends the thread. Its invocations fail as in a crash. */
  kill: () => Promise<void>;
};

type Listeners = {
  retired: () => void;
  /** Gets what the function tells the program that runs the cloud. */
  hear: (told: unknown) => void;
};

/** How long an idle thread is kept. AWS keeps its environments for some minutes as well. */
const idleMs = 2 * 60 * 1000;

const failure = (errorType: string, errorMessage: string): InvocationResult => ({
  error: { errorType, errorMessage, trace: [] },
});

/**
 * Starts a function's thread. `retired` is called once, when the environment must get no more invocations: it has
 * ended, has been idle for long, or one of its invocations has timed out. After a timeout the thread ends once its
 * other invocations are over: on AWS each of them has another environment.
 */
export function startEnvironment(
  lambda: LambdaFunction,
  log: Log,
  { retired, hear }: Listeners,
): ExecutionEnvironment {
  const runtime = lambda.hasOwnProcess ? startProcess(lambda, log) : startThread(lambda, log);
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
    runtime.end();
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

  const { events } = runtime;
  events.on("message", (message: InvocationReply | Told) => {
    if ("told" in message) return hear(message.told);
    const { requestId, ...result } = message;
    settle(requestId, result);
  });
  events.on("error", (error: Error) => {
    log(`${lambda.name} crashed: ${error.stack}\n`);
    crash("Runtime.UnhandledError", error.message);
  });
  events.on("exit", (code) => crash("Runtime.ExitError", `Runtime exited with error: exit status ${code}`));

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
        runtime.send({ requestId, payload, deadline: Date.now() + lambda.timeoutMs });
      }),
    kill: runtime.end,
  };
}

/** What runs a bundle. `events` are "message", "error" and "exit"; `end` resolves when it has ended. */
type Runtime = { events: EventEmitter; send: (message: InvocationMessage) => void; end: () => Promise<void> };

const program = new URL("./worker.ts", import.meta.url);

/** Where Node keeps what it has compiled: with it a thread starts in about two thirds of the time. */
const compileCache = process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

const setupOf = (lambda: LambdaFunction): WorkerSetup => ({
  file: lambda.file,
  exportName: lambda.exportName,
  functionName: lambda.name,
  functionArn: lambda.arn,
  memoryMb: lambda.memoryMb,
});

function startProcess(lambda: LambdaFunction, log: Log): Runtime {
  const child = fork(program, [JSON.stringify(setupOf(lambda))], {
    execArgv: leanFlags,
    // Windows opens no socket without SystemRoot.
    env: {
      PATH: process.env.PATH,
      SystemRoot: process.env.SystemRoot,
      ...leanAllocator,
      ...compileCache,
      ...lambda.environment,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  child.stdout?.on("data", log);
  child.stderr?.on("data", log);
  const ended = new Promise<void>((resolve) => child.once("exit", resolve).once("error", () => resolve()));
  const end = () => {
    child.kill("SIGKILL");
    return ended;
  };
  return { events: child, send: (message) => void child.send(message), end };
}

function startThread(lambda: LambdaFunction, log: Log): Runtime {
  const worker = new Worker(program, {
    name: lambda.name.slice(-15),
    workerData: setupOf(lambda),
    env: { ...compileCache, ...lambda.environment },
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  worker.stdout.on("data", log);
  worker.stderr.on("data", log);
  const end = async () => {
    await worker.terminate();
  };
  return { events: worker, send: (message) => worker.postMessage(message), end };
}
