import type { MiddlewareObj } from "@middy/core";
import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { badRequest, Refusal, type RefusalCode } from "../domain/errors.ts";
import { logFor } from "./log.ts";
import { type Multipart, parseMultipart } from "./multipart.ts";

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
    const refusal = asRefusal(request.error);
    if (!refusal) {
      logFor(request.context).error("The request failed unexpectedly", { error: request.error });
      request.response = json(
        500,
        envelope("internal_error", "An unexpected error occurred. Try again later.", true, null),
      );
      return;
    }
    const { code, message, retryAfter } = refusal;
    request.response = json(
      statusOf[code],
      envelope(code, message, code === "rate_limited", retryAfter),
      retryAfter === null ? {} : { "Retry-After": String(retryAfter) },
    );
  },
});

const envelope = (code: string, message: string, retryable: boolean, retry_after: number | null) => ({
  error: { code, message, retryable, retry_after },
});

const bodyErrors = new Map([
  [415, "Send the body as application/json, or as multipart/form-data where the endpoint takes a file."],
  [422, "The body is not well-formed JSON."],
]);

function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const statusCode = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : null;
  const message = statusCode === null ? undefined : bodyErrors.get(statusCode);
  return message === undefined ? null : badRequest(message);
}

const parsedMultipart = new WeakMap<object, Multipart>();

/** The parsed multipart body of a request, or null where it was JSON. */
export const multipartOf = (event: APIGatewayProxyEvent): Multipart | null =>
  parsedMultipart.get(event) ?? null;

/** Parses a JSON or, where a file is taken, a multipart body. An absent body is left absent. */
export const parseBody = ({ maxFileBytes }: { maxFileBytes: number | null }): HttpMiddleware => {
  const parseJson = jsonBodyParser().before;
  return {
    before: async (request) => {
      const { event } = request;
      if (event.body === null || event.body === "") return;
      const contentType = header(event, "content-type") ?? "";
      if (maxFileBytes !== null && /^multipart\/form-data/i.test(contentType)) {
        const body = Buffer.from(event.body, event.isBase64Encoded ? "base64" : "utf8");
        parsedMultipart.set(event, await parseMultipart(body, contentType, maxFileBytes));
        return;
      }
      event.headers = { ...event.headers, "content-type": contentType };
      await parseJson?.(request);
    },
  };
};

/** A request header by its case-insensitive name (RFC 9110), or undefined. */
export function header(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {}))
    if (key.toLowerCase() === name) return value;
  return undefined;
}
