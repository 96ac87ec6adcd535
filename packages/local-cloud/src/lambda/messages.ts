/** What a function's thread gets once, when it starts. */
export type WorkerSetup = {
  file: string;
  exportName: string;
  functionName: string;
  functionArn: string;
  memoryMb: number;
};

/** One invocation. Payloads are JSON text, as on AWS, so the handler gets its own copy. */
export type InvocationMessage = { requestId: string; payload: string; deadline: number };

export type FunctionError = { errorType: string; errorMessage: string; trace: string[] };

/** What a function in a process publishes on the diagnostics channel `local-cloud.function`, for the program that runs the cloud. */
export type Told = { told: unknown };

export type InvocationReply = { requestId: string } & ({ payload: string } | { error: FunctionError });
