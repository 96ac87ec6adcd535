import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { Refusal, type RefusalCode } from "../../domain/errors.ts";
import { logFor } from "../../runtime/log.ts";

export type HttpMiddleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

/** SPEC "Errors": the status of each code. */
export const statusOf: Record<RefusalCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  entitlement_required: 403,
  not_found: 404,
  idempotency_conflict: 409,
  validation_error: 422,
  rate_limited: 429,
};

/** A JSON response; `body` may be a string that is JSON already, so that a replay is byte for byte the first response. */
export const json = (
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): APIGatewayProxyResult => ({
  statusCode,
  headers: { "Content-Type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** Puts on every response what every response carries (SPEC "What the service does", 10). */
export const commonHeaders = (): HttpMiddleware => {
  const complete: NonNullable<HttpMiddleware["after"]> = ({ response, event }) => {
    if (response)
      response.headers = {
        ...response.headers,
        "Cache-Control": "no-store",
        "x-request-id": event.requestContext.requestId,
      };
  };
  return { after: complete, onError: complete };
};

/** Turns whatever was thrown into the error envelope. What is not a Refusal is logged and says nothing of the inside. */
export const errorEnvelope = (): HttpMiddleware => ({
  onError: (request) => {
    const { error, event, context } = request;
    if (error instanceof Refusal) {
      request.response = refuse(error);
      return;
    }
    const ids = { x_request_id: event.requestContext.requestId };
    logFor(context, ids).error("The request failed unexpectedly", { trace: traceOf(error) });
    const message = "An unexpected error occurred. Try again later.";
    request.response = json(500, envelope("internal_error", message, true, null));
  },
});

/** Not the error itself: it may carry the item that it could not read. */
const traceOf = (error: unknown) => (error instanceof Error ? error.stack : String(error));

function refuse({ code, message, retryAfter }: Refusal): APIGatewayProxyResult {
  const headers = retryAfter === null ? {} : { "Retry-After": String(retryAfter) };
  return json(statusOf[code], envelope(code, message, code === "rate_limited", retryAfter), headers);
}

const envelope = (code: string, message: string, retryable: boolean, retry_after: number | null) => ({
  error: { code, message, retryable, retry_after },
});

/** A request header by its case-insensitive name (RFC 9110), or undefined. */
export function header(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {}))
    if (key.toLowerCase() === name) return value;
  return undefined;
}
