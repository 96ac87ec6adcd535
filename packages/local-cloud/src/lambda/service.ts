import type { Log } from "../log.ts";
import { type ExecutionEnvironment, type InvocationResult, startEnvironment } from "./environment.ts";
import type { LambdaFunction } from "./functions.ts";

/** Lambda's limit on a synchronous request or response, in bytes. */
const payloadLimit = 6 * 1024 * 1024;

/** Delays before the second and third attempt of an asynchronous invocation. AWS waits one and two minutes. */
const asyncRetryDelays = [1000, 2000];

/** The functions of the template. `target` is a function's name, ARN or logical id. */
export type LambdaService = {
  /** Invokes and waits. An error of the function is a result, it is not thrown. */
  invoke: (target: string, payload: string) => Promise<InvocationResult>;
  /** Invokes without waiting, and up to three times, as events and notifications do. */
  invokeAsync: (target: string, payload: string) => void;
  /** Ends the thread of a running function, as in a crash. */
  kill: (target: string) => Promise<void>;
  /** Invocations since the start, by the function's logical id. */
  usage: () => Record<string, Usage>;
  stop: () => Promise<void>;
};

/** `processorMs` is of the whole process while a function ran: of one function if nothing else ran. */
export type Usage = { invocations: number; milliseconds: number; processorMs: number };

/** Runs functions in worker threads; `hear` gets what those in processes tell. Each starts with its first invocation and is replaced when it ends. */
export function startLambdaService(
  functions: LambdaFunction[],
  log: Log,
  hear: (told: unknown) => void = () => {},
): LambdaService {
  const running = new Map<string, ExecutionEnvironment>();
  const usage = new Map<string, Usage>();
  const stopping = new AbortController();
  const find = (target: string) =>
    functions.find(({ id, name, arn }) => target === id || target === name || target === arn);

  const environmentOf = (lambda: LambdaFunction) => {
    const existing = running.get(lambda.id);
    if (existing) return existing;
    const retired = () => {
      if (running.get(lambda.id) === started) running.delete(lambda.id);
    };
    const started = startEnvironment(lambda, log, { retired, hear });
    running.set(lambda.id, started);
    return started;
  };

  const count = ({ id }: LambdaFunction, duration: number, { user, system }: NodeJS.CpuUsage) => {
    const sum = usage.get(id) ?? { invocations: 0, milliseconds: 0, processorMs: 0 };
    usage.set(id, {
      invocations: sum.invocations + 1,
      milliseconds: sum.milliseconds + duration,
      processorMs: sum.processorMs + (user + system) / 1000,
    });
  };

  const invoke = async (target: string, payload: string): Promise<InvocationResult> => {
    const lambda = stopping.signal.aborted ? undefined : find(target);
    if (lambda === undefined) return failed("ResourceNotFoundException", `Function not found: ${target}`);
    if (Buffer.byteLength(payload) > payloadLimit)
      return failed("RequestTooLargeException", `Request must be smaller than ${payloadLimit} bytes`);
    const [started, used] = [performance.now(), process.cpuUsage()];
    const result = await environmentOf(lambda).invoke(payload);
    count(lambda, performance.now() - started, process.cpuUsage(used));
    if ("payload" in result && Buffer.byteLength(result.payload) > payloadLimit)
      return failed("Function.ResponseSizeTooLarge", `Response payload size exceeded ${payloadLimit} bytes`);
    return result;
  };

  const invokeWithRetries = async (target: string, payload: string, [delay, ...later]: number[]) => {
    const result = await invoke(target, payload);
    if ("payload" in result || stopping.signal.aborted) return;
    log(`${target} failed: ${JSON.stringify(result.error)}\n`);
    if (delay !== undefined) setTimeout(() => invokeWithRetries(target, payload, later), delay).unref();
  };

  return {
    invoke,
    invokeAsync: (target, payload) => void invokeWithRetries(target, payload, asyncRetryDelays),
    kill: async (target) => {
      const id = find(target)?.id;
      if (id !== undefined) await running.get(id)?.kill();
    },
    usage: () => Object.fromEntries(usage),
    stop: async () => {
      stopping.abort();
      await Promise.all([...running.values()].map((environment) => environment.kill()));
    },
  };
}

const failed = (errorType: string, errorMessage: string): InvocationResult => ({
  error: { errorType, errorMessage, trace: [] },
});
