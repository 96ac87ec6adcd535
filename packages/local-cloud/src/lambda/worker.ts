// Runs in a function's worker thread or process: the Lambda runtime for one bundle.
import { subscribe } from "node:diagnostics_channel";
import { pathToFileURL } from "node:url";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import * as v from "valibot";
import { endProcess } from "../lean-process.ts";
import { installInvokeStore } from "./invoke-store.ts";
import type { FunctionError, InvocationMessage, InvocationReply, WorkerSetup } from "./messages.ts";

const Handler = v.custom<(event: unknown, context: object) => unknown>(
  (value) => typeof value === "function",
);
const setup: WorkerSetup = isMainThread ? JSON.parse(process.argv[2] ?? "") : workerData;
const inInvocation = installInvokeStore();
const loading = load();

async function load() {
  const module = await import(pathToFileURL(setup.file).href);
  return v.parse(Handler, module[setup.exportName], {
    message: `${setup.functionName} exports no ${setup.exportName}`,
  });
}

function contextOf({ requestId, deadline }: InvocationMessage) {
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: false,
    functionName: setup.functionName,
    functionVersion: "$LATEST",
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    invokedFunctionArn: setup.functionArn,
    logGroupName: `/aws/lambda/${setup.functionName}`,
    logStreamName: "local",
    memoryLimitInMB: String(setup.memoryMb),
  };
}

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? "").split("\n") };
}

async function run(message: InvocationMessage): Promise<InvocationReply> {
  try {
    const handler = await loading;
    const result = await inInvocation(message.requestId, () =>
      handler(JSON.parse(message.payload), contextOf(message)),
    );
    return { requestId: message.requestId, payload: JSON.stringify(result) ?? "null" };
  } catch (error) {
    return { requestId: message.requestId, error: describe(error) };
  }
}

loading.catch(() => {}); // if a bundle does not load, each invocation fails, not the thread
if (isMainThread) {
  subscribe("local-cloud.function", (told) => void (told && process.send?.({ told })));
  process.on("message", async (message: InvocationMessage) => process.send?.(await run(message)));
  process.on("disconnect", () => endProcess(0)); // the host has ended, perhaps by a crash
} else {
  parentPort?.on("message", async (message: InvocationMessage) =>
    parentPort?.postMessage(await run(message)),
  );
}
