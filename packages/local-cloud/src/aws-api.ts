import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as v from "valibot";
import { endIfDiskFull } from "./disk.ts";
import { sendJson } from "./http.ts";
import type { Log } from "./log.ts";

/** An error of an AWS service as its SDK client sees it: `type` becomes the error's name. */
export class AwsError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** Operations of AWS services by `X-Amz-Target`, such as `AWSStepFunctions.StartExecution`. */
export type Operations = Record<string, (input: unknown) => unknown>;

const Body = v.pipe(v.string(), v.parseJson());

/** Serves operations over the AWS JSON protocol. Input that does not fit its schema is a ValidationException. */
export function createAwsApi(operations: Operations, log: Log) {
  return async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const target = String(request.headers["x-amz-target"]);
    const contentType = String(request.headers["content-type"] ?? "application/x-amz-json-1.0");
    response.setHeader("x-amzn-requestid", randomUUID());
    try {
      const operation = Object.hasOwn(operations, target) ? operations[target] : undefined;
      if (operation === undefined)
        throw new AwsError("UnknownOperationException", `The local host does not serve ${target}`);
      const input = v.parse(Body, body.toString() || "{}");
      sendJson(response, 200, (await operation(input)) ?? {}, contentType);
    } catch (error) {
      const { type, message } = describe(error);
      endIfDiskFull(error);
      if (type === "InternalFailure") log(`${target}: ${error instanceof Error ? error.stack : error}\n`);
      sendJson(response, type === "InternalFailure" ? 500 : 400, { __type: type, message }, contentType);
    }
  };
}

function describe(error: unknown): { type: string; message: string } {
  if (error instanceof AwsError) return error;
  if (v.isValiError(error)) {
    const path = v.getDotPath(error.issues[0]) ?? "";
    return { type: "ValidationException", message: `${path}: ${error.message}` };
  }
  return { type: "InternalFailure", message: String(error) };
}
