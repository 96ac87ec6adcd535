import type { FaultKind } from "../fault-kinds.ts";
import type { WireAnswer, WireRequest } from "../simulation/activity.ts";

type Service = "dynamodb" | "states" | "events" | "sagemaker" | "s3";

export function serviceOf({ headers, path }: WireRequest): Service {
  const target = headers["x-amz-target"] ?? "";
  if (target.startsWith("DynamoDB_")) return "dynamodb";
  if (target.startsWith("AWSStepFunctions.")) return "states";
  if (target.startsWith("AWSEvents.")) return "events";
  return path.startsWith("/endpoints/") ? "sagemaker" : "s3";
}

export const json = (body: object, status = 200): WireAnswer => ({
  status,
  headers: { "content-type": "application/x-amz-json-1.0" },
  body: Buffer.from(JSON.stringify(body)),
});

export const failure = (type: string, message = type, more: object = {}): WireAnswer =>
  json({ __type: `com.amazonaws#${type}`, message, Message: message, ...more }, 400);

export const xml = (status: number, code: string): WireAnswer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`),
});

export const throttled = (request: WireRequest): WireAnswer =>
  serviceOf(request) === "s3" ? xml(503, "SlowDown") : failure("ThrottlingException", "Rate exceeded");

/** How DynamoDB refuses a write while a transaction holds its item. */
export function conflicting(operation: string, request: WireRequest): WireAnswer {
  if (!operation.startsWith("Transact")) return failure("TransactionConflictException");
  const { TransactItems } = JSON.parse(request.body.toString());
  const CancellationReasons = TransactItems.map((_: unknown, index: number) =>
    index === 0 ? { Code: "TransactionConflict", Message: "Held" } : { Code: "None" },
  );
  return failure("TransactionCanceledException", "Cancelled", { CancellationReasons });
}

/** A batch of which nothing, or the second half, is done. */
export function undone(operation: string, request: WireRequest): WireAnswer {
  const input = JSON.parse(request.body.toString());
  if (operation === "PutEvents")
    return json({ FailedEntryCount: 1, Entries: [{ ErrorCode: "InternalFailure", ErrorMessage: "Failed" }] });
  return json({ Responses: {}, UnprocessedKeys: input.RequestItems });
}

/** The error of a connection that broke off, which the SDK takes for a passing one. */
export const brokenOff = (): Error => Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
export const timedOut = (): Error =>
  Object.assign(new Error("The socket timed out"), { name: "TimeoutError", code: "ETIMEDOUT" });

export const isForGood = (fault: FaultKind): boolean =>
  fault === "refused" || fault === "throttled" || fault === "lost" || fault === "over_quota";
